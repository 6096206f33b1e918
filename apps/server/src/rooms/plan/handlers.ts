import type { Handlers } from "../../context.ts";
import { changePlan, liftUntil, sendLink, stopAutomatic, writeOff } from "./change.ts";
import { listOutstanding } from "./outstanding.ts";
import { readPlan } from "./read.ts";

export const planHandlers: Handlers<"plan"> = {
  outstanding: listOutstanding,
  read: (ctx, { saleId }) => readPlan(ctx, saleId),
  send: sendLink,
  change: changePlan,
  lift: liftUntil,
  stopAutomatic,
  writeOff,
};
