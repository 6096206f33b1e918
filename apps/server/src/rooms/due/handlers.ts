import type { Handlers } from "../../context.ts";
import { readPayPage, settleByProof } from "./page.ts";
import { listPlans } from "./plans.ts";
import { stopMine } from "./stop.ts";

export const dueHandlers: Handlers<"due"> = {
  read: readPayPage,
  settle: settleByProof,
  mine: listPlans,
  stop: stopMine,
};
