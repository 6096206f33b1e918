import type { EntryContext } from "react-router";
import { expect, test } from "vitest";
import { type Fills, fillsOf, placeOfShell, shellOf, toExpression, withState } from "./shells.ts";

const nonce = "n0nce";
const head = `<html><head><meta charSet="utf-8"/><meta name="viewport" content="x"/>`;
const logo = `<link rel="preload" as="image" href="/logo.svg"/>`;
const cover = `<link rel="preload" as="image" href="/python.svg" fetchPriority="high"/>`;
const main = (text: string) => `<main id="main">${text}</main>`;
const pageOf = (pictures: string, text: string) =>
  `${head}${pictures}<title>T</title></head><body><header>Top</header>${main(text)}<footer>End</footer></body></html>`;

/** As the server does. */
function fillIn(html: string, fills: Fills | null): string {
  return html.replace(/<!--n0nce (\d)-->/g, (_, at) => fills?.[Number(at)] ?? "");
}

test("a page is its shell and what a search fills in: hints for its pictures, its main part and its data", () => {
  const first = fillsOf(`${cover}${main("Python")}`, { state: '"a"', nonce });
  const shell = first && shellOf(pageOf(logo + cover, "Python"), first, nonce);
  if (!shell) throw new Error("no shell");
  const whole = (pictures: string, text: string, state: string) => withState(pageOf(pictures, text), { state, nonce });
  expect(fillIn(shell.html, first)).toBe(whole(logo + cover, "Python", '"a"'));
  // The next search has no pictures, and text that looks like patterns of a replacement.
  const next = fillsOf(main("No $& courses $1"), { state: '"$&"', nonce });
  expect(fillIn(shell.html, next)).toBe(whole(logo, "No $& courses $1", '"$&"'));
});

test("a page has no shell where its main part is drawn in another way within it, or has other hints", () => {
  const fills: Fills = [cover, main("Python"), "1"];
  expect(shellOf(pageOf(cover, "Another id"), fills, nonce)).toBeNull();
  expect(shellOf(pageOf(logo, "Python"), fills, nonce)).toBeNull();
});

test("a page that cannot be drawn at once, or has a script of its own, is no fill", () => {
  expect(fillsOf(null, { state: "1", nonce })).toBeNull();
  expect(fillsOf(main('<script nonce="n0nce">1</script>'), { state: "1", nonce })).toBeNull();
});

const frame = { name: "Shoreline" };

type Given = {
  search?: string;
  pathname?: string;
  title?: string;
  webinar?: string;
  frame?: object;
  isSearch?: boolean;
  path?: string;
};

function placeOf(given: Given = {}) {
  const { search = "?q=a", pathname = "/onlinecourses", title = "Courses", webinar = null, isSearch = true } = given;
  const path = given.path ?? pathname.slice(1);
  const loaderData = { "frame/layout": { frame: given.frame ?? frame, webinar }, list: { meta: [{ title }] } };
  return placeOfShell({
    staticHandlerContext: {
      loaderData,
      location: { search, pathname },
      matches: [{ route: { path: "" } }, { route: { id: "list", path } }],
    },
    routeModules: { list: { handle: { isSearch } } },
  } as unknown as EntryContext);
}

test("a shell is kept for pages of one path with the same head and frame, and only where visitors search", () => {
  const shell = { html: "", nonce: "" };
  placeOf()?.keep(shell);
  expect(placeOf({ search: "?q=b" })?.read()).toBe(shell);
  for (const other of [{ pathname: "/mcq" }, { title: "Tests" }, { webinar: "soon" }, { frame: { ...frame } }]) {
    const place = placeOf(other);
    expect([place !== null, place?.read()], JSON.stringify(other)).toEqual([true, undefined]);
  }
  expect([placeOf({ search: "" }), placeOf({ isSearch: false })]).toEqual([null, null]);
  for (const spelling of ["/OnlineCourses", "/onlinecourses/", "/%6fnlinecourses"])
    expect(placeOf({ pathname: spelling, path: "onlinecourses" })).toBeNull();
});

test("of very many places the oldest is forgotten", () => {
  const shell = { html: "", nonce: "" };
  for (let n = 0; n < 21; n++) placeOf({ pathname: `/many/${n}` })?.keep(shell);
  expect([0, 1, 20].map((n) => placeOf({ pathname: `/many/${n}` })?.read())).toEqual([undefined, shell, shell]);
});

test("data in a script cannot end it", () => {
  const text = '</script><!--\u2028"';
  expect(toExpression(text)).not.toMatch(/[<>&\u2028]/);
  expect(new Function(`return ${toExpression(text)}`)()).toBe(text);
});
