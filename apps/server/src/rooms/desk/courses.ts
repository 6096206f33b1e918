import type { CourseList } from "@shoreline/contract";
import { minAmountInPaise } from "@shoreline/domain/payment";
import { and, gte, type SQL } from "drizzle-orm";
import type { StaffCtx } from "../../context.ts";
import { course } from "../../db/tables/course.ts";
import { findCourses } from "../course/choose.ts";
import { isOffered } from "../course/queries.ts";

const lists: Record<CourseList, SQL | undefined> = {
  all: undefined,
  offered: isOffered,
  sold: and(isOffered, gte(course.priceInPaise, minAmountInPaise)),
};

export function findCoursesToChoose(ctx: StaffCtx, { words, list }: { words: string; list: CourseList }) {
  return findCourses(ctx, { words, where: lists[list] });
}
