import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { staff } from "../../db/tables/staff.ts";
import { testDay } from "../../test/global-setup.ts";
import { testInstitute } from "../../test/institute.ts";
import { newStaff } from "../../test/staff.ts";

const institute = await testInstitute();
const { db } = institute;
const owner = await newStaff(institute, ["owner"], "Anitha Devan");

test("staff see who gets new leads in turn: not who is only invited, closed, or has other work", async () => {
  const takers = async () => (await owner.inbox.owners({})).takers.toSorted();
  expect(await takers()).toEqual(["Anitha Devan"]);
  await newStaff(institute, ["front desk"], "Prakash Immanuel");
  await newStaff(institute, ["trainer"], "Joel Antony");
  const shalini = await newStaff(institute, ["counsellor"], "Shalini Ravi");
  await owner.staff.invite({ name: "Not Here Yet", email: "not.here.yet@example.com", roles: ["counsellor"] });
  expect(await takers()).toEqual(["Prakash Immanuel", "Shalini Ravi"]);
  await db.update(staff).set({ closedAt: testDay }).where(eq(staff.id, shalini.person.id));
  expect(await takers()).toEqual(["Prakash Immanuel"]);
});

test("who has entered a demonstration does not read the names of real staff", async () => {
  const visitor = await newStaff(institute, ["counsellor"], "Visitor");
  await db.update(staff).set({ isDemo: true }).where(eq(staff.id, visitor.person.id));
  expect((await visitor.inbox.owners({})).takers).toEqual([]);
});
