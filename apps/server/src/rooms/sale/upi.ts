import { Refusal } from "@shoreline/contract";
import { upiLink } from "@shoreline/domain/upi";
import qrcode from "qrcode";
import type { StaffCtx } from "../../context.ts";
import { readMoneySettings } from "../due/settings.ts";

/** The reference is ours; the app of the payer shows another one, which staff enter. */
export async function drawUpiCode({ db }: StaffCtx, { amountInPaise, note }: { amountInPaise: number; note: string }) {
  const { upi } = await readMoneySettings(db);
  if (!upi) throw new Refusal("NO_UPI_ADDRESS");
  const reference = crypto.randomUUID().replaceAll("-", "");
  const link = upiLink({ ...upi, amountInPaise, note, reference });
  return { link, ...upi, picture: await qrcode.toString(link, { type: "svg", margin: 1 }) };
}
