import type { Api, Input } from "@shoreline/contract";
import { newNumber } from "./learner.ts";
import type { newStaff } from "./staff.ts";

export type Desk = Awaited<ReturnType<typeof newStaff>>;
type NewSale = Input<Api["sale"]["make"]>;

export const deskName = "Front desk";
/** Tests pay with one reference, which the desk has seen. */
export const byUpi = { method: "upi", reference: "632044170925", isReferenceKnown: true } as const;
export const inCash = { method: "cash", desk: deskName } as const;

/** A sale at the desk as the form sends it: one course at its full price, for somebody who is new, paid by UPI. */
export async function saleForm(desk: Desk, change: Partial<NewSale> = {}): Promise<NewSale> {
  const { batchTimes, today } = await desk.sale.desk({});
  const courseId = change.courseId ?? "sql";
  const price = await priceOf(desk, courseId);
  const { discount = null } = change;
  const off = discount ? ("percent" in discount ? (price * discount.percent) / 100 : discount.amountInPaise) : 0;
  return {
    ...{ mobileNumber: newNumber(), name: "Gokul Anand", email: "gokul@example.com", courseId },
    ...{ batchTime: batchTimes[0] ?? "9-10", batchType: "week-days", expectedPriceInPaise: price },
    ...{ dues: [{ amountInPaise: price - off, dueOn: today }], payment: byUpi, attemptId: crypto.randomUUID() },
    ...(discount ? { discountReason: "Came through a friend" } : {}),
    ...change,
  };
}

/** None of a course that does not exist, which some tests ask for. */
export async function priceOf(desk: Desk, courseId: string): Promise<number> {
  const { courses } = await desk.desk.courses({ words: courseId });
  return courses.find((one) => one.courseId === courseId)?.priceInPaise ?? 0;
}

export async function enrolAtDesk(desk: Desk, change: Partial<NewSale> = {}) {
  return desk.sale.make(await saleForm(desk, change));
}
