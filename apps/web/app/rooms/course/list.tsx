import { coursePath } from "@shoreline/domain/course";
import { Link } from "react-router";
import { load } from "../../lib/api.ts";
import { formatRupees } from "../../lib/format.ts";
import { describePage, whereabouts } from "../../lib/seo.ts";
import { Teaser } from "../../ui/teaser.tsx";
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
          <Teaser
            key={course.courseId}
            picture={course.courseImage}
            heading={
              <h2 className="mt-4 text-xl">
                <Link to={course.path} className="slide-link">
                  {course.courseName}
                </Link>
              </h2>
            }
            text={course.description}
            aside={`${course.duration} HRS`}
            price={formatRupees(course.price)}
          />
        ))}
      </ul>
    </div>
  );
}
