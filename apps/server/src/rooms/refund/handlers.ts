import { Refusal, type StaffRefund } from "@shoreline/contract";
import { eq } from "drizzle-orm";
import type { Handlers, StaffCtx } from "../../context.ts";
import { refund } from "../../db/tables/refund.ts";
import { askForRefund, decideAccess, decideAgain, decideRefund, giveRefund } from "./ask.ts";
import { settleDispute } from "./dispute.ts";
import { listOrders } from "./list.ts";
import { readOrder, readPaper } from "./read.ts";
import { settleFlag } from "./settle.ts";
import { listRefunds } from "./shapes.ts";
import { readWaiting } from "./waiting.ts";

export const refundHandlers: Handlers<"refund"> = {
  list: listOrders,
  read: (ctx, { orderId }) => readOrder(ctx, orderId),
  waiting: (ctx) => readWaiting(ctx),
  paper: readPaper,
  ask: async (ctx, given) => show(ctx, await askForRefund(ctx, given)),
  decide: async (ctx, given) => show(ctx, await decideRefund(ctx, given)),
  give: async (ctx, given) => show(ctx, await giveRefund(ctx, given)),
  again: async (ctx, given) => show(ctx, await decideAgain(ctx, given)),
  endAccess: async (ctx, given) => show(ctx, await decideAccess(ctx, given)),
  async settle(ctx, given) {
    await settleFlag(ctx, given);
    return { message: "The money is settled." };
  },
  async settleDispute(ctx, given) {
    await settleDispute(ctx, given);
    return { message: "The dispute is settled." };
  },
};

async function show({ db }: StaffCtx, refundId: string): Promise<StaffRefund> {
  const [found] = await listRefunds(db, eq(refund.id, refundId));
  if (!found) throw new Refusal("UNKNOWN_REFUND");
  return found;
}
