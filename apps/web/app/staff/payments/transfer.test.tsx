import type { OrderDetail, TransferPreview } from "@shoreline/contract";
import type { StaffRole } from "@shoreline/domain/staff";
import { cleanup, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Refused, startFakeApi } from "../../test/fake-api.ts";
import { openConsole, sampleMe } from "../test/console.tsx";
import { chooseCourse, coursesToFind, sampleCourse } from "../test/courses.ts";

beforeEach(() => {
  vi.spyOn(console, "warn").mockImplementation(() => {});
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const at = "2026-11-10T12:30:00.000Z";
const orderId = "11111111-1111-4111-8111-111111111111";
const batch = {
  ...{ batchId: "b2", batchTime: "1-2", batchType: "week-days" as const, days: null, startsAt: at, hasBegun: false },
  ...{ classesOver: 0, seats: 20, seatsLeft: 3 },
};

const preview: TransferPreview = {
  ...{ purchaseId: "p", learner: "Yusuf Basha", course: { courseId: "sql", name: "SQL" }, state: "active" },
  ...{ batchTime: "9-10", batchType: "week-days", batchId: "b1", why: null, carriedInPaise: 599_900 },
  ...{ payments: [{ orderId, providerPaymentId: "pay_1", leftInPaise: 599_900 }], openInPaise: 0 },
  otherCourse: null,
  refusedCourses: [
    { courseId: "sql", why: "The learner has it already" },
    { courseId: "react", why: "The learner has it already" },
  ],
  ...{ batchTimes: ["9-10", "1-2"], today: "2026-11-18", discountLimit: 100, batches: [batch] },
};

const courses = [
  sampleCourse({ courseId: "python", name: "Python", priceInPaise: 1_299_900 }),
  sampleCourse({ courseId: "html", name: "HTML", priceInPaise: 299_900 }),
  sampleCourse({ courseId: "react", name: "React", priceInPaise: 999_900 }),
];

const order: OrderDetail = {
  ...{ orderId, providerOrderId: "order_1", payer: "Yusuf Basha", item: "SQL", channel: "online", state: "spent" },
  ...{ createdAt: at, paidAt: at, amountInPaise: 599_900, paidInPaise: 599_900, refundedInPaise: 0, method: "upi" },
  ...{
    invoiceNumber: "SA/2026-27/00001",
    isToSettle: false,
    contact: null,
    refunds: [],
    flags: [],
    disputes: [],
    papers: [],
  },
  hasSeat: false,
  payments: [
    {
      ...{ providerPaymentId: "pay_1", status: "captured", method: "UPI", reference: "", amountInPaise: 599_900 },
      ...{ feeInPaise: null, firstSeenAt: at, capturedAt: at, leftInPaise: 599_900, ways: ["source"] },
      ...{ invoiceNumber: "SA/2026-27/00001", receipt: null, settlement: null },
    },
  ],
  purchase: { purchaseId: "p", course: "SQL", state: "active", certificates: 0 },
  ...{ transfer: { from: null, to: null }, timeline: [] },
};

type Answers = NonNullable<Parameters<typeof startFakeApi>[0]["transfer"]>;
type Given = { roles?: StaffRole[]; seen?: Partial<TransferPreview> };

async function open(answers: Answers = {}, { roles = ["owner"], seen = {} }: Given = {}) {
  const { sent } = startFakeApi({
    staff: { me: () => sampleMe({ roles }) },
    refund: {
      list: () => ({ orders: [order], next: null }),
      read: () => order,
      waiting: () => ({ flags: [], refunds: [], ended: [], disputes: [], lost: [], drawers: [] }),
    },
    desk: coursesToFind(courses),
    transfer: {
      preview: ({ courseId }) => ({
        ...preview,
        ...seen,
        otherCourse: courses.find((one) => one.courseId === courseId) ?? null,
      }),
      ...answers,
    },
  });
  openConsole(`/staff/payments?order=${orderId}`);
  const user = userEvent.setup();
  await user.click(await screen.findByRole("button", { name: "Transfer…" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Transfer Yusuf Basha" }));
  const toCourse = async (name: string) => {
    await user.click(dialog.getByRole("radio", { name: "Another course" }));
    await chooseCourse(dialog.getByRole("combobox", { name: "Course" }), name);
  };
  return { sent, user, dialog, toCourse };
}

test("the form shows difference and plan before it is sent, and sends one attempt with what was seen", async () => {
  const made = { purchaseId: "q", saleId: "s", orderId: "o", courseName: "Python", carriedInPaise: 599_900 };
  const { sent, user, dialog, toCourse } = await open({ course: () => ({ ...made, openInPaise: 700_000 }) });
  expect(dialog.getByRole<HTMLButtonElement>("button", { name: "Transfer" }).disabled).toBe(true);
  await toCourse("React");
  const react = dialog.getByRole("option", { name: /React.*has it already/ });
  expect(react.getAttribute("aria-disabled")).toBe("true");
  await toCourse("Python");
  await user.click(await dialog.findByRole("radio", { name: /3 of 20 left/ }));
  const outcome = dialog.getByRole("region", { name: "What will happen" });
  expect(outcome.textContent).toContain("A credit note and an invoice carry ₹5,999 over. No money moves.");
  await user.click(dialog.getByRole("radio", { name: "2 parts" }));
  const parts = within(dialog.getByRole("list", { name: "Parts" })).getAllByRole("listitem");
  expect(parts.map(({ textContent }) => textContent)).toEqual(["₹3,500 on 18 Nov 2026", "₹3,500 on 18 Dec 2026"]);
  await user.type(dialog.getByLabelText("Reason, for the audit log"), "Wants to program");
  await user.click(dialog.getByRole("button", { name: "Transfer to Python" }));
  expect(await screen.findByText("Yusuf Basha is in Python now. ₹7,000 is still to be paid.")).toBeTruthy();
  const calls = sent.filter(({ call }) => call === "transfer.course");
  expect(calls).toHaveLength(1);
  expect(calls[0]?.input).toMatchObject({
    ...{ purchaseId: "p", courseId: "python", batchId: "b2", batchTime: "1-2" },
    ...{ expectedCarriedInPaise: 599_900, expectedPriceInPaise: 1_299_900, discount: null },
    dues: [
      { amountInPaise: 350_000, dueOn: "2026-11-18" },
      { amountInPaise: 350_000, dueOn: "2026-12-18" },
    ],
  });
});

test("a cheaper course offers the refund of what is too much", async () => {
  const { user, dialog, toCourse } = await open();
  await toCourse("HTML");
  expect(await dialog.findByText(/₹3,000 more was paid than the course costs/)).toBeTruthy();
  expect(dialog.getByRole<HTMLButtonElement>("button", { name: "Transfer to HTML" }).disabled).toBe(true);
  await user.click(dialog.getByRole("button", { name: "Refund ₹3,000" }));
  const refund = within(screen.getByRole("dialog", { name: "Refund to Yusuf Basha" }));
  expect(refund.getByLabelText<HTMLInputElement>("Amount, up to ₹5,999").value).toBe("3000");
});

test("what is not possible now is said at once, but another batch still is", async () => {
  const why = "A refund of its money is not finished. Finish it or give it up first.";
  const { sent, user, dialog } = await open({ batch: () => ({ message: "Done" }) }, { seen: { why } });
  expect(dialog.getByText(why)).toBeTruthy();
  expect(dialog.getByRole<HTMLInputElement>("radio", { name: "Another course" }).disabled).toBe(true);
  await user.click(dialog.getByRole("radio", { name: "Another batch of SQL" }));
  await user.click(await dialog.findByRole("radio", { name: /3 of 20 left/ }));
  await user.click(dialog.getByRole("button", { name: "Transfer" }));
  expect(await screen.findByText("Yusuf Basha is in the other batch.")).toBeTruthy();
  expect(sent.find(({ call }) => call === "transfer.batch")?.input).toEqual({
    ...{ purchaseId: "p", batchTime: "1-2", batchType: "week-days", batchId: "b2" },
    seen: { batchTime: "9-10", batchType: "week-days", batchId: "b1" },
  });
});

test("the desk sees the difference but may change the batch only, and an accountant the course only", async () => {
  const desk = await open({}, { roles: ["front desk"] });
  expect(desk.dialog.getByText(/only owner or accountant may do it/)).toBeTruthy();
  await desk.toCourse("Python");
  await desk.user.click(await desk.dialog.findByRole("radio", { name: /3 of 20 left/ }));
  expect(desk.dialog.getByText("₹7,000")).toBeTruthy();
  expect(desk.dialog.getByRole<HTMLButtonElement>("button", { name: "Transfer to Python" }).disabled).toBe(true);
  cleanup();
  const books = await open({}, { roles: ["accountant"] });
  const radio = (name: string) => books.dialog.getByRole<HTMLInputElement>("radio", { name });
  expect([radio("Another batch of SQL").disabled, radio("Another course").disabled]).toEqual([true, false]);
});

test("a refusal is shown at its field, and news shows the new figures", async () => {
  const answers = [
    new Refused("NOT_TRANSFERABLE", { courseId: "Nothing can be carried over." }),
    new Refused("CHANGED_MEANWHILE"),
  ];
  const { user, dialog, toCourse } = await open({ course: () => answers.shift() as never });
  await toCourse("Python");
  await user.click(await dialog.findByRole("radio", { name: /3 of 20 left/ }));
  await user.type(dialog.getByLabelText("Reason, for the audit log"), "Wants to program");
  await user.click(dialog.getByRole("button", { name: "Transfer to Python" }));
  expect(await dialog.findByText("Nothing can be carried over.")).toBeTruthy();
  await user.click(dialog.getByRole("button", { name: "Transfer to Python" }));
  expect(await dialog.findByText(/Something has changed meanwhile/)).toBeTruthy();
  expect(dialog.getByLabelText<HTMLInputElement>("Reason, for the audit log").value).toBe("Wants to program");
});
