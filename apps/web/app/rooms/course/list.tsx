import { coursePath } from "@shoreline/domain/course";
import { Link } from "react-router";
import { load } from "../../lib/api.ts";
import { formatRupees } from "../../lib/format.ts";
import { describePage, whereabouts } from "../../lib/seo.ts";
import type { Route } from "./+types/list";

export const meta: Route.MetaFunction = ({ loaderData }) =>
  loaderData
    ? describePage({
        title: "Online courses",
        description: `All ${loaderData.courses.length} live online courses, with hours, price and full syllabus.`,
        path: "/onlinecourses",
        picture: "onlinecourses",
        at: loaderData.at,
      })
    : [];

/** Only what the list shows: the syllabuses of all courses would weigh more than the page. */
export function loader({ context }: Route.LoaderArgs) {
  return load(context, async (client) => {
    const [courses, site] = await Promise.all([client.course.list({}), client.site.read({})]);
    return {
      at: whereabouts(site),
      courses: courses.map(({ syllabus, ...course }) => ({
        ...course,
        path: coursePath(course, { suffix: site.institute.courseUrlSuffix }),
      })),
    };
  });
}

export default function CourseList({ loaderData: { courses } }: Route.ComponentProps) {
  return (
    <div className="wrap grid gap-8 py-12">
      <h1 className="text-3xl">Online courses</h1>
      <p className="max-w-prose text-l text-ink-2">
        {courses.length} live courses, one hour a class, each with its whole syllabus to read first.
      </p>
      {courses.length === 0 ? <p>No course is open at the moment. Please look in again soon.</p> : null}
      <ul className="grid gap-x-6 gap-y-12 md:grid-cols-2 lg:grid-cols-3">
        {courses.map((course) => (
          <li key={course.courseId} className="slide">
            <img
              src={course.courseImage}
              alt=""
              width="320"
              height="240"
              loading="lazy"
              className="w-full rounded-small"
            />
            <h2 className="mt-4 text-xl">
              <Link to={course.path} className="slide-link">
                {course.courseName}
              </Link>
            </h2>
            <p className="mt-2 mb-4 text-ink-2">{course.description}</p>
            <p className="mt-auto flex items-baseline justify-between border-t border-rule pt-3 text-s text-ink-2">
              {course.duration} HRS
              <b className="font-head text-xl text-ink tabular-nums">{formatRupees(course.price)}</b>
            </p>
          </li>
        ))}
      </ul>
    </div>
  );
}
