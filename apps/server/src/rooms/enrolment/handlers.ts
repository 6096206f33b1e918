import type { Handlers } from "../../context.ts";
import { toCard } from "../course/wire.ts";
import { listPurchases } from "./queries.ts";

export const enrolmentHandlers: Handlers<"enrolment"> = {
  async list({ db, learner }) {
    const rows = await listPurchases(db, { learnerId: learner.id });
    return rows.map(({ purchase, course }) => ({
      _id: purchase.id,
      course: toCard(course),
      purchasedDate: purchase.purchasedAt.toISOString(),
      batchTime: purchase.batchTime,
      batchType: purchase.batchType,
    }));
  },
};
