import { usualColours } from "@shoreline/domain/brand";
import { amountInWords } from "@shoreline/domain/enrolment";
import { receiptPapers } from "@shoreline/domain/sale";
import { expect, test } from "vitest";
import { drawInThread } from "../../pdf/in-thread.ts";
import { readPages } from "../../test/read-pdf.ts";
import type { ReceiptInput } from "./receipt-pdf.ts";

const receipt: ReceiptInput = {
  ...{
    number: "RC-26-27-00042",
    issuedOn: "2026-11-17",
    invoiceNumber: "SA/2026-27/00042",
    takenBy: "Prakash Immanuel",
  },
  institute: {
    name: "Shoreline Academy",
    address: ["14 Lighthouse Street, White Town", "Pondicherry 605001"],
    ...{ email: "hello@shoreline.example", phone: "+91 90000 00000", gstin: "34AAACS0000A1Z5" },
  },
  payer: { name: "Gokul Anand", email: "gokul@example.com", mobile: "+91 9000007745", company: "Fine Works" },
  ...{ course: "MERN Stack", batch: "3:00 to 4:00 PM, weekends", method: "UPI", reference: "632044170925" },
  ...{ listPriceInPaise: 2_999_900, discountInPaise: 200_000, priceInPaise: 2_799_900 },
  ...{ part: { number: 1, count: 3 }, amountInPaise: 999_900, amountInWords: amountInWords(999_900) },
  ...{ openInPaise: 1_800_000, nextDue: { dueOn: "2026-12-17", amountInPaise: 900_000 } },
  brand: { colours: usualColours, icon: null, scene: "coast" },
};
const draw = (paper: string, change: Partial<ReceiptInput> = {}) =>
  drawInThread(new URL("./receipt-thread.ts", import.meta.url), {
    receipt: { ...receipt, ...change },
    paper,
    letterhead: null,
  });
/** Amounts and wrapped lines are several texts each. */
const joined = (text: string) => text.replace(/\s/g, "");
const textOf = (bytes: Uint8Array) => joined(readPages(bytes).join(""));

for (const paper of receiptPapers)
  test(`a receipt on ${paper} says who paid what for which course, and what is left`, async () => {
    const bytes = await draw(paper);
    expect(readPages(bytes)).toHaveLength(1);
    const text = textOf(bytes);
    for (const part of [
      ...["RC-26-27-00042", "17 November 2026", "SA/2026-27/00042", "632044170925", "Gokul Anand", "Fine Works"],
      ...["MERN Stack", "₹29,999.00", "₹2,000.00", "₹27,999.00", "1 of 3", "₹9,999.00", "Prakash Immanuel"],
      ...["Nine Thousand Nine Hundred", "₹18,000.00 still to pay", "17 December 2026", "GSTIN 34AAACS0000A1Z5"],
    ])
      expect(text).toContain(joined(part));
  });

test("without discount, parts and reference a receipt is short, and says that all is paid", async () => {
  const change = {
    discountInPaise: 0,
    priceInPaise: 2_999_900,
    amountInPaise: 2_999_900,
    part: { number: 1, count: 1 },
  };
  const text = textOf(await draw("roll", { ...change, openInPaise: 0, nextDue: null, method: "Cash", reference: "" }));
  expect(text).toContain(joined("Nothing is left to pay."));
  for (const part of ["Discount", "This part", "Reference"]) expect(text).not.toContain(joined(part));
});

test("the roll is 80 mm wide and as long as its text", async () => {
  const sizeOf = (bytes: Uint8Array) => {
    const [, width, height] = /MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(Buffer.from(bytes).toString("latin1")) ?? [];
    return { width: Number(width), height: Number(height) };
  };
  const usual = sizeOf(await draw("roll"));
  expect(usual.width).toBeCloseTo(226.77, 1);
  const long = sizeOf(
    await draw("roll", { course: "A course with a name that needs more than a line or two ".repeat(5) }),
  );
  expect(long.height).toBeGreaterThan(usual.height);
});
