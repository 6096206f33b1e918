import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { institute } from "../../db/tables/site.ts";
import { testDay } from "../../test/global-setup.ts";
import { testInstitute } from "../../test/institute.ts";
import { newLearner } from "../../test/learner.ts";
import { orderCourse, payAtGateway, settle } from "../../test/paying.ts";
import { siteContent } from "./content.ts";

const demo = await testInstitute();
const { db } = demo;
const [kind] = siteContent;
const note = (...fields: string[]) => kind?.noteChange?.(db, "institute", { fields, now: testDay });
const setPrefix = (field: string, prefix: string) =>
  db.update(institute).set({ profile: sql`profile || ${JSON.stringify({ [field]: prefix })}::jsonb` });

test("a new prefix of certificates begins at one; an earlier one goes on", async () => {
  await setPrefix("certificatePrefix", "KAV");
  const says = "certificates issued so far keep their numbers and stay valid; new ones begin with ";
  expect(await note("certificatePrefix", "name")).toEqual([`${says}KAV and count from 1`]);
  await setPrefix("certificatePrefix", "OCNST");
  const { rows } = await db.execute(sql`select last from certificate_counter where prefix = 'OCNST'`);
  expect(await note("certificatePrefix")).toEqual([`${says}OCNST and count from ${Number(rows[0]?.last) + 1}`]);
});

test("invoices go on counting under a new prefix, as the next sale shows", async () => {
  await setPrefix("invoicePrefix", "KAV");
  expect(await note("invoicePrefix")).toEqual([]);
  const sell = async (email: string) => {
    const me = await newLearner(demo, { email });
    const { order_id } = await orderCourse(me);
    await me.enrolment.buy({ courseId: "sql", ...(await payAtGateway(demo, order_id)) });
    await settle(demo);
  };
  await sell("first@example.com");
  await setPrefix("invoicePrefix", "KS");
  expect(await note("invoicePrefix")).toEqual([
    "invoices issued so far keep their numbers; new ones begin with KS, and the count of the financial year goes on",
  ]);
  await sell("second@example.com");
  const { rows } = await db.execute(sql`select number from invoice order by serial`);
  expect(rows.map(({ number }) => number)).toEqual(["KAV/26-27/00001", "KS/2026-27/00002"]);
});

test("other changes say nothing about prefixes", async () => {
  expect(await note("name", "brand")).toEqual([]);
});
