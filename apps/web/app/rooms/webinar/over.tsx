import type { CourseCard, JoinPage } from "@shoreline/contract";
import { formatPrice } from "../../lib/format.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { CoverLink } from "../../ui/cover-link.tsx";
import { Icon } from "../../ui/icon.tsx";
import { MoreLink } from "../../ui/more.tsx";
import { PageHead, Section, SectionHead } from "../../ui/section.tsx";
import * as teasers from "../../ui/teaser.module.css";
import { Teaser } from "../../ui/teaser.tsx";

/** After the webinar: thanks, the recording and other courses. */
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
        <PageHead
          title="This webinar has been cancelled"
          lead={`${webinar.title} will not take place. We are sorry.`}
        />
      ) : (
        <PageHead title="Thank you for coming" lead={`${webinar.title} is over. We hope that you found it useful.`} />
      )}
      <div className="wrap grid justify-items-start gap-4 pb-16">
        {webinar.recordingUrl ? (
          <ButtonLink to={webinar.recordingUrl} target="_blank" rel="noopener noreferrer">
            <Icon name="play" /> Watch the recording
          </ButtonLink>
        ) : isCancelled ? null : (
          <p className="text-ink-2">If there is a recording, you will find it here in a few days.</p>
        )}
        <MoreLink to="/webinarview">
          See upcoming webinars <Icon name="arrow" />
        </MoreLink>
      </div>
      <Section aria-labelledby="courses">
        <SectionHead id="courses" title="Keep learning with us" />
        <ul className={`${teasers.row} ${teasers.toGrid}`}>
          {courses.map((course) => (
            <Teaser
              key={course.courseId}
              picture={course.courseImage}
              heading={
                <h3 className="mt-4">
                  <CoverLink to={course.path}>{course.courseName}</CoverLink>
                </h3>
              }
              text={course.description}
              aside={`${course.duration} HRS`}
              price={formatPrice(course.price)}
            />
          ))}
        </ul>
      </Section>
    </>
  );
}
