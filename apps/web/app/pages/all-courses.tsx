import { useClassroom } from "../lib/classroom.ts";
import { formatMomentInZone, formatPrice } from "../lib/format.ts";
import { load } from "../lib/load.ts";
import { useNextBatches } from "../rooms/schedule/queries.ts";
import { CoverLink } from "../ui/cover-link.tsx";
import { Icon } from "../ui/icon.tsx";
import { Tag } from "../ui/tag.tsx";
import { Tile } from "../ui/tile.tsx";
import type { Route } from "./+types/all-courses";

export const meta = () => [{ title: "All Courses" }, { name: "robots", content: "noindex" }];

export function loader({ context }: Route.LoaderArgs) {
  return load(context, async (client) => {
    const courses = await client.course.list({});
    return { courses: courses.map(({ syllabus, ...course }) => course) };
  });
}

export default function AllCourses({ loaderData: { courses } }: Route.ComponentProps) {
  const { purchases } = useClassroom();
  const own = new Set(purchases.map(({ course }) => course.courseId));
  const { data: batches = [] } = useNextBatches();
  const starts = new Map(batches.map(({ courseId, startsAt }) => [courseId, startsAt]));
  return (
    <>
      <h1>All Courses</h1>
      {courses.length === 0 ? <p>No courses are open at the moment. Please check again soon.</p> : null}
      <ul className="grid gap-6 md:grid-cols-2 lg:grid-cols-3">
        {courses.map((course) => (
          <Tile key={course.courseId}>
            <img src={course.courseImage} alt="" width="320" height="240" loading="lazy" />
            <div>
              <h2>
                <CoverLink
                  className="no-underline"
                  to={`/dashboard/viewdetails/${encodeURIComponent(course.courseId)}`}
                >
                  {course.courseName}
                </CoverLink>
              </h2>
              <p className="text-s text-ink-2">{course.description}</p>
              <NextStart startsAt={starts.get(course.courseId)} />
              <div className="mt-auto border-t border-rule pt-3">
                <p className="flex items-baseline justify-between text-s text-ink-2">
                  {course.duration} HRS
                  {own.has(course.courseId) ? (
                    <Tag look="green">Enrolled</Tag>
                  ) : (
                    <b className="font-head text-l text-ink">{formatPrice(course.price)}</b>
                  )}
                </p>
              </div>
            </div>
          </Tile>
        ))}
      </ul>
    </>
  );
}

/** Takes its space before the date is known, so that nothing below it moves. */
function NextStart({ startsAt }: { startsAt: string | undefined }) {
  const { institute } = useClassroom();
  return (
    <p className="flex min-h-6 items-center gap-2 text-s">
      {startsAt ? (
        <>
          <Icon name="calendar" className="text-sea" />
          <span>Next batch starts {formatMomentInZone(startsAt, institute)}</span>
        </>
      ) : null}
    </p>
  );
}
