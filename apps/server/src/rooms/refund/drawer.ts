import { Refusal } from "@shoreline/contract";
import { isNull } from "drizzle-orm";
import type { StaffCtx } from "../../context.ts";
import type { Db } from "../../db/connect.ts";
import { cashDrawer, cashMove } from "../../db/tables/sale.ts";
import type { RefundRow } from "./queries.ts";

type Taken = Pick<StaffCtx, "staff" | "clock"> & { refund: RefundRow; drawerId: string | undefined };

/** Cash that goes back comes out of the drawer that is open, or out of the one that was named. */
export async function takeOutOfDrawer(tx: Db, { refund, drawerId, staff, clock }: Taken): Promise<void> {
  const open = await tx.select().from(cashDrawer).where(isNull(cashDrawer.closedAt)).for("update");
  const drawer = drawerId ? open.find(({ id }) => id === drawerId) : open.length === 1 ? open[0] : undefined;
  if (!drawer && open.length > 1 && !drawerId)
    throw new Refusal("INVALID_INPUT", { fields: { drawerId: "Choose the drawer that the money comes out of" } });
  if (!drawer) throw new Refusal("NO_OPEN_DRAWER");
  await tx.insert(cashMove).values({
    ...{ drawerId: drawer.id, amountInPaise: -refund.amountInPaise, providerPaymentId: refund.providerPaymentId },
    ...{ reason: `Refund: ${refund.reason}`, by: staff.id, at: clock.now() },
  });
}
