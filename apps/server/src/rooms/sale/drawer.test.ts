import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { cashMove } from "../../db/tables/sale.ts";
import { auditEntry } from "../../db/tables/staff.ts";
import { deskName, enrolAtDesk, inCash } from "../../test/desk.ts";
import { testDay } from "../../test/global-setup.ts";
import { testInstitute } from "../../test/institute.ts";
import { newStaff } from "../../test/staff.ts";

const institute = await testInstitute();
const { db } = institute;
const desk = await newStaff(institute, ["front desk"], "Prakash Immanuel");
const owner = await newStaff(institute, ["owner"], "Meera Krishnan");
const day = 86_400_000;

async function onDay<T>(days: number, work: (who: Awaited<ReturnType<typeof newStaff>>) => Promise<T>): Promise<T> {
  institute.setNow(new Date(testDay.getTime() + days * day));
  try {
    return await work(await newStaff(institute, ["front desk"], "Prakash Immanuel"));
  } finally {
    institute.setNow(testDay);
  }
}

test("a day at the drawer: opened with a count, takings and other moves listed, a difference explained", async () => {
  const opened = await desk.sale.openDrawer({ desk: deskName, countedInPaise: 200_000 });
  await expect(desk.sale.openDrawer({ desk: deskName, countedInPaise: 0 })).rejects.toMatchObject({
    code: "DRAWER_OPEN",
  });
  const { receipt } = await enrolAtDesk(desk, { payment: inCash });
  const attemptId = crypto.randomUUID();
  const move = { drawerId: opened.drawerId, amountInPaise: -50_000, reason: "Tea and printer paper", attemptId };
  await Promise.all([desk.sale.moveCash(move), desk.sale.moveCash(move)]);
  const [drawer] = (await desk.sale.drawers({})).drawers;
  const takings = receipt?.amountInPaise ?? 0;
  expect(drawer).toMatchObject({
    ...{ desk: deskName, openedBy: "Prakash Immanuel", closedAt: null, expectedInPaise: 150_000 + takings },
    moves: expect.arrayContaining([
      expect.objectContaining({ amountInPaise: takings, reason: `Receipt ${receipt?.number}`, by: "Prakash Immanuel" }),
      expect.objectContaining({ amountInPaise: -50_000, reason: "Tea and printer paper" }),
    ]),
  });
  const { drawerId } = opened;
  const short = { drawerId, countedInPaise: 140_000 + takings };
  const refused = await desk.sale.closeDrawer(short).catch((error) => error);
  expect(refused).toMatchObject({ code: "INVALID_INPUT", fields: { explanation: expect.stringContaining("₹100") } });
  const closed = await desk.sale.closeDrawer({ ...short, explanation: "Change given wrongly" });
  expect(closed).toMatchObject({
    countedInPaise: short.countedInPaise,
    explanation: "Change given wrongly",
    closedBy: "Prakash Immanuel",
  });
  const isClosed = { code: "DRAWER_CLOSED" };
  await expect(desk.sale.closeDrawer(short)).rejects.toMatchObject(isClosed);
  await expect(desk.sale.moveCash({ ...move, attemptId: crypto.randomUUID() })).rejects.toMatchObject(isClosed);
  await expect(enrolAtDesk(desk, { payment: inCash })).rejects.toMatchObject({ code: "DRAWER_NOT_OPEN" });
  const entries = await db.select().from(auditEntry).where(eq(auditEntry.thingId, drawerId)).orderBy(auditEntry.id);
  expect(entries.map(({ action }) => action)).toEqual([
    ...["Opened the cash drawer", "Took cash out of the drawer", "Closed the cash drawer"],
  ]);

  // Somebody comes late with cash: the sum goes on from what was counted.
  const again = await desk.sale.openDrawer({ desk: deskName, countedInPaise: short.countedInPaise });
  expect(again).toMatchObject({ drawerId, expectedInPaise: short.countedInPaise, closedAt: null, explanation: "" });
  expect(again.moves).toContainEqual(
    expect.objectContaining({ amountInPaise: -10_000, reason: "Difference: Change given wrongly" }),
  );
  expect(await desk.sale.closeDrawer(short)).toMatchObject({ explanation: "" });
});

test("the drawer of yesterday is closed before today's is opened or cash is taken", async () => {
  const yesterday = await onDay(1, (who) => who.sale.openDrawer({ desk: deskName, countedInPaise: 10_000 }));
  await onDay(2, async (who) => {
    expect((await who.sale.desk({})).desks).toEqual([{ name: deskName, drawer: "of an earlier day" }]);
    const late = { code: "DRAWER_STILL_OPEN" };
    await expect(who.sale.openDrawer({ desk: deskName, countedInPaise: 0 })).rejects.toMatchObject(late);
    await expect(enrolAtDesk(who, { payment: inCash })).rejects.toMatchObject(late);
    await who.sale.closeDrawer({ drawerId: yesterday.drawerId, countedInPaise: 10_000 });
    await who.sale.openDrawer({ desk: deskName, countedInPaise: 10_000 });
    expect((await who.sale.desk({})).desks).toEqual([{ name: deskName, drawer: "open" }]);
    const { sale } = await enrolAtDesk(who, { payment: inCash });
    expect(sale.state).toBe("bought");
  });
});

test("of two who close a drawer or open one at once, one does", async () => {
  await onDay(3, async (who) => {
    const { drawers } = await who.sale.drawers({});
    const open = drawers.find(({ closedAt }) => closedAt === null);
    const count = { drawerId: open?.drawerId ?? "", countedInPaise: open?.expectedInPaise ?? 0 };
    const closed = await Promise.allSettled([who.sale.closeDrawer(count), who.sale.closeDrawer(count)]);
    expect(closed.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    const first = { desk: deskName, countedInPaise: 5000 };
    const opened = await Promise.allSettled([who.sale.openDrawer(first), who.sale.openDrawer(first)]);
    expect(opened.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(opened.find(({ status }) => status === "rejected")).toMatchObject({ reason: { code: "DRAWER_OPEN" } });
  });
});

test("a drawer that is opened again with another count needs a reason", async () => {
  await onDay(4, async (who) => {
    const { drawers } = await who.sale.drawers({});
    const late = drawers.find(({ closedAt }) => closedAt === null);
    if (late) await who.sale.closeDrawer({ drawerId: late.drawerId, countedInPaise: late.expectedInPaise });
    const { drawerId } = await who.sale.openDrawer({ desk: deskName, countedInPaise: 50_000 });
    await who.sale.closeDrawer({ drawerId, countedInPaise: 40_000, explanation: "Change given wrongly" });
    const again = { desk: deskName, countedInPaise: 45_000 };
    await expect(who.sale.openDrawer(again)).rejects.toMatchObject({
      ...{ code: "INVALID_INPUT", fields: { reason: expect.stringContaining("₹400 was counted") } },
    });
    const opened = await who.sale.openDrawer({ ...again, reason: "A note was under the tray" });
    expect(opened).toMatchObject({ expectedInPaise: 45_000, closedAt: null });
    expect(opened.moves.map(({ amountInPaise, reason }) => [amountInPaise, reason]).sort()).toEqual([
      [-10_000, "Difference: Change given wrongly"],
      [5_000, "Counted again: A note was under the tray"],
    ]);
    const entries = await db.select().from(auditEntry).where(eq(auditEntry.thingId, drawerId)).orderBy(auditEntry.id);
    expect(entries.at(-1)).toMatchObject({ after: { countedInPaise: 45_000, reason: "A note was under the tray" } });
    await who.sale.closeDrawer({ drawerId, countedInPaise: 45_000 });
  });
});

test("nothing leaves a drawer that is not in it, and huge amounts are refused", async () => {
  await onDay(5, async (who) => {
    const { drawerId } = await who.sale.openDrawer({ desk: deskName, countedInPaise: 20_000 });
    const move = (amountInPaise: number) =>
      who.sale.moveCash({ drawerId, amountInPaise, reason: "To the safe", attemptId: crypto.randomUUID() });
    await expect(move(-20_001)).rejects.toMatchObject({
      ...{ code: "INVALID_INPUT", fields: { amountInPaise: "Only ₹200 is in the drawer of Front desk" } },
    });
    // Of two at once only one finds enough.
    const both = await Promise.allSettled([move(-15_000), move(-15_000)]);
    expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    const tooMuch = { code: "INVALID_INPUT", fields: { amountInPaise: expect.stringContaining("less than ₹1 crore") } };
    for (const amount of [1_000_000_000, -1_000_000_000, 3_000_000_000, 999_999_999])
      await expect(move(amount), String(amount)).rejects.toMatchObject(tooMuch);
    await expect(
      who.sale.closeDrawer({ drawerId, countedInPaise: 1_000_000_000, explanation: "Won in a lottery" }),
    ).rejects.toMatchObject({ code: "INVALID_INPUT", fields: { countedInPaise: "Enter less than ₹1 crore" } });
    await who.sale.closeDrawer({ drawerId, countedInPaise: 5000 });
  });
});

test("UPI and cheques do not touch the drawer", async () => {
  const before = await db.$count(cashMove);
  await enrolAtDesk(desk);
  expect(await db.$count(cashMove)).toBe(before);
});

test("an owner changes the money settings, and they count at once", async () => {
  const { version, ...settings } = await owner.sale.settings({});
  expect(settings).toEqual({
    discountLimits: { "front desk": 5, counsellor: 3 },
    overdue: { remindOn: [-3, 0, 1, 3, 7], restrictAfter: 15 },
    ...{ upi: null, desks: ["Front desk"], automaticPayments: true },
  });
  await expect(desk.sale.upiCode({ amountInPaise: 999_900 })).rejects.toMatchObject({ code: "NO_UPI_ADDRESS" });
  const change = {
    discountLimits: { "front desk": 12.5 },
    overdue: { remindOn: [7, 0, 7, -1], restrictAfter: null },
    upi: { vpa: "shoreline@okbank", payee: "Shoreline Academy" },
    desks: ["Front desk", "Library"],
    automaticPayments: false,
  };
  const saved = await owner.sale.saveSettings({ ...change, version });
  expect(saved).toEqual({ ...change, overdue: { remindOn: [-1, 0, 7], restrictAfter: null }, version: version + 1 });
  await expect(owner.sale.saveSettings({ ...change, version })).rejects.toMatchObject({ code: "CHANGED_MEANWHILE" });
  expect(await desk.sale.desk({})).toMatchObject({
    discountLimit: 12.5,
    hasUpi: true,
    desks: [{}, { name: "Library", drawer: "none" }],
  });
  const { link, picture } = await desk.sale.upiCode({ amountInPaise: 999_950, note: "SQL, Gokul Anand" });
  expect(link).toMatch(
    /^upi:\/\/pay\?pa=shoreline@okbank&pn=Shoreline%20Academy&am=9999\.50&cu=INR&tn=SQL%20Gokul%20Anand&tr=\w{32}$/,
  );
  expect(picture).toMatch(/^<svg/);
  const [entry] = await db.select().from(auditEntry).where(eq(auditEntry.thingId, "money settings"));
  expect(entry).toMatchObject({ action: "Changed the money settings", kind: "setting", before: { upi: null } });
});

test("settings that make no sense are refused", async () => {
  const { version, ...settings } = await owner.sale.settings({});
  const { overdue } = settings;
  for (const change of [
    { discountLimits: { counsellor: 101 } },
    { discountLimits: { owner: 5 } },
    { overdue: { ...overdue, remindOn: [-31] } },
    { overdue: { ...overdue, remindOn: [91] } },
    { overdue: { ...overdue, remindOn: [1.5] } },
    { overdue: { ...overdue, restrictAfter: 0 } },
    { overdue: { ...overdue, restrictAfter: 366 } },
    { upi: { vpa: "not an address", payee: "Shoreline" } },
    { upi: { vpa: "shoreline@okbank", payee: "" } },
    { desks: [] },
    { desks: ["Front desk", "Front desk"] },
  ])
    await expect(owner.sale.saveSettings({ ...settings, ...change, version } as never)).rejects.toMatchObject({
      code: "INVALID_INPUT",
    });
});
