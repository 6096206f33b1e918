import type { DeskSale } from "@shoreline/contract";
import { cleanup, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Refused, startFakeApi } from "../../test/fake-api.ts";
import { openConsole, sampleMe } from "../test/console.tsx";
import { chooseCourse, coursesToFind, sampleCourse } from "../test/courses.ts";
import type { DeskFacts } from "./enrol-form.ts";

beforeEach(() => {
  localStorage.clear();
  vi.spyOn(console, "warn").mockImplementation(() => {});
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const facts: DeskFacts = {
  ...{ batchTimes: ["9-10"], discountLimit: 5, hasUpi: false, today: "2026-11-17", waiting: 0 },
  desks: [{ name: "Front desk", drawer: "open" }],
  institute: { name: "Shoreline", address: ["14 Lighthouse Street"], gstPercent: 18 },
};
const courses = [
  sampleCourse({ courseId: "python", name: "Python", priceInPaise: 1_299_900 }),
  sampleCourse({ courseId: "sql", name: "SQL", priceInPaise: 1_000_000 }),
];
const batch = {
  ...{
    batchId: "b1",
    batchTime: "9-10",
    batchType: "week-days" as const,
    days: null,
    startsAt: "2026-11-23T03:30:00.000Z",
  },
  ...{ hasBegun: false, classesOver: 0, seats: 18, seatsLeft: 4 },
};
const learner = {
  ...{ learnerId: "k", name: "Kavya Raman", email: "kavya@example.com", isUnproven: false },
  ...{ owned: ["python"], sales: [] },
};
const sale: DeskSale = {
  ...{ saleId: "s1", state: "bought", name: "Kavya Raman", number: "+919000001234", email: "kavya@example.com" },
  ...{ courseId: "sql", courseName: "SQL", batchTime: "9-10", batchType: "week-days", listPriceInPaise: 1_000_000 },
  ...{
    discountInPaise: 0,
    discountReason: "",
    company: "",
    gstin: "",
    madeBy: "Anitha Devan",
    approvedBy: "",
    refusal: "",
  },
  madeAt: "2026-11-17T05:00:00.000Z",
  dues: [],
};
const receipt = {
  ...{ receiptId: "r1", number: "RC-26-27-00001", dueId: "d1", amountInPaise: 1_000_000, method: "cash" as const },
  ...{ invoiceNumber: "SA/2026-27/00001", mailedTo: "kavya@example.com" },
};

type Answers = NonNullable<Parameters<typeof startFakeApi>[0]["sale"]>;

function start(answers: Answers = {}, me = sampleMe({ roles: ["front desk"] })) {
  return startFakeApi({
    staff: { me: () => me },
    desk: coursesToFind(courses),
    sale: {
      desk: () => facts,
      person: () => ({ learner, lead: null }),
      batches: () => ({ batches: [batch, { ...batch, batchId: "b2", seatsLeft: 0 }] }),
      read: () => sale,
      make: () => ({ sale, receipt }),
      ...answers,
    },
  });
}

async function fillByKeyboard(): Promise<void> {
  const number = await screen.findByLabelText("Mobile number");
  await waitFor(() => expect(document.activeElement).toBe(number));
  await userEvent.keyboard("9000001234");
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>("Name").value).toBe("Kavya Raman"));
  await userEvent.keyboard("{Enter}");
  expect(document.activeElement).toBe(screen.getByLabelText("Course"));
  await chooseCourse(screen.getByLabelText("Course"), "SQL");
  await screen.findByText("4 of 18 left");
}

test("a returning learner is enrolled by keyboard, and the receipt is there to print", async () => {
  const make = vi.fn(() => ({ sale, receipt }));
  start({ make });
  openConsole("/staff/enrol");
  await fillByKeyboard();
  await userEvent.keyboard("{ArrowDown}");
  const python = await screen.findByRole("option", { name: /Python.*has it already/ });
  expect(python.getAttribute("aria-disabled")).toBe("true");
  await userEvent.keyboard("{Escape}{Enter}{Enter}");
  expect(document.activeElement).toBe(screen.getByLabelText(/^Discount/));
  await userEvent.keyboard("{Enter}2");
  expect(screen.getByText("17 Dec 2026")).toBeTruthy();
  await userEvent.keyboard("1{Enter}c");
  expect(screen.getByText("The cash drawer is open")).toBeTruthy();
  await userEvent.keyboard("{Control>}{Enter}{/Control}");
  expect(await screen.findByText("Kavya Raman is enrolled in SQL")).toBeTruthy();
  expect(screen.getByRole("button", { name: "Print 80 mm , RC-26-27-00001" })).toBeTruthy();
  expect(make).toHaveBeenCalledTimes(1);
  await userEvent.click(screen.getByRole("button", { name: "Enrol another" }));
  expect(screen.getByLabelText<HTMLInputElement>("Mobile number").value).toBe("");
});

test("a refusal says what to do and loses nothing; the same attempt is sent again", async () => {
  const attempts: unknown[] = [];
  start({
    make(given) {
      attempts.push(given.attemptId);
      return attempts.length === 1 ? new Refused("BATCH_JUST_FULL") : { sale, receipt };
    },
  });
  openConsole("/staff/enrol");
  await fillByKeyboard();
  await userEvent.click(screen.getByRole("radio", { name: "Cheque" }));
  await userEvent.type(screen.getByLabelText("Number and bank of the cheque"), "004512");
  await userEvent.click(screen.getByRole("button", { name: /^Take ₹10,000/ }));
  expect(await screen.findByText(/The last seat of this batch has just gone/)).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>("Number and bank of the cheque").value).toBe("004512");
  await userEvent.click(screen.getByRole("button", { name: /^Take ₹10,000/ }));
  await screen.findByText("Kavya Raman is enrolled in SQL");
  expect(attempts[0]).toBe(attempts[1]);
});

test("a reference that was used before is confirmed, and another one is asked about again", async () => {
  const used = "This reference was used on 15 Nov 2026 for ₹9,999";
  const payments: unknown[] = [];
  start({
    make({ payment }) {
      payments.push(payment);
      const fields = { "payment.isReferenceKnown": used };
      return payment?.isReferenceKnown ? { sale, receipt } : new Refused("REFERENCE_USED", fields);
    },
  });
  openConsole("/staff/enrol");
  await fillByKeyboard();
  await userEvent.click(screen.getByRole("radio", { name: "Bank transfer" }));
  const reference = screen.getByLabelText(/reference/i);
  await userEvent.type(reference, "N32126001122");
  const take = () => userEvent.click(screen.getByRole("button", { name: /^Take ₹10,000/ }));
  await take();
  expect(await screen.findByText(`${used}.`)).toBeTruthy();
  await userEvent.click(screen.getByLabelText(/The reference is right/));
  await userEvent.type(reference, "3");
  await take();
  await waitFor(() => expect(payments).toHaveLength(2));
  await userEvent.click(await screen.findByLabelText(/The reference is right/));
  await take();
  await screen.findByText("Kavya Raman is enrolled in SQL");
  expect(payments.map((one) => (one as { isReferenceKnown: boolean }).isReferenceKnown)).toEqual([false, false, true]);
});

test("a discount above the limit asks an owner and sends no payment", async () => {
  const make = vi.fn((_: { payment?: unknown }) => ({ sale: { ...sale, state: "waiting" as const }, receipt: null }));
  start({ make, read: () => ({ ...sale, state: "waiting" }) });
  openConsole("/staff/enrol?number=%2B919000001234");
  await screen.findByDisplayValue("Kavya Raman");
  await chooseCourse(screen.getByLabelText("Course"), "SQL");
  await userEvent.type(screen.getByLabelText(/^Discount/), "10%");
  expect(screen.getByText(/above your limit of 5 %/)).toBeTruthy();
  await userEvent.type(screen.getByLabelText(/^Reason/), "Came through a friend");
  await userEvent.click(screen.getByRole("button", { name: /^Ask an owner for ₹1,000 off/ }));
  expect(await screen.findByText(/waits for an owner\. No money was taken/)).toBeTruthy();
  expect(make.mock.calls[0]?.[0]).toMatchObject({ payment: null });
});

test("amounts of a plan that do not add up are said while typing", async () => {
  start();
  openConsole("/staff/enrol");
  await fillByKeyboard();
  await userEvent.click(screen.getByRole("radio", { name: "2 parts" }));
  await userEvent.click(screen.getByRole("button", { name: "Change amounts or days" }));
  const first = screen.getByLabelText("Amount of part 1 in rupees");
  await userEvent.clear(first);
  await userEvent.type(first, "4000");
  expect(screen.getByText("The instalments do not add up to the price")).toBeTruthy();
});

test("a trainer does not get in", async () => {
  start({}, sampleMe({ roles: ["trainer"] }));
  openConsole("/staff/enrol");
  expect(await screen.findByRole("heading", { name: /Enrol/ })).toBeTruthy();
  expect(screen.queryByLabelText("Mobile number")).toBeNull();
});
