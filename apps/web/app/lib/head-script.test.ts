import { expect, test, vi } from "vitest";
import { headScript } from "./head-script.ts";

vi.stubGlobal("FontFace", class {});

type Policy = { createHTML(html: string): string | null; createScriptURL(url: string): string | null };

/** The policy that the script of every page creates in a browser that has Trusted Types. */
function defaultPolicy(): Policy {
  const policies: Record<string, Policy> = {};
  const trustedTypes = { createPolicy: (name: string, rules: Policy) => Object.assign(policies, { [name]: rules }) };
  new Function("self", "trustedTypes", headScript({}))({ trustedTypes }, trustedTypes);
  return policies.default as Policy;
}

test.each([
  '<code><span><i data-kind="k">if</i> a &lt; b:\n</span><span>&lt;img onerror=alert(1)&gt;</span></code>',
  '{"@type":"Course","name":"Python \\u003c3"}',
  "<script></script>",
])("the page may write %s", (html) => {
  expect(defaultPolicy().createHTML(html)).toBe(html);
});

test.each([
  "<img src=x onerror=alert(1)>",
  "<script>alert(1)</script>",
  "<script></script><b>",
  '<i data-kind="k" onclick="alert(1)">',
  "<code><svg/onload=alert(1)></code>",
  "<span\nonclick=alert(1)>",
  "<I onclick=alert(1)>",
  "<!-- -->",
])("the page may not write %s", (html) => {
  expect(defaultPolicy().createHTML(html)).toBeNull();
});

test("scripts come from the addresses of the service worker and the local checkout only", () => {
  const { createScriptURL } = defaultPolicy();
  const addresses = ["/offline.js", "/dev/gateway/checkout.js", "//evil.example/offline.js", "data:,alert(1)", "/x.js"];
  expect(addresses.filter(createScriptURL)).toEqual(["/offline.js", "/dev/gateway/checkout.js"]);
});

test("a document lists the pages that need another one only where there are some", () => {
  expect(headScript({ otherDocuments: ["webinar/:webinarId"] })).toContain('otherDocuments=["webinar/:webinarId"]');
  expect(headScript({})).not.toContain("otherDocuments");
});

test("only the console brings its faces at once", () => {
  expect(headScript({ isConsole: true })).toContain("swap");
  expect(headScript({})).not.toContain("swap");
});
