import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { invoice } from "../../db/tables/enrolment.ts";
import { testInstitute } from "../../test/institute.ts";
import { newLearner } from "../../test/learner.ts";
import { payAtGateway, settle } from "../../test/paying.ts";

const institute = await testInstitute();
const { db } = institute;
const courseId = "sql";

async function orderFor(employer: { company?: string; gstin?: string }) {
  const me = await newLearner(institute);
  const { price } = await me.course.read({ courseId });
  return { me, order: await me.payment.order({ amount: price * 100, courseId, ...employer }) };
}

async function invoiceFor(employer: { company?: string; gstin?: string }) {
  const { me, order } = await orderFor(employer);
  await me.enrolment.buy({ courseId, ...(await payAtGateway(institute, order.order_id)) });
  await settle(institute);
  const [mine] = await me.enrolment.list({});
  const [row] = await db
    .select()
    .from(invoice)
    .where(eq(invoice.purchaseId, mine?._id ?? ""));
  return row?.content;
}

test("the invoice names the company, and its registration decides the place of supply", async () => {
  expect(await invoiceFor({ company: "Anchorstack", gstin: " 27aapfu0939f1zv " })).toMatchObject({
    buyer: { company: { name: "Anchorstack", gstin: "27AAPFU0939F1ZV" } },
    placeOfSupply: { code: "27", name: "Maharashtra" },
    tax: { cgstInPaise: 0, sgstInPaise: 0, igstInPaise: 91_510 },
  });
});

test("a company that is registered off the coast is supplied there, wherever the learner lives", async () => {
  expect(await invoiceFor({ company: "Rig", gstin: "97AAPFU0939F1ZO" })).toMatchObject({
    placeOfSupply: { code: "97", name: "Other Territory" },
  });
});

test("the invoice names a company without a GSTIN", async () => {
  const named = await invoiceFor({ company: "Anchorstack" });
  expect(named).toMatchObject({ buyer: { company: { name: "Anchorstack", gstin: null } } });
});

test("an invoice that the learner pays names no company", async () => {
  expect((await invoiceFor({}))?.buyer).not.toHaveProperty("company");
});

test.each([
  [{ company: "Anchorstack", gstin: "27AAPFU0939F1ZW" }, "gstin"],
  [{ company: "Anchorstack", gstin: "27" }, "gstin"],
  [{ company: "Anchorstack", gstin: "99AAPFU0939F1ZK" }, "gstin"],
  [{ gstin: "27AAPFU0939F1ZV" }, "company"],
])("%j is refused at its field", async (employer, field) => {
  await expect(orderFor(employer)).rejects.toMatchObject({
    code: "INVALID_INPUT",
    fields: { [field]: expect.any(String) },
  });
});
