import { useRef } from "react";
import { Link } from "react-router";
import { Icon } from "../../ui/icon.tsx";
import { SectionHead } from "../../ui/section.tsx";
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

/** A row that is scrolled by hand, by keyboard, or by its arrows. */
export function Trending({ courses, text }: { courses: Course[]; text: string }) {
  const row = useRef<HTMLUListElement>(null);
  const scroll = (by: number) => row.current?.scrollBy({ left: by, behavior: "smooth" });
  return (
    <section className="section wrap" aria-labelledby="trending">
      <SectionHead
        id="trending"
        number={1}
        title="Trending this month"
        aside={
          <div className="hidden gap-2 sm:flex">
            <button
              type="button"
              className="icon-button ring"
              aria-label="Previous courses"
              onClick={() => scroll(-stepInPx)}
            >
              <Icon name="back" />
            </button>
            <button
              type="button"
              className="icon-button ring"
              aria-label="Next courses"
              onClick={() => scroll(stepInPx)}
            >
              <Icon name="arrow" />
            </button>
          </div>
        }
      />
      <p className="mb-6 max-w-prose text-ink-2">{text}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      <ul ref={row} className="slider" tabIndex={0} aria-label="Trending courses">
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
      <Link className="more mt-4" to="/onlinecourses">
        All courses <Icon name="arrow" />
      </Link>
    </section>
  );
}

/** On a phone the link goes without the name, as it always has. */
function CourseHeading({ courseId, courseName, path }: Pick<Course, "courseId" | "courseName" | "path">) {
  return (
    <h3 className="mt-4 text-xl">
      <Link to={path} className="slide-link max-sm:hidden">
        {courseName}
      </Link>
      <Link to={`/onlinecourses/viewdetails/${courseId}`} className="slide-link sm:hidden">
        {courseName}
      </Link>
    </h3>
  );
}
