import { type CouponUse, Refusal } from "@shoreline/contract";
import { and, desc, eq, sql } from "drizzle-orm";
import { z } from "zod";
import type { StaffCtx } from "../../context.ts";
import { learner } from "../../db/tables/account.ts";
import { coupon, couponUse } from "../../db/tables/coupon.ts";
import { course } from "../../db/tables/course.ts";
import { fullName } from "../account/queries.ts";
import { counts } from "./queries.ts";

const pageSize = 100;

type Asked = { couponId: string; after?: string | undefined };

export async function listUses({ db, clock }: StaffCtx, { couponId, after }: Asked) {
  if ((await db.$count(coupon, eq(coupon.id, couponId))) === 0) throw new Refusal("UNKNOWN_COUPON");
  const end = after === undefined ? null : readEnd(after);
  const rows = await db
    .select({ use: couponUse, learner, course: course.name })
    .from(couponUse)
    .leftJoin(learner, eq(learner.id, couponUse.learnerId))
    .leftJoin(course, eq(course.id, couponUse.courseId))
    .where(
      and(
        eq(couponUse.couponId, couponId),
        counts(clock.now()),
        end ? sql`(${couponUse.at}, ${couponUse.id}) < (${end.at}::timestamptz, ${end.id}::uuid)` : undefined,
      ),
    )
    .orderBy(desc(couponUse.at), desc(couponUse.id))
    .limit(pageSize + 1);
  const page = rows.slice(0, pageSize);
  const last = page.at(-1)?.use;
  return {
    uses: page.map(
      ({ use, learner: who, course: name }): CouponUse => ({
        ...{ useId: use.id, learner: who && fullName(who), course: name, discountInPaise: use.discountInPaise },
        ...{ at: use.at.toISOString(), isHeld: use.heldUntil !== null },
      }),
    ),
    next: rows.length > pageSize && last ? `${last.at.toISOString()} ${last.id}` : null,
  };
}

const End = z.tuple([z.iso.datetime(), z.uuid()]);

/** Our clock counts milliseconds, so the text has the whole moment. */
function readEnd(after: string): { at: string; id: string } {
  const { data, success } = End.safeParse(after.split(" "));
  if (!success) throw new Refusal("INVALID_INPUT", { fields: { after: "This is not the end of a page" } });
  return { at: data[0], id: data[1] };
}
