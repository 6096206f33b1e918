import { Link } from "react-router";
import { load } from "../../lib/api.ts";
import { formatRupees } from "../../lib/format.ts";
import type { Route } from "./+types/all-courses";

export const meta = () => [{ title: "All Courses" }, { name: "robots", content: "noindex" }];

export function loader({ context }: Route.LoaderArgs) {
  return load(context, async (client) => {
    const courses = await client.course.list({});
    return { courses: courses.map(({ syllabus, ...course }) => course) };
  });
}

export default function AllCourses({ loaderData: { courses } }: Route.ComponentProps) {
  return (
    <>
      <h1>All Courses</h1>
      {courses.length === 0 ? <p>No course is open at the moment. Please look in again soon.</p> : null}
      <ul className="grid gap-6 md:grid-cols-2 lg:grid-cols-3">
        {courses.map((course) => (
          <li key={course.courseId} className="course-tile">
            <img src={course.courseImage} alt="" width="320" height="240" loading="lazy" />
            <div>
              <h2>
                <Link className="slide-link" to={`/dashboard/viewdetails/${encodeURIComponent(course.courseId)}`}>
                  {course.courseName}
                </Link>
              </h2>
              <p className="text-s text-ink-2">{course.description}</p>
              <p className="mt-auto flex items-baseline justify-between border-t border-rule pt-3 text-s text-ink-2">
                {course.duration} HRS
                <b className="font-head text-l text-ink">{formatRupees(course.price)}</b>
              </p>
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}
