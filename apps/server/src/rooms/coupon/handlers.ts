import type { Handlers } from "../../context.ts";
import { removeEarlyBird, saveEarlyBird } from "./early-bird.ts";
import { listOffers, readCoupon } from "./offers.ts";
import { saveCoupon, withdrawCoupon } from "./save.ts";
import { listUses } from "./uses.ts";

export const couponHandlers: Handlers<"coupon"> = {
  list: listOffers,
  read: readCoupon,
  async save(ctx, written) {
    await saveCoupon(ctx, written);
    return listOffers(ctx);
  },
  async withdraw(ctx, { couponId }) {
    await withdrawCoupon(ctx, couponId);
    return listOffers(ctx);
  },
  uses: listUses,
  async saveEarlyBird(ctx, written) {
    await saveEarlyBird(ctx, written);
    return listOffers(ctx);
  },
  async removeEarlyBird(ctx, { courseId }) {
    await removeEarlyBird(ctx, courseId);
    return listOffers(ctx);
  },
};
