import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { changeDemo } from "../../content/demo-command.ts";
import { due, moneySettings, sale } from "../../db/tables/due.ts";
import { payment, paymentOrder } from "../../db/tables/payment.ts";
import { cashDrawer, receipt } from "../../db/tables/sale.ts";
import { staff } from "../../db/tables/staff.ts";
import { deskName, enrolAtDesk, inCash } from "../../test/desk.ts";
import { testInstitute } from "../../test/institute.ts";
import { newStaff } from "../../test/staff.ts";

const institute = await testInstitute();
const { db } = institute;
const real = await newStaff(institute, ["front desk"]);
const invented = await newStaff(institute, ["front desk"]);
await db.update(staff).set({ isDemo: true }).where(eq(staff.id, invented.person.id));

test("money that real staff took at the desk keeps the demo; what its own people took goes with it", async () => {
  await invented.sale.openDrawer({ desk: deskName, countedInPaise: 0 });
  await enrolAtDesk(invented, { payment: inCash });
  await enrolAtDesk(invented, { payment: null });
  await enrolAtDesk(real);
  expect(await db.$count(moneySettings)).toBe(1);
  await expect(changeDemo(db, ["remove", "--yes"])).rejects.toThrow("1 order of this database");
  expect(await db.$count(sale)).toBe(3);
  const isTakenByReal = eq(payment.takenBy, real.person.id);
  await db.update(payment).set({ takenBy: invented.person.id }).where(isTakenByReal);
  expect((await changeDemo(db, ["remove", "--yes"])).join("\n")).toMatch(/ 3 {2}sales\n/);
  expect(await db.$count(moneySettings)).toBe(0);
  for (const table of [sale, due, receipt, cashDrawer, paymentOrder]) expect(await db.$count(table)).toBe(0);
});
