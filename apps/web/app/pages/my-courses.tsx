import { useClassroom } from "../lib/classroom.ts";
import { useCertificates } from "../rooms/certificate/queries.ts";
import { ProgressLine } from "../rooms/progress/progress-line.tsx";
import { useProgressList } from "../rooms/progress/queries.ts";
import { CourseStatus } from "../rooms/schedule/course-status.tsx";
import { useToday } from "../rooms/schedule/queries.ts";
import { TodayPanel } from "../rooms/schedule/today.tsx";
import { YourWebinars } from "../rooms/webinar/your-webinars.tsx";
import { ButtonLink } from "../ui/button.tsx";
import { Empty } from "../ui/empty.tsx";
import { Icon } from "../ui/icon.tsx";
import { MoreLink } from "../ui/more.tsx";
import { Tag } from "../ui/tag.tsx";
import { Tile } from "../ui/tile.tsx";

export const meta = () => [{ title: "My Courses" }, { name: "robots", content: "noindex" }];

export default function MyCourses() {
  const { profile, purchases } = useClassroom();
  const { data } = useCertificates();
  const progress = useProgressList({ isEnabled: purchases.length > 0 });
  const today = useToday({ isEnabled: purchases.length > 0 });
  const hasCompleted = (courseId: string) =>
    data?.certificates.some((certificate) => certificate.courseId === courseId && !certificate.isRevoked);
  /** A learner with a certificate is not told to wait for a batch. */
  const statusOf = (courseId: string) => {
    const status = today.data?.courses.find((one) => one.courseId === courseId);
    return status?.batch || !hasCompleted(courseId) ? status : undefined;
  };
  return (
    <>
      <h1>My Courses</h1>
      {purchases.length === 0 ? (
        <Empty title={`Welcome aboard, ${profile.firstName}.`}>
          <p className="max-w-prose text-ink-2">
            You have no courses yet. Browse the courses and choose a batch that suits you.
          </p>
          <ButtonLink to="/dashboard/allcourses">
            See all courses <Icon name="arrow" />
          </ButtonLink>
        </Empty>
      ) : (
        <TodayPanel today={today} />
      )}
      <ul className="grid gap-6 md:grid-cols-2 lg:grid-cols-3">
        {purchases.map(({ _id, course, status }) => (
          <Tile key={_id}>
            <img src={course.courseImage} alt="" width="320" height="240" loading="lazy" />
            <div>
              <h2>{course.courseName} Full Package Course</h2>
              {hasCompleted(course.courseId) ? (
                <Tag look="green" className="self-start">
                  Completed
                </Tag>
              ) : null}
              {status === "On hold" ? (
                <Tag look="coral" className="self-start">
                  On hold
                </Tag>
              ) : null}
              <CourseStatus courseName={course.courseName} now={today.data?.now} status={statusOf(course.courseId)} />
              <ProgressLine progress={progress.data?.courses.find(({ courseId }) => courseId === course.courseId)} />
              <div className="mt-auto flex flex-wrap items-center gap-x-6 gap-y-2">
                <ButtonLink
                  to={`/dashboard/learn/${encodeURIComponent(course.courseId)}`}
                  className="w-full"
                  aria-label={`Learn ${course.courseName}`}
                >
                  Learn
                </ButtonLink>
                <MoreLink
                  to={`/dashboard/mycoursemoreinfo/${encodeURIComponent(course.courseId)}`}
                  aria-label={`More Info about ${course.courseName}`}
                >
                  More Info <Icon name="arrow" />
                </MoreLink>
                <MoreLink to={`/dashboard/schedule/${encodeURIComponent(course.courseId)}`}>Classes</MoreLink>
              </div>
            </div>
          </Tile>
        ))}
      </ul>
      <YourWebinars />
    </>
  );
}
