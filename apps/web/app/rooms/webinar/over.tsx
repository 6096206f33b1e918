import type { CourseCard, JoinPage } from "@shoreline/contract";
import { Link } from "react-router";
import { formatRupees } from "../../lib/format.ts";
import { Icon } from "../../ui/icon.tsx";
import { PageHead, SectionHead } from "../../ui/section.tsx";
import { Teaser } from "../../ui/teaser.tsx";

/** Afterwards: thanks, the recording, and where to go on. */
export default function Over({
  webinar,
  courses,
  isCancelled,
}: {
  webinar: JoinPage["webinar"];
  isCancelled: boolean;
  courses: (CourseCard & { path: string })[];
}) {
  return (
    <>
      {isCancelled ? (
        <PageHead title="This webinar will not take place" lead={`${webinar.title} was cancelled. We are sorry.`} />
      ) : (
        <PageHead
          title="Thank you for coming"
          lead={`${webinar.title} is over. We hope that you take something home from it.`}
        />
      )}
      <div className="wrap grid justify-items-start gap-4 pb-16">
        {webinar.recordingUrl ? (
          <a className="btn btn-sea" href={webinar.recordingUrl} target="_blank" rel="noopener noreferrer">
            <Icon name="play" /> Watch the recording
          </a>
        ) : isCancelled ? null : (
          <p className="text-ink-2">If there is a recording, you will find it here in some days.</p>
        )}
        <Link className="more" to="/webinarview">
          What comes next <Icon name="arrow" />
        </Link>
      </div>
      <section className="section wrap" aria-labelledby="courses">
        <SectionHead id="courses" title="Learn on with us" />
        <ul className="slider slider-to-grid">
          {courses.map((course) => (
            <Teaser
              key={course.courseId}
              picture={course.courseImage}
              heading={
                <h3 className="mt-4">
                  <Link to={course.path} className="slide-link">
                    {course.courseName}
                  </Link>
                </h3>
              }
              text={course.description}
              aside={`${course.duration} HRS`}
              price={formatRupees(course.price)}
            />
          ))}
        </ul>
      </section>
    </>
  );
}
