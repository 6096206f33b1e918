import type { CoursePage } from "@shoreline/contract";
import { batchTypes } from "@shoreline/domain/course";
import { useClassroom } from "../lib/classroom.ts";
import { formatPrice } from "../lib/format.ts";
import { load } from "../lib/load.ts";
import { earlyBirdText } from "../rooms/course/early-bird.ts";
import { batchTimeName, batchTypeNames } from "../rooms/course/labels.ts";
import { OldPrice } from "../rooms/course/old-price.tsx";
import { SyllabusLink } from "../rooms/course/syllabus-link.tsx";
import { EmployerFields } from "../rooms/enrolment/employer-fields.tsx";
import { OwnedCourse } from "../rooms/enrolment/owner-notice.tsx";
import { useEnrol } from "../rooms/enrolment/use-enrol.ts";
import { usePlace } from "../rooms/place/queries.ts";
import { WaitButton } from "../rooms/place/wait-button.tsx";
import { WaitingNotes } from "../rooms/place/waiting-notes.tsx";
import { Button } from "../ui/button.tsx";
import { card } from "../ui/card.module.css";
import { facts } from "../ui/facts.module.css";
import { Field } from "../ui/field.tsx";
import { Icon } from "../ui/icon.tsx";
import { Message } from "../ui/message.tsx";
import { MoreLink } from "../ui/more.tsx";
import { Syllabus } from "../ui/syllabus.tsx";
import type { Route } from "./+types/view-details";
import EnrolParts from "./enrol-parts.tsx";

export const handle = { isSelling: true };

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: loaderData?.course.courseName ?? "Course" },
  { name: "robots", content: "noindex" },
];

export function loader({ context, params }: Route.LoaderArgs) {
  return load(context, async (client) => {
    const [course, { batches, now }] = await Promise.all([client.course.read(params), client.schedule.batches(params)]);
    return { course, offered: { courseId: course.courseId, batches, now } };
  });
}

export default function ViewDetails({ loaderData: { course, offered } }: Route.ComponentProps) {
  const { purchases, institute } = useClassroom();
  const early = earlyBirdText(course, institute);
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
              <dd>
                {formatPrice(course.price)} {early ? <OldPrice {...early} /> : null}
              </dd>
            </div>
          </dl>
          {early ? <p className="text-s text-ink-2">Early-bird price until {early.until}</p> : null}
        </div>
        {isBought ? <OwnedCourse courseId={course.courseId} /> : <EnrolForm course={course} offered={offered} />}
      </div>
      <h2 className="text-xl">Syllabus</h2>
      <p>
        <SyllabusLink courseId={course.courseId} />
      </p>
      <Syllabus sections={course.syllabus} />
    </>
  );
}

type Offered = Route.ComponentProps["loaderData"]["offered"];

function EnrolForm({ course, offered }: { course: CoursePage; offered: Offered }) {
  const { institute } = useClassroom();
  const { name: instituteName, batchTimes, timeZone } = institute;
  const { submit, isBusy, notice, faults, dismiss, batchTime, batchType } = useEnrol({
    course,
    batchTimes,
    instituteName,
  });
  const { data: place } = usePlace(course.courseId);
  const waiting = place?.waiting ?? [];
  const offer = waiting.find(({ state }) => state === "offered");
  const whenFull = (batchId: string) =>
    waiting.some(({ batch }) => batch.batchId === batchId) ? null : (
      <div className="mt-2 grid justify-items-start gap-2">
        <WaitButton courseId={course.courseId} batchId={batchId} />
      </div>
    );
  return (
    <form onSubmit={submit} className={`${card} grid gap-4`}>
      <WaitingNotes courseId={course.courseId} waiting={waiting} />
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
      <EnrolParts
        key={course.courseId}
        {...offered}
        first={{ batchTime, batchType }}
        timeZone={timeZone}
        isFree={course.price === 0}
        keptBatchId={offer?.batch.batchId}
        whenFull={whenFull}
      />
      <Button type="submit" worksWithoutScript isBusy={isBusy}>
        Enroll Now
      </Button>
      <Message notice={notice} onDismiss={dismiss} />
      {course.price === 0 ? null : <EmployerFields faults={faults} />}
    </form>
  );
}
