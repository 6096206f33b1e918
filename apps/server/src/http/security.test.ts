import { expect, test } from "vitest";
import { pagePermissions, pagePolicy } from "./security.ts";

const checkoutUrl = "https://checkout.razorpay.com/v1/checkout.js";
const sources = (policy: string, name: string) => policy.split("; ").find((part) => part.startsWith(`${name} `));

test("with the local gateway a page allows no other origin and no inline style", () => {
  const policy = pagePolicy({ nonce: "n", checkoutUrl: "/dev/gateway/checkout.js" });
  expect(policy).not.toMatch(/razorpay|unsafe/);
  expect(policy).toContain("require-trusted-types-for 'script'; trusted-types default");
  expect(pagePermissions({ checkoutUrl: "/dev/gateway/checkout.js" })).toContain("payment=(self),");
});

test("with the real provider a page allows the checkout's scripts, styles, frames, pictures, calls and forms", () => {
  const policy = pagePolicy({ nonce: "n", checkoutUrl });
  for (const name of ["script-src", "style-src", "img-src", "font-src", "connect-src", "frame-src", "form-action"])
    expect(sources(policy, name)).toContain("https://*.razorpay.com");
  expect(sources(policy, "style-src")).toContain("'unsafe-inline'");
  expect(sources(policy, "script-src")).not.toContain("unsafe");
  // Its script writes HTML as it likes.
  expect(policy).not.toContain("trusted-types");
  expect(pagePermissions({ checkoutUrl })).toContain('payment=(self "https://api.razorpay.com")');
});

test("only a page with a style of its own allows one, by the nonce of the page", () => {
  expect(sources(pagePolicy({ nonce: "n" }), "style-src")).toBe("style-src 'self'");
  expect(sources(pagePolicy({ nonce: "n", hasStyle: true }), "style-src")).toBe("style-src 'self' 'nonce-n'");
  // A nonce would make browsers ignore what the checkout needs.
  expect(sources(pagePolicy({ nonce: "n", hasStyle: true, checkoutUrl }), "style-src")).not.toContain("nonce");
});
