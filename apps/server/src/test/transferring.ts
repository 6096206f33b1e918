import type { Api, Input } from "@shoreline/contract";
import { differenceOf } from "@shoreline/domain/transfer";
import type { newStaff } from "./staff.ts";

type Staff = Awaited<ReturnType<typeof newStaff>>;
type Form = Input<Api["transfer"]["course"]>;

/** The form as the page sends it: to this course, and what is left to pay is due today. */
export async function transferForm(
  staff: Staff,
  { purchaseId, courseId }: { purchaseId: string; courseId: string },
  change: Partial<Form> = {},
): Promise<Form> {
  const { carriedInPaise, today } = await staff.transfer.preview({ purchaseId });
  const { priceInPaise } = await staff.desk.course({ courseId });
  const { toPayInPaise } = differenceOf({ carriedInPaise, priceInPaise });
  return {
    ...{ purchaseId, courseId, batchTime: "9-10", batchType: "week-days", expectedCarriedInPaise: carriedInPaise },
    ...{ expectedPriceInPaise: priceInPaise, reason: "Wants to program", attemptId: crypto.randomUUID() },
    dues: toPayInPaise > 0 ? [{ amountInPaise: toPayInPaise, dueOn: today }] : [],
    ...change,
  };
}
