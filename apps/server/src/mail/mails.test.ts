import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { Institute } from "@shoreline/contract";
import { expect, test } from "vitest";
import { openFolder, shippedFolder } from "../content/folder.ts";
import { mails } from "../house.ts";
import { classReminder } from "../rooms/schedule/class-mails.ts";
import { webinarReminder } from "../rooms/webinar/mails.ts";
import { renderHtml } from "./html.ts";
import type { AnyMailKind } from "./kind.ts";
import { mailLook } from "./look.ts";
import { writeSamples } from "./samples.ts";
import { writeMail } from "./write.ts";

const institute = Institute.parse(openFolder(shippedFolder).readFile("institute.yaml", Institute));
const publicUrl = "https://shoreline.example";
const now = new Date("2026-11-15T06:30:00.000Z");
const context = { institute, publicUrl, now };

const samples = writeSamples(mails, context);
const named = mails.map((kind) => [kind.name, kind] as const);

test("every kind has a name of its own", () => {
  expect(new Set(mails.map(({ name }) => name)).size).toBe(mails.length);
});

test("every kind is defined in a file of mails, declared by its room, and sent", () => {
  const rooms = path.join(import.meta.dirname, "../rooms");
  const sources = globSync("**/*.ts", { cwd: rooms })
    .filter((file) => !/\.test\.ts$|room\.ts$/.test(file))
    .map((file) => ({ file, text: readFileSync(path.join(rooms, file), "utf8") }));
  const defining = sources.filter(({ text }) => text.includes(" = defineMail("));
  expect(defining.map(({ file }) => path.basename(file)).filter((name) => !/^(\w+-)?mails\.ts$/.test(name))).toEqual(
    [],
  );
  const all = sources.map(({ text }) => text).join("\n");
  const defined = [...all.matchAll(/export const (\w+) = defineMail\("([\w-]+)"/g)];
  expect(defined.map(([, , name]) => name).sort()).toEqual(mails.map(({ name }) => name).sort());
  for (const [, constant, name] of defined)
    expect(new RegExp(`mailOf\\(\\s*${constant},`).test(all), `${name} is never sent`).toBe(true);
});

test.each(named)("%s: the HTML says everything that the text says", (_, kind) => {
  const { text, html, subject } = writeMail(kind, kind.sample, context);
  const shown = wordsOf(decoded(html));
  for (const line of text.split("\n").filter((one) => !/^\s*(https?:|\S+@\S+$)/.test(one)))
    expect(shown).toContain(wordsOf(line.replace(/: https?:\S+$/, "")));
  for (const [url] of text.matchAll(/https?:\S+/g)) expect(decodeEntities(html)).toContain(`href="${url}"`);
  expect(subject.length).toBeLessThanOrEqual(60);
});

test.each(named)("%s: one button at most, in a mail that says why it comes", (_, kind) => {
  const { parts, why } = kind.write(kind.sample, context);
  expect(parts.filter((part) => "button" in part).length).toBeLessThan(2);
  expect(why).toMatch(/^You get this mail because .*\.$/);
});

test.each(samples.map((sample) => [sample.name, sample.html]))(
  "%s: loads nothing from elsewhere, fits a narrow screen and stays far below the size that mailboxes cut",
  (_, html) => {
    const seen = html.replace(/<!--\[if mso\].*?<!\[endif\]-->/gs, "");
    expect(seen).not.toMatch(/\bsrc=|url\(|@import|<link|<script|<img|<form/i);
    const widths = [...seen.matchAll(/(?<!max-)width(?:="|:)(\d+)(?:px|")/g)].map(([, width]) => Number(width));
    expect(Math.max(...widths)).toBeLessThan(100);
    expect(Buffer.byteLength(html)).toBeLessThan(30_000);
    expect(html).toContain('<html lang="en-IN">');
  },
);

const hostile = `<script>alert("x")</script><b>'&amp; \u202eevil\u202c\u0007 ${"w".repeat(300)}`;

test.each(named)("%s: markup and direction marks in the data stay text", (_, kind) => {
  const { html, text, subject } = writeMail(kind, spoil(kind), context);
  expect(html).not.toMatch(/<script|<b>'|alert\("x"\)/);
  for (const part of [html, text, subject]) expect(part).not.toMatch(/[\u202a-\u202e]|(?![\n\t])\p{Cc}/u);
  for (const [, url] of html.matchAll(/href="([^"]*)"/g)) expect(url).toMatch(/^(https?:\/\/|mailto:|tel:|#$)/);
});

test("an institute with a name of markup does not break its own mails", () => {
  const [welcome] = mails.filter(({ name }) => name === "welcome") as [AnyMailKind];
  const { html } = writeMail(welcome, welcome.sample, { ...context, institute: { ...institute, name: hostile } });
  expect(html).not.toMatch(/<script|<b>'/);
});

test("a logo replaces the wordmark, keeps its size and is named for those who do not see it", () => {
  const at = (name: string) => ({ url: `https://shoreline.example/media/picture/${name}.png`, width: 160, height: 40 });
  const letter = { subject: "Hello", parts: [], why: "You get this mail because." };
  const render = (dark: ReturnType<typeof at> | null) =>
    renderHtml(letter, { institute, publicUrl, look: mailLook(institute, { light: at("day"), dark }) });
  const image =
    '<img src="https://shoreline.example/media/picture/day.png" width="160" height="40" alt="Shoreline Academy"';
  for (const html of [render(null), render(at("night"))]) {
    expect(html).toContain(image);
    expect(html.match(/<img/g)).toHaveLength(1);
  }
  expect(render(null)).not.toContain("<source");
  expect(render(at("night"))).toContain(
    '<source media="(prefers-color-scheme:dark)" srcset="https://shoreline.example/media/picture/night.png"',
  );
});

test("staff notices about a person are answered to that person, and only to a real address", () => {
  const {
    "lead-letter": letter,
    "webinar-letter": webinarLetter,
    ...replyTo
  } = Object.fromEntries(samples.flatMap((one) => (one.replyTo ? [[one.name, one.replyTo]] : [])));
  expect([letter, webinarLetter]).toEqual([context.institute.email, context.institute.email]);
  expect(Object.keys(replyTo).sort()).toEqual([
    "download-notice",
    "enquiry-notice",
    "learner-asks",
    "learner-waits",
    "payment-flagged",
    "subscription-notice",
    "wish-notice",
  ]);
  expect(new Set(Object.values(replyTo))).toEqual(new Set(["asha@example.com"]));
  const [notice] = mails.filter(({ name }) => name === "enquiry-notice") as [AnyMailKind];
  const injected = { ...notice.sample, email: "asha@example.com\r\nBcc: eve@example.com" };
  expect(writeMail(notice, injected, context).replyTo).toBeUndefined();
});

test("list mail can be unsubscribed from, and shows the link", () => {
  const list = samples.filter(({ unsubscribeUrl }) => unsubscribeUrl);
  expect(list.map(({ name }) => name).sort()).toEqual([
    "digest",
    "seat-confirmed",
    "staff-digest",
    "subscribed",
    "webinar-letter",
    "webinar-moved",
    "webinar-reminder",
  ]);
  for (const { unsubscribeUrl, html } of list) {
    expect(unsubscribeUrl).toMatch(/^https:\/\/shoreline\.example\/api\//);
    expect(html).toMatch(/href="https:\/\/shoreline\.example\/(webinar\/user\/|digest\/)?unsubscribe\//);
  }
});

test.each([
  ["2026-11-15T04:00:00.000Z", "Python: your class is today at 12:30 PM", "Today at 12:30 PM"],
  ["2026-11-15T06:00:00.000Z", "Python: your class is in an hour", "In an hour"],
  ["2026-11-15T06:50:00.000Z", "Python: your class is in 10 minutes", "In 10 minutes"],
  ["2026-11-15T06:59:10.000Z", "Python: your class is in a minute", "In a minute"],
  ["2026-11-15T06:59:40.000Z", "Python: your class has started", "Now"],
  ["2026-11-15T07:20:00.000Z", "Python: your class has started", "Now"],
])("a reminder that is sent at %s says how much time is left then", (at, ofClass, ofWebinar) => {
  const start = "2026-11-15T07:00:00.000Z";
  const then = { ...context, now: new Date(at) };
  expect(writeMail(classReminder, { ...classReminder.sample, startsAt: start }, then).subject).toContain(
    `${ofClass}: `,
  );
  expect(writeMail(webinarReminder, { ...webinarReminder.sample, startAt: start }, then).subject).toContain(
    `${ofWebinar}: `,
  );
});

test.each([
  ["Python", "Python: your class is today at 12:30 PM: Lists, loops and…"],
  ["Embedded Systems with C and Arduino", "Embedded Systems with C…: your class is today at 12:30 PM…"],
])("the subject about %s has at most 60 letters, ends with a whole word, and tells when", (courseName, subject) => {
  const data = {
    ...classReminder.sample,
    courseName,
    topic: "Lists, loops and the things in between",
    startsAt: "2026-11-15T07:00:00.000Z",
  };
  const mail = writeMail(classReminder, data, { ...context, now: new Date("2026-11-15T04:00:00.000Z") });
  expect(mail.subject).toBe(subject);
  expect(mail.html).toContain(data.topic);
});

test("telephone numbers and addresses are links; numbers and times stay on one line", () => {
  const parts = [{ paragraph: "Call +91 9000000000 before 9:00 AM." }, { facts: { "E-mail": "asha@example.com" } }];
  const letter = { subject: "Tomorrow at 9:00 AM", parts, why: "You get this mail because." };
  const html = renderHtml(letter, { institute, publicUrl, look: mailLook(institute, null) });
  expect(html).toMatch(
    /Call <a href="tel:\+919000000000"[^>]*>\+91\u00a090000\u00a000000<\/a> before 9:00\u00a0AM\.<\/p>/,
  );
  expect(html).toMatch(/<a href="mailto:asha@example\.com"[^>]*>asha@example\.com<\/a>/);
  expect(html).toContain("Tomorrow at 9:00\u00a0AM</h1>");
});

/** The sample, with hostile text in every field that takes any text. */
function spoil(kind: AnyMailKind): unknown {
  let data = structuredClone(kind.sample);
  for (const place of placesOf(kind.sample)) {
    const changed = structuredClone(data);
    const holder = place.slice(0, -1).reduce((value, key) => value[key], changed);
    holder[place.at(-1) ?? ""] = hostile;
    if (kind.data.safeParse(changed).success) data = changed;
  }
  return data;
}

function placesOf(value: unknown, place: string[] = []): string[][] {
  if (typeof value === "string") return [place];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, one]) => placesOf(one, [...place, key]));
}

function decoded(html: string): string {
  return decodeEntities(html.replace(/<style>.*?<\/style>/s, "").replace(/<[^>]+>/g, " "));
}

function decodeEntities(html: string): string {
  const entities: Record<string, string> = { lt: "<", gt: ">", quot: '"', "#39": "'", nbsp: " ", amp: "&" };
  return html.replace(/&(lt|gt|quot|#39|nbsp|amp);/g, (_, name) => entities[name] ?? "");
}

/** Letters and digits only: labels and values stand in cells of their own. */
function wordsOf(text: string): string {
  return (text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).join(" ");
}
