import { Link } from "react-router";
import { useClassroom } from "../../portal/classroom.ts";
import { Empty } from "../../ui/empty.tsx";
import { Icon } from "../../ui/icon.tsx";
import type { Route } from "./+types/schedule";

export const meta = () => [{ title: "Classes & Schedules" }, { name: "robots", content: "noindex" }];

export default function Schedule({ params: { courseId } }: Route.ComponentProps) {
  const { profile, purchases } = useClassroom();
  const bought = purchases.find(({ course }) => course.courseId === courseId);
  if (!bought)
    return (
      <>
        <h1>Classes &amp; Schedules</h1>
        <Empty title="This course is not among yours">
          <Link className="more" to="/dashboard/mycourses">
            <Icon name="back" /> My Courses
          </Link>
        </Empty>
      </>
    );
  return (
    <>
      <h1>Hello {profile.firstName}</h1>
      <Empty title={`The classes of ${bought.course.courseName} are being planned`}>
        <Link className="more" to={`/dashboard/mycoursemoreinfo/${encodeURIComponent(courseId)}`}>
          View Syllabus <Icon name="arrow" />
        </Link>
      </Empty>
    </>
  );
}
