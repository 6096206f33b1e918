import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { coupon, couponUse } from "../../db/tables/coupon.ts";
import { course, earlyBird } from "../../db/tables/course.ts";
import { auditEntry } from "../../db/tables/staff.ts";
import { newCoupon } from "../../test/coupons.ts";
import { testDay } from "../../test/global-setup.ts";
import { testInstitute } from "../../test/institute.ts";
import { newLearner } from "../../test/learner.ts";
import { newStaff } from "../../test/staff.ts";
import { couponDemo } from "./demo.ts";

const institute = await testInstitute();
const { db } = institute;
const owner = await newStaff(institute, ["owner"], "Meera Krishnan");
const courseId = "sql";

const form = {
  ...{ code: "DIWALI20", note: "", discount: { percent: 20 }, courseIds: ["sql", "python"], usesInAll: 50 },
  ...{ firstDay: "2026-11-01", lastDay: "2026-11-30", usesPerPerson: 1, isStackable: false, referrerNumber: null },
};
const { referrerNumber: _, courseIds: __, ...rest } = form;
const courses = [
  { courseId: "sql", name: "SQL" },
  { courseId: "python", name: "Python" },
];
const shown = { ...rest, courses };
const find = (code: string, { coupons }: Awaited<ReturnType<typeof owner.coupon.list>>) =>
  coupons.find((one) => one.code === code);

test("an owner makes a coupon for whole days of the institute, changes it, and the log says what changed", async () => {
  const made = find("DIWALI20", await owner.coupon.save({ ...form, code: " diwali 20 " }));
  expect(made).toMatchObject({ ...shown, state: "active", used: 0, held: 0, version: 0 });
  const couponId = made?.couponId ?? "";
  const [row] = await db.select().from(coupon).where(eq(coupon.id, couponId));
  expect(row?.startsAt.toISOString()).toBe("2026-10-31T18:30:00.000Z");
  expect(row?.endsAt?.toISOString()).toBe("2026-11-30T18:30:00.000Z");
  const change = { ...form, couponId, version: 0, code: "OTHER", discount: { amountInPaise: 50_000 }, lastDay: null };
  const changed = find("DIWALI20", await owner.coupon.save(change));
  expect(changed).toMatchObject({ discount: { amountInPaise: 50_000 }, lastDay: null, version: 1 });
  await expect(owner.coupon.save(change)).rejects.toMatchObject({ code: "CHANGED_MEANWHILE" });
  await expect(owner.coupon.save(form)).rejects.toMatchObject({
    code: "KNOWN_COUPON",
    fields: { code: expect.any(String) },
  });
  const log = await db
    .select()
    .from(auditEntry)
    .where(and(eq(auditEntry.kind, "offer"), eq(auditEntry.thingId, couponId)))
    .orderBy(auditEntry.id);
  expect(log).toMatchObject([
    { action: "Made a coupon", thing: "DIWALI20", who: "Meera Krishnan" },
    {
      action: "Changed a coupon",
      before: { discount: "20 %", lastDay: "2026-11-30" },
      after: { discount: "₹500", lastDay: null },
    },
  ]);
});

test.each<[string, object]>([
  ["code", { code: "A!" }],
  ["code", { code: "" }],
  ["discount", { discount: { percent: 101 } }],
  ["discount", { discount: { percent: 0 } }],
  ["discount", { discount: { amountInPaise: 0.5 } }],
  ["courseIds", { courseIds: ["no-such-course"] }],
  ["lastDay", { lastDay: "2026-10-01" }],
  ["usesInAll", { usesInAll: 0 }],
  ["referrerNumber", { referrerNumber: "9111111111" }],
])("a coupon with a wrong %s is refused at its field: %j", async (field, wrong) => {
  const answer = await owner.coupon.save({ ...form, code: "WRONGFORM", ...wrong }).catch((error) => error);
  expect(answer).toMatchObject({ code: "INVALID_INPUT" });
  expect(Object.keys(answer.fields).join(" ")).toContain(field);
});

test("a withdrawn coupon is refused to buyers at once; a second press changes nothing", async () => {
  const { id: couponId, code } = await newCoupon(institute);
  const me = await newLearner(institute);
  expect((await me.enrolment.price({ courseId, couponCode: code })).couponCode).toBe(code);
  expect(find(code, await owner.coupon.withdraw({ couponId }))?.state).toBe("withdrawn");
  expect(await owner.coupon.read({ couponId })).toMatchObject({ code, state: "withdrawn", version: 1 });
  await owner.coupon.withdraw({ couponId });
  await expect(me.enrolment.price({ courseId, couponCode: code })).rejects.toMatchObject({ code: "COUPON_REFUSED" });
  expect(await db.$count(auditEntry, and(eq(auditEntry.kind, "offer"), eq(auditEntry.thingId, couponId)))).toBe(1);
  const nobody = "00000000-0000-4000-8000-000000000000";
  await expect(owner.coupon.withdraw({ couponId: nobody })).rejects.toMatchObject({ code: "UNKNOWN_COUPON" });
  await expect(owner.coupon.read({ couponId: nobody })).rejects.toMatchObject({ code: "UNKNOWN_COUPON" });
  await expect(owner.coupon.uses({ couponId: nobody })).rejects.toMatchObject({ code: "UNKNOWN_COUPON" });
});

test("a referral code belongs to a learner, and uses are counted for the referrer", async () => {
  const referrer = await newLearner(institute, { firstName: "Asha", lastName: "Raman" });
  const made = find(
    "ASHA10",
    await owner.coupon.save({ ...form, code: "ASHA10", referrerNumber: `+91 ${referrer.mobileNumber}` }),
  );
  expect(made?.referrer).toMatchObject({ name: "Asha Raman", number: `+91${referrer.mobileNumber}` });
  expect((await owner.coupon.list({})).referrers).toMatchObject([{ name: "Asha Raman", used: 0, held: 0 }]);
  const friend = await newLearner(institute);
  const { price } = await friend.enrolment.price({ courseId, couponCode: "ASHA10" });
  await friend.payment.order({ amount: Math.round(price * 100), courseId, couponCode: "ASHA10" });
  await expect(referrer.enrolment.price({ courseId, couponCode: "ASHA10" })).rejects.toMatchObject({
    fields: { couponCode: "You cannot use your own referral code." },
  });
  const { referrers } = await owner.coupon.list({});
  expect(referrers).toMatchObject([{ name: "Asha Raman", used: 0, held: 1 }]);
});

test("coupons are listed 25 at a time, the withdrawn ones after all others, each once", async () => {
  const madeAt = (n: number) => new Date(testDay.getTime() - Math.floor(n / 3) * 1000);
  for (let n = 0; n < 120; n++) await newCoupon(institute, { madeAt: madeAt(n), isWithdrawn: n % 2 === 0 });
  const seen: { couponId: string; state: string }[] = [];
  let after: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof owner.coupon.list>> = await owner.coupon.list({ ...(after && { after }) });
    expect(page.coupons.length).toBeLessThanOrEqual(25);
    seen.push(...page.coupons);
    after = page.next;
  } while (after);
  expect(seen.length).toBe(await db.$count(coupon));
  expect(new Set(seen.map(({ couponId }) => couponId)).size).toBe(seen.length);
  const withdrawn = seen.map(({ state }) => state === "withdrawn");
  expect(withdrawn).toEqual(withdrawn.toSorted((one, other) => Number(one) - Number(other)));
  const ends = ["nonsense", ["maybe 1", crypto.randomUUID()], ["true x", crypto.randomUUID()], ["true 1", "no id"]];
  for (const wrong of ends) {
    const text = typeof wrong === "string" ? wrong : Buffer.from(JSON.stringify(wrong)).toString("base64url");
    await expect(owner.coupon.list({ after: text })).rejects.toMatchObject({ code: "INVALID_INPUT" });
  }
});

test("who used a code is listed 100 at a time, the latest first, without holds that ran out", async () => {
  const { id: couponId, code } = await newCoupon(institute);
  const use = { couponId, discountInPaise: 100 };
  const at = (n: number) => new Date(testDay.getTime() - n * 1000);
  await db.insert(couponUse).values(Array.from({ length: 205 }, (_, n) => ({ ...use, at: at(n) })));
  await db.insert(couponUse).values([
    { ...use, at: at(-1), heldUntil: at(-60) },
    { ...use, at: at(-2), heldUntil: testDay },
  ]);
  expect(find(code, await owner.coupon.list({}))).toMatchObject({ used: 205, held: 1 });
  const seen: string[] = [];
  let after: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof owner.coupon.uses>> = await owner.coupon.uses({
      couponId,
      ...(after && { after }),
    });
    seen.push(...page.uses.map(({ useId }) => useId));
    if (!after) expect(page.uses[0]).toMatchObject({ isHeld: true, learner: null });
    after = page.next;
  } while (after);
  expect([seen.length, new Set(seen).size]).toEqual([206, 206]);
  for (const wrong of ["nonsense", "2026-99-99T00:00:00.000Z 1", `${testDay.toISOString()} x`])
    await expect(owner.coupon.uses({ couponId, after: wrong })).rejects.toMatchObject({ code: "INVALID_INPUT" });
});

test("an owner sets an early-bird price, which pages show at once, and ends it", async () => {
  const price = { courseId: "java", priceInPaise: 499_900, lastDay: "2026-12-01" };
  const listed = async () => (await owner.coupon.list({})).earlyBirds.find((one) => one.courseId === "java");
  await owner.coupon.saveEarlyBird(price);
  expect(await listed()).toMatchObject({ ...price, isOver: false, version: 0 });
  institute.cache.purge();
  expect((await institute.visitor().course.read({ courseId: "java" })).price).toBe(4999);
  await expect(owner.coupon.saveEarlyBird(price)).rejects.toMatchObject({ code: "CHANGED_MEANWHILE" });
  await owner.coupon.saveEarlyBird({ ...price, lastDay: "2026-12-02", version: 0 });
  expect(await listed()).toMatchObject({ lastDay: "2026-12-02", version: 1 });
  for (const [field, wrong] of Object.entries({ priceInPaise: 9_999_900, lastDay: "2026-01-01" }))
    await expect(owner.coupon.saveEarlyBird({ ...price, version: 1, [field]: wrong })).rejects.toMatchObject({
      fields: { [field]: expect.any(String) },
    });
  await owner.coupon.removeEarlyBird({ courseId: "java" });
  await owner.coupon.removeEarlyBird({ courseId: "java" });
  expect(await listed()).toBeUndefined();
  await expect(owner.coupon.removeEarlyBird({ courseId: "nothing" })).rejects.toMatchObject({ code: "UNKNOWN_COURSE" });
});

test("the demonstration has a coupon and an early-bird price, keeps them near today, and takes them with it", async () => {
  const { coupons, earlyBirds } = await owner.coupon.list({});
  expect(coupons.find(({ code }) => code === "WELCOME10")).toMatchObject({ state: "active", usesPerPerson: 1 });
  expect(earlyBirds.find((one) => one.courseId === "software-testing")).toMatchObject({ isOver: false });
  const me = await newLearner(institute);
  const { price } = await me.enrolment.price({ courseId, couponCode: "WELCOME10" });
  const { order_id } = await me.payment.order({ amount: Math.round(price * 100), courseId, couponCode: "WELCOME10" });
  expect(order_id).toBeTruthy();
  const later = new Date(testDay.getTime() + 90 * 86_400_000);
  await couponDemo.freshen?.({ db, now: later });
  const [fresh] = await db.select().from(coupon).where(eq(coupon.code, "WELCOME10"));
  expect(fresh?.endsAt?.getTime()).toBeGreaterThan(later.getTime());
  expect(await db.$count(couponUse, eq(couponUse.couponId, fresh?.id ?? ""))).toBe(1);
  const [sold] = await db.select().from(course).where(eq(course.courseId, "software-testing"));
  const [early] = await db
    .select()
    .from(earlyBird)
    .where(eq(earlyBird.courseId, sold?.id ?? ""));
  expect(early?.endsAt.getTime()).toBeGreaterThan(later.getTime());
  expect(await couponDemo.has?.(db)).toBe(true);
  expect(await couponDemo.remove?.(db)).toEqual({ coupons: 1, "early-bird prices": 1 });
  expect(await couponDemo.has?.(db)).toBe(false);
  // The institute's own stay.
  expect(await db.$count(coupon)).toBeGreaterThan(0);
});
