import { expect, test } from "vitest";
import { splitTax } from "./enrolment.ts";
import {
  addCredited,
  creditPart,
  isCommitted,
  nextRefundState,
  nothingCredited,
  refundStates,
  type TaxedTotal,
  whyNotRefundable,
} from "./refund.ts";

const invoiceOf = (totalInPaise: number, ratePercent: number, isSameState: boolean): TaxedTotal => ({
  ...splitTax({ totalInPaise, ratePercent, isSameState }),
  totalInPaise,
});

/** The same numbers in every run. */
function* numbers(seed: number): Generator<number, never> {
  for (let state = seed; ; ) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    yield state;
  }
}

test("refunds in any steps take back exactly the invoice, with CGST and SGST equal at every step", () => {
  const random = numbers(7);
  for (let run = 0; run < 2000; run++) {
    const total = 100 + (random.next().value % 20_000_000);
    const invoice = invoiceOf(total, [0, 5, 12, 18, 28][run % 5] ?? 18, run % 2 === 0);
    let credited = nothingCredited;
    while (credited.totalInPaise < total) {
      const left = total - credited.totalInPaise;
      const some = 100 + (random.next().value % left);
      const amount = run % 3 === 0 || some > left - 100 ? left : some;
      const part = creditPart(invoice, credited, amount);
      expect(part.taxableInPaise + part.cgstInPaise + part.sgstInPaise + part.igstInPaise).toBe(amount);
      expect(part.cgstInPaise).toBe(part.sgstInPaise);
      expect(Math.min(part.taxableInPaise, part.cgstInPaise, part.igstInPaise)).toBeGreaterThanOrEqual(0);
      credited = addCredited(credited, part);
    }
    expect(credited).toEqual(invoice);
  }
});

test("half of an invoice takes back half of its tax", () => {
  expect(creditPart(invoiceOf(11_800, 18, true), nothingCredited, 5_900)).toEqual({
    ...{ taxableInPaise: 5_000, cgstInPaise: 450, sgstInPaise: 450, igstInPaise: 0, totalInPaise: 5_900 },
  });
});

test.each([
  [0, "Give back at least ₹1"],
  [-100, "Give back at least ₹1"],
  [150.5, "Give back at least ₹1"],
  [99, "Give back at least ₹1"],
  [11_801, "This is more than was paid and not given back yet"],
  [11_701, "Less than ₹1 would be left: give back all of it"],
])("of an invoice of 11,800 paise %d cannot be given back: %s", (amount, why) => {
  expect(whyNotRefundable(amount, 11_800)).toBe(why);
});

test("a credit note takes back any amount that the invoice has left, and no more", () => {
  const invoice = invoiceOf(11_800, 18, true);
  expect(creditPart(invoice, nothingCredited, 11_750).totalInPaise).toBe(11_750);
  for (const amount of [0, 1.5, 11_801]) expect(() => creditPart(invoice, nothingCredited, amount)).toThrow(RangeError);
});

test("reports about a refund may come late, twice and in any order", () => {
  expect(nextRefundState("asked", "approve")).toBe("approved");
  expect(nextRefundState("approved", "finish")).toBe("done");
  expect(nextRefundState("sent", "fail")).toBe("failed");
  expect(nextRefundState("failed", "finish")).toBe("done");
  expect(nextRefundState("failed", "send")).toBe("sent");
  for (const event of ["approve", "refuse", "send", "finish", "fail"] as const) {
    expect(nextRefundState("done", event)).toBeNull();
    expect(nextRefundState("refused", event)).toBe(event === "finish" ? "done" : null);
  }
  // Nobody approves twice, and nothing is sent without an approval.
  expect(nextRefundState("approved", "approve")).toBeNull();
  expect(nextRefundState("asked", "send")).toBeNull();
  expect(nextRefundState("asked", "finish")).toBeNull();
  expect(refundStates.filter((state) => !isCommitted(state))).toEqual(["failed", "refused"]);
});
