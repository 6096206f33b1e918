import { useRef } from "react";
import { Link } from "react-router";
import { Icon } from "../../ui/icon.tsx";
import { SectionHead } from "../../ui/section.tsx";

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
          <li key={course.courseId} className="slide">
            <img
              src={course.courseImage}
              alt=""
              width="320"
              height="240"
              loading="lazy"
              className="w-full rounded-small"
            />
            <h3 className="mt-4 text-xl">
              <Link to={course.path} className="slide-link max-sm:hidden">
                {course.courseName}
              </Link>
              {/* On a phone the link goes without the name, as it always has. */}
              <Link to={`/onlinecourses/viewdetails/${course.courseId}`} className="slide-link sm:hidden">
                {course.courseName}
              </Link>
            </h3>
            <p className="mb-4 text-s text-ink-2">{course.description}</p>
            <p className="mt-auto flex items-baseline justify-between border-t border-rule pt-3 text-s text-ink-2">
              {course.duration} HRS, live
              <b className="font-head text-xl text-ink tabular-nums">{course.price}</b>
            </p>
          </li>
        ))}
      </ul>
      <Link className="more mt-4" to="/onlinecourses">
        All courses <Icon name="arrow" />
      </Link>
    </section>
  );
}
