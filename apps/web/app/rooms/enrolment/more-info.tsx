import { useQuery } from "@tanstack/react-query";
import { useClassroom } from "../../lib/classroom.ts";
import { learnerClient } from "../../lib/learner.ts";
import { Empty } from "../../ui/empty.tsx";
import { Icon } from "../../ui/icon.tsx";
import { LoadFailed } from "../../ui/load-failed.tsx";
import { MoreLink } from "../../ui/more.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { Syllabus } from "../../ui/syllabus.tsx";
import type { Route } from "./+types/more-info";

export const meta = () => [{ title: "My course" }, { name: "robots", content: "noindex" }];

export default function MoreInfo({ params: { courseId } }: Route.ComponentProps) {
  const { purchases } = useClassroom();
  const bought = purchases.find(({ course }) => course.courseId === courseId);
  const { data, error, refetch } = useQuery({
    queryKey: ["owned-course", bought?._id],
    queryFn: ({ signal }) => learnerClient.enrolment.read({ purchaseId: bought?._id ?? "" }, { signal }),
    enabled: bought !== undefined,
  });
  if (!bought)
    return (
      <Empty title="You have not bought this course">
        <MoreLink to="/dashboard/mycourses">
          <Icon name="back" /> My Courses
        </MoreLink>
      </Empty>
    );
  return (
    <>
      <MoreLink to="/dashboard/mycourses">
        <Icon name="back" /> My Courses
      </MoreLink>
      <h1>{bought.course.courseName}</h1>
      <p className="max-w-prose text-l text-ink-2">{bought.course.description}</p>
      <h2 className="text-xl">Syllabus</h2>
      {error ? <LoadFailed what="The syllabus" onRetry={refetch} /> : null}
      {data ? <Syllabus sections={data.syllabus} /> : error ? null : <Skeleton className="h-96" />}
    </>
  );
}
