import { Refusal } from "@shoreline/contract";
import { isNull } from "drizzle-orm";
import type { StaffCtx } from "../../context.ts";
import type { Db } from "../../db/connect.ts";
import { cashDrawer } from "../../db/tables/sale.ts";
import { cashIn, drawerDay, putIntoDrawer, tooLittleCash } from "../sale/drawer.ts";
import type { RefundRow } from "./queries.ts";

type Taken = Pick<StaffCtx, "staff" | "clock"> & { refund: RefundRow; drawerId: string | undefined };

/** Cash that goes back comes out of today's drawer that is open, or out of the one that was named. */
export async function takeOutOfDrawer(tx: Db, { refund, drawerId, staff, clock }: Taken): Promise<void> {
  const now = clock.now();
  const today = await drawerDay(tx, now);
  const held = await tx
    .select()
    .from(cashDrawer)
    .where(isNull(cashDrawer.closedAt))
    .orderBy(cashDrawer.id)
    .for("update");
  const named = drawerId ? held.filter(({ id }) => id === drawerId) : held;
  const open = named.filter(({ day }) => day === today);
  const [drawer] = open;
  if (!drawer) throw new Refusal(named.length > 0 ? "DRAWER_STILL_OPEN" : "NO_OPEN_DRAWER");
  const refuse = (text: string) => new Refusal("INVALID_INPUT", { fields: { drawerId: text } });
  if (open.length > 1) throw refuse("Choose the drawer that the money comes out of");
  const inDrawer = await cashIn(tx, drawer);
  if (inDrawer < refund.amountInPaise) throw refuse(tooLittleCash(inDrawer, drawer));
  await putIntoDrawer(tx, {
    ...{ drawerId: drawer.id, amountInPaise: -refund.amountInPaise, providerPaymentId: refund.providerPaymentId },
    ...{ reason: `Refund: ${refund.reason}`, staffId: staff.id, now },
  });
}
