import { expect, test } from "vitest";
import { sampleCourse } from "../test/courses.ts";
import { agree, type DeskFacts, emptyForm, readDiscount, readPhone, toNewSale } from "./enrol-form.ts";

const facts: DeskFacts = {
  ...{ batchTimes: ["9-10"], discountLimit: 5, desks: [{ name: "Front desk", drawer: "open" }], hasUpi: false },
  ...{ today: "2027-01-31", institute: { name: "Shoreline", address: [], gstPercent: 18 }, waiting: 0 },
};
const form = { ...emptyForm, number: "90000 07745", course: sampleCourse({ courseId: "sql", name: "SQL" }) };

test("numbers are read however they are typed", () => {
  expect(["90000 07745", "+91 90000 07745", "09000007745", "+1 555 123 4567"].map(readPhone)).toEqual([
    ...Array(3).fill({ countryCode: "+91", mobileNumber: "9000007745" }),
    { countryCode: "+1", mobileNumber: "5551234567" },
  ]);
  expect(["", "90000", "name"].map(readPhone)).toEqual([null, null, null]);
});

test("a discount is an amount or a percentage", () => {
  expect(["", "0", "5%", "7.5 %", "2,000"].map(readDiscount)).toEqual([
    ...[null, null, { percent: 5 }, { percent: 7.5 }, { amountInPaise: 200_000 }],
  ]);
  expect(["101%", "0%", "much", "-5"].map(readDiscount)).toEqual(Array(4).fill(undefined));
});

test("parts are a month apart and add up; above the limit an owner approves", () => {
  const agreed = agree({ ...form, discount: "5%", parts: 3 }, facts);
  expect(agreed).toMatchObject({ priceInPaise: 950_000, isWaiting: false });
  expect(agreed?.dues).toEqual([
    { amountInPaise: 316_800, dueOn: "2027-01-31" },
    { amountInPaise: 316_600, dueOn: "2027-02-28" },
    { amountInPaise: 316_600, dueOn: "2027-03-31" },
  ]);
  expect(agree({ ...form, discount: "501" }, facts)?.isWaiting).toBe(true);
  expect(agree({ ...form, discount: "much" }, facts)).toMatchObject({ isDiscountWrong: true, discountInPaise: 0 });
  expect(agree(emptyForm, facts)).toBeNull();
});

test("what waits for an owner is sent without a payment, and a choice without a batch as hour and days", () => {
  const chosen = { ...form, batchId: "9-10 week-end", discount: "10%", method: "cash" as const, desk: "Front desk" };
  const agreed = agree(chosen, facts);
  if (!agreed) throw new Error("nothing agreed");
  const sent = { person: undefined, batches: [], agreed, attemptId: "x" };
  expect(toNewSale(chosen, sent)).toMatchObject({ payment: null, batchTime: "9-10", batchType: "week-end" });
  const within = { ...chosen, discount: "" };
  const agreedWithin = agree(within, facts) ?? agreed;
  expect(toNewSale(within, { ...sent, agreed: agreedWithin }).payment).toEqual({
    ...{ method: "cash", reference: "", desk: "Front desk", isReferenceKnown: false },
  });
});
