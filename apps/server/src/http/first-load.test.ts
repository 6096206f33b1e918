import { expect, test } from "vitest";
import { orderFirstLoad } from "./first-load.ts";

const preloads = `<link rel="modulepreload" href="/assets/entry.js"/><link rel="modulepreload" href="/assets/part.js"/><link rel="modulepreload" href="/assets/part.js"/>`;
const page = (body: string) =>
  `<html><head><link nonce="n" rel="stylesheet" href="/assets/a.css#"/>${preloads}</head><body>${body}</body></html>`;
const scripts = `<script nonce="n" type="module" async="">import "/assets/manifest.js";
import * as route0 from "/assets/root.js";
window.__reactRouterRouteModules = {"root":route0};

import("/assets/entry.js");</script>`;
const readFile = (address: string) => (address === "/assets/a.css" ? Buffer.from("p{color:red}") : undefined);

test("the styles are in the page, and their file is not loaded", () => {
  const html = orderFirstLoad(page(""), { nonce: "n", readFile }).join("");
  expect(html).toContain('<style nonce="n">p{color:red}</style>');
  expect(html).toContain('<link nonce="n" rel="stylesheet" href="/assets/a.css#" disabled=""/>');
});

test("a sheet that cannot be read is loaded as before", () => {
  const html = page("");
  expect(orderFirstLoad(html, { nonce: "n", readFile: () => undefined }).join("")).toBe(html);
});

test("scripts are named, each once and the entry last, but not loaded", () => {
  const html = orderFirstLoad(page(scripts), { nonce: "n", readFile }).join("");
  expect(html).not.toContain("modulepreload");
  expect(html).not.toContain('type="module"');
  expect(html).toContain(
    '<script nonce="n">takeOver=async bring=>{await bring(["/assets/part.js","/assets/entry.js"]);',
  );
  for (const file of [
    'await import("/assets/manifest.js");',
    'const route0=await import("/assets/root.js");',
    'await import("/assets/entry.js");',
  ])
    expect(html).toContain(file);
});

test("the script that takes over is valid, whatever the page contains", () => {
  const html = orderFirstLoad(page(`$&$1${scripts}`), { nonce: "n", readFile }).join("");
  const [, code = ""] = /<script nonce="n">([\s\S]*?)<\/script>/.exec(html) ?? [];
  expect(() => new Function(`let takeOver;${code}`)).not.toThrow();
  expect(html).toContain("$&$1");
});
