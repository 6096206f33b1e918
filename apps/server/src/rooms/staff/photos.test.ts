import { desc, eq } from "drizzle-orm";
import sharp from "sharp";
import { expect, test } from "vitest";
import { auditEntry, staff } from "../../db/tables/staff.ts";
import { enqueue } from "../../jobs/queue.ts";
import { testInstitute } from "../../test/institute.ts";
import { newStaff } from "../../test/staff.ts";
import { noise } from "../../test/uploading.ts";
import { staffDemo } from "./demo.ts";
import { removeUnusedPhoto } from "./jobs.ts";

const institute = await testInstitute();
const { db, stored } = institute;
const jpeg = (await noise({ width: 300, height: 200 }).jpeg().toBuffer()).toString("base64");
const filesOf = (photo: string) => {
  const key = photo.slice("/media/".length);
  return [key, key.replace(".webp", "-small.webp")].map((one) => stored.has(one));
};

test("a photo becomes a square, is shown to colleagues, and takes the place of the one before", async () => {
  const me = await newStaff(institute, ["owner"], "Anitha Devan");
  const { photo: first, version } = await me.staff.changePhoto({ picture: jpeg });
  expect(first).toMatch(/^\/media\/staff\/[0-9a-f-]{36}\.webp$/);
  expect(version).toBe(me.person.version);
  for (const [address, side] of [
    [first, 512],
    [first?.replace(".webp", "-small.webp"), 96],
  ] as const) {
    const answer = await institute.app.request(address ?? "");
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "image/webp"]);
    const { width, height } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata();
    expect([width, height]).toEqual([side, side]);
  }
  expect((await me.staff.me({})).photo).toBe(first);
  const { people } = await me.staff.people({});
  expect(people.find(({ staffId }) => staffId === me.person.id)?.photo).toBe(first);
  expect((await ownLeadOf(me)).owner?.photo).toBe(first);

  const { photo: second } = await me.staff.changePhoto({ picture: jpeg });
  await institute.runJobs();
  expect([filesOf(first ?? ""), filesOf(second ?? "")]).toEqual([
    [false, false],
    [true, true],
  ]);
  expect((await me.staff.removePhoto({})).photo).toBeNull();
  expect((await me.staff.removePhoto({})).photo).toBeNull();
  await institute.runJobs();
  expect(filesOf(second ?? "")).toEqual([false, false]);
  const lines = await db
    .select()
    .from(auditEntry)
    .where(eq(auditEntry.thingId, me.person.id))
    .orderBy(desc(auditEntry.id));
  expect(lines.map(({ action, before, after }) => [action, before, after])).toEqual([
    ["Removed the own photo", null, null],
    ["Changed the own photo", null, null],
    ["Changed the own photo", null, null],
  ]);
});

async function ownLeadOf({ inbox, person }: Awaited<ReturnType<typeof newStaff>>) {
  const { leadId, version } = await inbox.create({ name: "Nila Kumar", email: "nila@example.com", number: null });
  return inbox.change({ leadId, version, ownerId: person.id });
}

test.each([
  ["no picture at all", "", "NOT_A_PICTURE"],
  ["a page", Buffer.from("<html><script>alert(1)</script></html>").toString("base64"), "NOT_A_PICTURE"],
  ["half of a picture", jpeg.slice(0, jpeg.length / 2 - ((jpeg.length / 2) % 4)), "BROKEN_PICTURE"],
  ["no base64", "not a picture", "INVALID_INPUT"],
  ["too much", "A".repeat(700_004), "INVALID_INPUT"],
])("%s is refused and nothing is stored", async (_, picture, code) => {
  const me = await newStaff(institute, ["trainer"]);
  const before = stored.size;
  await expect(me.staff.changePhoto({ picture })).rejects.toMatchObject({ code });
  expect([stored.size, (await me.staff.me({})).photo]).toEqual([before, null]);
});

test("a photo that somebody shows is not removed, and one that never got its row is", async () => {
  const me = await newStaff(institute, ["trainer"]);
  const { photo } = await me.staff.changePhoto({ picture: jpeg });
  const shown = photo?.slice("/media/".length) ?? "";
  const lost = "staff/00000000-0000-4000-8000-000000000000.webp";
  stored.set(lost, { bytes: new Uint8Array(1), type: "image/webp" });
  await enqueue(db, removeUnusedPhoto, { photo: shown });
  await enqueue(db, removeUnusedPhoto, { photo: lost });
  await institute.runJobs();
  expect([stored.has(shown), stored.has(lost)]).toEqual([true, false]);
});

test("only names of photos are found below /media/staff", async () => {
  for (const name of ["x.webp", "..%2Fuser%2Fx.webp", ""])
    expect((await institute.app.request(`/media/staff/${name}`)).status).toBe(404);
});

test("a demonstration loses its photos with the day", async () => {
  const me = await newStaff(institute, ["owner"]);
  await db.update(staff).set({ isDemo: true }).where(eq(staff.id, me.person.id));
  const { photo } = await me.staff.changePhoto({ picture: jpeg });
  await staffDemo.freshen?.({ db, now: institute.deps.clock.now() } as never);
  await institute.runJobs();
  expect(filesOf(photo ?? "")).toEqual([false, false]);
});
