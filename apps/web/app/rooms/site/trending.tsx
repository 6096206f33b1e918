import { useRef } from "react";
import { CoverLink } from "../../ui/cover-link.tsx";
import { Icon } from "../../ui/icon.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { MoreLink } from "../../ui/more.tsx";
import { Section, SectionHead } from "../../ui/section.tsx";
import * as teasers from "../../ui/teaser.module.css";
import { Teaser } from "../../ui/teaser.tsx";

type Course = {
  courseId: string;
  courseName: string;
  courseImage: string;
  description: string;
  duration: number;
  price: string;
  path: string;
};

const stepInPx = 1200;
/** On the widest screen nothing has to be scrolled. */
const mostInView = 4;

type Props = { title: string; courses: Course[]; text: string | null; number: number | undefined };

/** A row that scrolls by touch, by keyboard or with its arrow buttons. */
export function Trending({ title, courses, text, number }: Props) {
  const row = useRef<HTMLUListElement>(null);
  const scroll = (by: number) => row.current?.scrollBy({ left: by, behavior: "smooth" });
  return (
    <Section aria-labelledby="trending">
      <SectionHead
        id="trending"
        number={number}
        title={title}
        aside={
          courses.length > mostInView ? (
            <div className="hidden gap-2 sm:flex">
              <IconButton icon="back" label="Previous courses" look="ring" onClick={() => scroll(-stepInPx)} />
              <IconButton icon="arrow" label="Next courses" look="ring" onClick={() => scroll(stepInPx)} />
            </div>
          ) : null
        }
      />
      {text ? <p className="mb-6 max-w-prose text-ink-2">{text}</p> : null}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      <ul ref={row} className={teasers.row} tabIndex={0} aria-label="Trending courses">
        {courses.map((course) => (
          <Teaser
            key={course.courseId}
            picture={course.courseImage}
            heading={<CourseHeading {...course} />}
            text={course.description}
            aside={`${course.duration} HRS, live`}
            price={course.price}
          />
        ))}
      </ul>
      <MoreLink className="mt-4" to="/onlinecourses">
        All courses <Icon name="arrow" />
      </MoreLink>
    </Section>
  );
}

/** On a phone the link leaves out the course name, as on the older site. */
function CourseHeading({ courseId, courseName, path }: Pick<Course, "courseId" | "courseName" | "path">) {
  return (
    <h3 className="mt-4">
      <CoverLink to={path} className="max-sm:hidden">
        {courseName}
      </CoverLink>
      <CoverLink to={`/onlinecourses/viewdetails/${courseId}`} className="sm:hidden">
        {courseName}
      </CoverLink>
    </h3>
  );
}
