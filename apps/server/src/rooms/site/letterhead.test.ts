import { Institute } from "@shoreline/contract";
import sharp from "sharp";
import { beforeEach, expect, test } from "vitest";
import { pictureKey } from "../../content/pictures.ts";
import { institute } from "../../db/tables/site.ts";
import { finishCourse, issueTo } from "../../test/finished.ts";
import { testInstitute } from "../../test/institute.ts";
import { newLearner } from "../../test/learner.ts";
import { orderCourse, payAtGateway } from "../../test/paying.ts";
import { printedBrand, readLetterhead } from "./letterhead.ts";
import { readInstitute } from "./queries.ts";

const house = await testInstitute();
const { files } = house.deps;
const isUp = files.read;

beforeEach(() => {
  files.read = isUp;
});

/** Each test has a picture of its own, because the product remembers what it has read. */
async function become(letter: string | null) {
  const name = `${letter?.repeat(24)}.svg`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 20"><rect width="60" height="20" id="${letter}"/></svg>`;
  house.stored.set(pictureKey(name), { bytes: Buffer.from(svg), type: "image/svg+xml" });
  const logo = letter && { light: `/media/picture/${name}`, dark: null };
  const before = await readInstitute(house.db);
  const profile = Institute.parse({ ...before, brand: { ...before.brand, logo } });
  await house.db.update(institute).set({ profile });
  return profile;
}

function goDown() {
  files.read = async (key) => {
    if (key.startsWith("picture/")) throw new Error("the store is down");
    return isUp(key);
  };
}

test("documents keep the logo of their day", async () => {
  const then = await become("1");
  const now = await become(null);
  const { logo } = await readLetterhead(house.deps, { name: then.name, brand: printedBrand(then) });
  const { width, height } = await sharp(logo ?? Buffer.alloc(0)).metadata();
  expect([width, height]).toEqual([960, 320]);
  expect((await readLetterhead(house.deps, { name: now.name, brand: printedBrand(now) })).logo).toBeNull();
});

/** The fake drawing contains its input. */
const hasLogo = (bytes: Uint8Array) => /"logo":\{"type":"Buffer"/.test(Buffer.from(bytes).toString());

async function readCertificate() {
  const { certificateId } = await issueTo(house, await finishCourse(house));
  return async () => (await house.visitor().certificate.pdf({ certificateId })).bytes;
}

async function readInvoice() {
  const learner = await newLearner(house);
  const { order_id } = await orderCourse(learner);
  await learner.enrolment.buy({ courseId: "sql", ...(await payAtGateway(house, order_id)) });
  const [bought] = await learner.enrolment.list({});
  return async () => (await learner.enrolment.invoice({ purchaseId: bought?._id ?? "" })).bytes;
}

async function readSyllabus() {
  return async () => (await house.visitor().course.syllabus({ courseId: "sql" })).bytes;
}

test.each([
  ["a certificate", "2", readCertificate],
  ["an invoice", "3", readInvoice],
  ["a syllabus", "4", readSyllabus],
])("%s that was read while the store was down has its logo when the store is back", async (_, letter, prepare) => {
  await become(letter);
  const read = await prepare();
  goDown();
  expect(hasLogo(await read())).toBe(false);
  expect(house.logged).toContainEqual(expect.objectContaining({ msg: "a picture of a document could not be read" }));
  files.read = isUp;
  expect(hasLogo(await read())).toBe(true);
});

test("an icon that cannot be read is not replaced by the initials until content changes", async () => {
  const name = `${"5".repeat(24)}.svg`;
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" id="own"/></svg>';
  house.stored.set(pictureKey(name), { bytes: Buffer.from(svg), type: "image/svg+xml" });
  const before = await readInstitute(house.db);
  const profile = Institute.parse({ ...before, brand: { ...before.brand, icon: `/media/picture/${name}` } });
  await house.db.update(institute).set({ profile });
  goDown();
  expect((await house.app.request("/icon.svg")).status).toBe(500);
  files.read = isUp;
  expect(await (await house.app.request("/icon.svg")).text()).toContain('id="own"');
});
