import { coursePath } from "@shoreline/domain/course";
import { keepWellFormed } from "../../content/well-formed.ts";
import type { Deps } from "../../context.ts";
import { formatDay, formatMoney } from "../../format.ts";
import { listCourses, priceAt } from "../course/queries.ts";
import { courseShape } from "../course/shapes.ts";
import { readInstitute } from "../site/queries.ts";
import { nextBatches } from "./queries.ts";
import { nextBatchShape } from "./shapes.ts";

/** "Python: ₹12,999, next batch on 1 Dec 2026". Courses that are hidden have none. */
export const linkCourses: Deps["linkCourses"] = async ({ db, log, clock }) => {
  const now = clock.now();
  const institute = await readInstitute(db);
  const { timeZone } = institute;
  const [courses, batches] = await Promise.all([listCourses(db), nextBatches(db, { now, timeZone })]);
  const starts = new Map(
    keepWellFormed(log, nextBatchShape, batches).map(({ courseId, startsAt }) => [courseId, startsAt]),
  );
  return new Map(
    keepWellFormed(log, courseShape, courses).map((row) => {
      const { courseId, name } = row;
      const fee = formatMoney({ amountInPaise: priceAt(row, now), currency: "INR" });
      const startsAt = starts.get(courseId);
      const start = startsAt ? `, next batch on ${formatDay(startsAt, institute)}` : "";
      const to = coursePath({ courseId, courseName: name }, { suffix: institute.courseUrlSuffix });
      return [courseId, { text: `${name}: ${fee}${start}`, to }];
    }),
  );
};
