import type { CoursePage } from "@shoreline/contract";
import { batchTypes } from "@shoreline/domain/course";
import { Link } from "react-router";
import { load } from "../../lib/api.ts";
import { useClassroom } from "../../lib/classroom.ts";
import { formatRupees } from "../../lib/format.ts";
import { Button } from "../../ui/button.tsx";
import { card } from "../../ui/card.module.css";
import { facts } from "../../ui/facts.module.css";
import { Field } from "../../ui/field.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Message, Notice } from "../../ui/message.tsx";
import { MoreLink } from "../../ui/more.tsx";
import { Syllabus } from "../../ui/syllabus.tsx";
import { batchTimeName, batchTypeNames, weekendHint } from "../course/labels.ts";
import type { Route } from "./+types/view-details";
import { useEnrol } from "./use-enrol.ts";

export const handle = { isSelling: true };

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: loaderData?.course.courseName ?? "Course" },
  { name: "robots", content: "noindex" },
];

export function loader({ context, params }: Route.LoaderArgs) {
  return load(context, async (client) => ({ course: await client.course.read(params) }));
}

export default function ViewDetails({ loaderData: { course } }: Route.ComponentProps) {
  const { purchases } = useClassroom();
  const isBought = purchases.some((purchase) => purchase.course.courseId === course.courseId);
  return (
    <>
      <MoreLink to="/dashboard/allcourses">
        <Icon name="back" /> All Courses
      </MoreLink>
      <div className="grid items-start gap-10 lg:grid-cols-[7fr_5fr]">
        <div className="grid gap-5">
          <h1>{course.courseName}</h1>
          <p className="max-w-prose text-l text-ink-2">{course.description}</p>
          <dl className={facts}>
            <div>
              <dt>Duration</dt>
              <dd>
                {course.duration} <small>HRS</small>
              </dd>
            </div>
            <div>
              <dt>Price</dt>
              <dd>{course.price === 0 ? "Free" : formatRupees(course.price)}</dd>
            </div>
          </dl>
        </div>
        {isBought ? (
          <Notice look="done">
            <Icon name="check" />
            <span className="grow">
              You are enrolled in this course. <Link to="/dashboard/mycourses">Go to My Courses</Link>
            </span>
          </Notice>
        ) : (
          <EnrolForm course={course} />
        )}
      </div>
      <h2 className="text-xl">Syllabus</h2>
      <Syllabus sections={course.syllabus} />
    </>
  );
}

function EnrolForm({ course }: { course: CoursePage }) {
  const { institute } = useClassroom();
  const { name: instituteName, batchTimes } = institute;
  const { submit, isBusy, notice, dismiss, batchTime, batchType } = useEnrol({ course, batchTimes, instituteName });
  return (
    <form onSubmit={submit} className={`${card} grid gap-4`}>
      <Field kind="select" label="Batch time" name="batchTime" defaultValue={batchTime}>
        {batchTimes.map((time) => (
          <option key={time} value={time}>
            {batchTimeName(time)}
          </option>
        ))}
      </Field>
      <Field kind="select" label="Batch type" name="batchType" defaultValue={batchType}>
        {batchTypes.map((type) => (
          <option key={type} value={type}>
            {batchTypeNames[type]}
          </option>
        ))}
      </Field>
      <p className="text-s text-ink-2">{weekendHint}</p>
      <Button type="submit" worksWithoutScript isBusy={isBusy}>
        Enroll Now
      </Button>
      <Message notice={notice} onDismiss={dismiss} />
    </form>
  );
}
