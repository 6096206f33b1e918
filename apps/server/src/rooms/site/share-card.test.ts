import { eq, sql } from "drizzle-orm";
import sharp from "sharp";
import { expect, test } from "vitest";
import { certificate } from "../../db/tables/certificate.ts";
import { course } from "../../db/tables/course.ts";
import { institute } from "../../db/tables/site.ts";
import { drawInThread } from "../../pdf/in-thread.ts";
import { testInstitute } from "../../test/institute.ts";
import { readInstitute } from "./queries.ts";

const house = await testInstitute();
const ask = (path: string) => house.visitor().request(path);
const cards = () => [...house.stored.keys()].filter((key) => key.startsWith("share/"));

test.each([
  "/share/home.jpg",
  "/share/page/aboutus.jpg",
  "/share/page/privacy-policy.jpg",
  "/share/page/mcq.jpg",
  "/share/course/python.jpg",
  "/share/course/node.js.jpg",
  "/share/webinar/first-api.jpg",
  "/share/test/python.jpg",
])("%s is the card of a page", async (path) => {
  const response = await ask(path);
  expect([response.status, response.headers.get("content-type")]).toEqual([200, "image/jpeg"]);
});

test.each([
  "/share/course/cobol.jpg",
  "/share/course/python.png",
  "/share/course/%00.jpg",
  "/share/page/chatbot.jpg",
  "/share/page/constructor.jpg",
  "/share/webinar/none.jpg",
  "/share/test/none.jpg",
  "/share/certificate/OCNST99999.jpg",
  "/share/certificate/x.jpg",
  "/share/else.jpg",
  "/share/",
])("%s is not found, and nothing is drawn", async (path) => {
  const before = cards().length;
  expect((await ask(path)).status).toBe(404);
  expect(cards().length).toBe(before);
});

test.each([
  ["webinarview", "delete from webinar_seat; delete from webinar"],
  ["onlinecourses", "update course set is_hidden = true"],
  ["offlinecourses", "delete from offline_course"],
  ["mcq", "delete from collection"],
  ["aboutus", "delete from mentor; delete from block where name = 'about'"],
])("an institute without the page %s has no card of it", async (page, statement) => {
  const other = await testInstitute();
  expect((await other.visitor().request(`/share/page/${page}.jpg`)).status).toBe(200);
  await other.db.execute(sql.raw(statement));
  other.cache.purge();
  expect((await other.visitor().request(`/share/page/${page}.jpg`)).status).toBe(404);
});

test("a card is drawn once, and again when the course has changed", async () => {
  await ask("/share/course/sql.jpg");
  const before = cards().length;
  const first = await (await ask("/share/course/sql.jpg")).text();
  expect(cards().length).toBe(before);
  await house.db.update(course).set({ priceInPaise: 777_700 }).where(eq(course.courseId, "sql"));
  const second = await (await ask("/share/course/sql.jpg")).text();
  expect(cards().length).toBe(before + 1);
  expect(first).not.toContain("₹7,777");
  expect(second).toContain("₹7,777");
});

test("a card carries the name and the colours of the institute", async () => {
  const profile = await readInstitute(house.db);
  const brand = { ...profile.brand, colours: { main: "#7a1f3d", accent: "#e8b04a" }, icon: null };
  await house.db
    .update(institute)
    .set({ profile: { ...profile, name: "Kaveri School", tagline: "Learn code.", city: "Trichy", brand } });
  const text = await (await ask("/share/home.jpg")).text();
  expect(text).toContain('"name":"Kaveri School"');
  expect(text).toContain("#7a1f3d");
  expect(text).not.toMatch(/Shoreline|Pondicherry/);
  await house.db.update(institute).set({ profile });
});

test("the card of a certificate names its holder unless that is hidden, and says at once that it was revoked", async () => {
  const [one] = await house.db.select().from(certificate).limit(1);
  const address = `/share/certificate/${one?.certificateId}.jpg`;
  const first = await ask(address);
  expect(first.headers.get("cache-control")).toBe("no-cache");
  const text = await first.text();
  for (const said of [one?.courseCompleted, one?.studentName, `Certificate ${one?.certificateId}`])
    expect(text).toContain(said);
  const change = async (values: Partial<typeof certificate.$inferInsert>) => {
    await house.db
      .update(certificate)
      .set(values)
      .where(eq(certificate.id, one?.id ?? ""));
    return (await ask(address)).text();
  };
  const hidden = await change({ isNameHidden: true });
  expect(hidden).toContain(one?.courseCompleted);
  expect(hidden).not.toContain(one?.studentName);
  expect(await change({ revokedAt: new Date(), revokedReason: "Issued in error" })).toContain("Revoked: OCNST");
});

test("nobody finds certificates by trying the addresses of their cards", async () => {
  const stranger = house.visitor();
  const answers: number[] = [];
  for (let n = 0; n < 182; n++)
    answers.push((await stranger.request(`/share/certificate/OCNST9${1000 + n}.jpg`)).status);
  expect(answers.slice(-2)).toEqual([429, 429]);
});

async function drawCard(title: string, facts: string[]): Promise<Uint8Array> {
  const icon = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 2 2"><rect width="2" height="2"/></svg>',
  );
  const about = { name: "Kaveri School of Code", colours: { main: "#7a1f3d", accent: "#e8b04a" } };
  const input = { ...about, title, facts, logo: null, icon, picture: null, isGeneral: true };
  return drawInThread(new URL("./share-card-thread.ts", import.meta.url), input);
}

/** The smallest box around the pixels in which two cards differ, within a band of rows. */
async function changedBox(one: Uint8Array, other: Uint8Array, rows: { from: number; to: number }) {
  const [a, b] = await Promise.all([one, other].map((jpeg) => sharp(jpeg).greyscale().raw().toBuffer()));
  const box = { left: 1200, top: 630, right: 0, bottom: 0 };
  for (let at = rows.from * 1200; at < rows.to * 1200; at++) {
    if (Math.abs((a?.[at] ?? 0) - (b?.[at] ?? 0)) < 40) continue;
    const [x, y] = [at % 1200, Math.floor(at / 1200)];
    box.left = Math.min(box.left, x);
    box.right = Math.max(box.right, x);
    box.top = Math.min(box.top, y);
    box.bottom = Math.max(box.bottom, y);
  }
  return box;
}

test.each([
  ["Python", "₹12,999"],
  [
    "Automated regression testing of very large distributed systems with Playwright, Selenium and a hundred other tools",
    "₹1",
  ],
  ["Donaudampfschifffahrtsgesellschaftskapitaenskajuetenschluessel", "₹1,00,00,000 with everything"],
  ["தமிழில் நிரல் எழுதக் கற்போம்", "இலவசம்"],
  ["हिन्दी में प्रोग्रामिंग", "निःशुल्क"],
])("the words of %s stay beside the picture, below the name and above the lower edge", async (title, price) => {
  const [card, empty] = await Promise.all([drawCard(title, ["50 hours", price]), drawCard(" ", [])]);
  const heading = await changedBox(card, empty, { from: 0, to: 424 });
  expect(heading.left).toBeGreaterThan(48);
  expect(heading.right).toBeGreaterThan(heading.left);
  expect(heading.right).toBeLessThan(660);
  expect(heading.top).toBeGreaterThan(118);
  const facts = await changedBox(card, empty, { from: 424, to: 630 });
  expect(facts.left).toBeGreaterThan(48);
  expect(facts.right).toBeGreaterThan(facts.left);
  expect(facts.right).toBeLessThan(760);
  expect(facts.bottom).toBeLessThan(622);
});

test("a card is a JPEG of the size that networks ask for, and small", async () => {
  const jpeg = await drawCard("Python", ["50 hours", "₹12,999"]);
  const { width, height, format } = await sharp(jpeg).metadata();
  expect([width, height, format]).toEqual([1200, 630, "jpeg"]);
  expect(jpeg.byteLength).toBeLessThan(150_000);
});
