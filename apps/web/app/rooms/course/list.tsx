import { coursePath, coursesPerPage, mostCoursesCounted, searchWords, splitAtMatches } from "@shoreline/domain/course";
import { nameOf } from "@shoreline/domain/site";
import { Link, redirect, useNavigation } from "react-router";
import { formatPrice } from "../../lib/format.ts";
import { load } from "../../lib/load.ts";
import { refuseMissing } from "../../lib/parts.ts";
import { describePage, siteInfo } from "../../lib/seo.ts";
import { chip } from "../../ui/chip.module.css";
import { CoverLink } from "../../ui/cover-link.tsx";
import { PageHead } from "../../ui/section.tsx";
import { Teaser } from "../../ui/teaser.tsx";
import type { Route } from "./+types/list";
import { type CourseFilter, filterPath, readFilter } from "./course-filter.ts";
import { FilterForm } from "./filter-form.tsx";
import * as styles from "./list.module.css";
import { NoResults } from "./no-results.tsx";

export const handle = { isSearch: true };

export const meta: Route.MetaFunction = ({ loaderData }) => loaderData?.meta ?? [];

export function loader({ context, request }: Route.LoaderArgs) {
  return load(context, async (client) => {
    const site = await client.site.read({});
    refuseMissing(site.offers.courses);
    const { courseFields: fields, courseLevels: levels } = site.institute;
    const filter = readFilter(new URL(request.url).searchParams, { fields, levels });
    const { courses, total, isMore, corrected, ...inUse } = await client.course.catalogue(filter);
    if (courses.length === 0 && filter.page > 1) throw redirect(filterPath(filter));
    const popular = total === 0 ? (await client.course.catalogue({})).courses.slice(0, 3) : [];
    const { courseUrlSuffix: suffix } = site.institute;
    const words = searchWords(corrected ?? filter.q);
    const cards = [...courses, ...popular].map(({ found, ...course }) => ({
      ...course,
      path: coursePath(course, { suffix }),
      tags: [nameOf(fields, course.field), nameOf(levels, course.level)],
      found: found.map((line) => splitAtMatches(line, words)),
    }));
    const meta = describePage({
      title: "Online courses",
      description: "Live online courses with hours, price and the full syllabus.",
      path: "/onlinecourses",
      card: "page/onlinecourses",
      at: siteInfo(site),
    });
    // The chosen one stays, so that it can be taken back.
    const choices = {
      fields: fields.filter(({ key }) => inUse.fields.includes(key) || key === filter.field),
      levels: levels.filter(({ key }) => inUse.levels.includes(key) || key === filter.level),
    };
    return { meta, filter, choices, courses: cards, total, isMore, corrected };
  });
}

export default function CourseList({ loaderData }: Route.ComponentProps) {
  const { courses, total, isMore, filter, choices, corrected } = loaderData;
  const { location } = useNavigation();
  const isBusy = location?.pathname === "/onlinecourses";
  const isEmpty = total === 0;
  return (
    <>
      <PageHead title="Online courses" lead="Live classes of one hour each, and the full syllabus of every course." />
      <div className="wrap pb-12">
        <FilterForm
          filter={isBusy ? readFilter(new URLSearchParams(location.search), choices) : filter}
          choices={choices}
          isBusy={isBusy}
        />
        <p role="status" className={isEmpty ? "sr-only" : styles.count}>
          {corrected ? `Nothing for “${filter.q}”. Showing “${corrected}”: ` : ""}
          {isEmpty ? "No courses found" : total === 1 ? "1 course" : `${isMore ? countedUpTo : total} courses`}
          {filter.q && !corrected ? ` for “${filter.q}”` : ""}
        </p>
        <div className={styles.found} aria-busy={isBusy}>
          {isEmpty ? <NoResults filter={filter} hasOthers={courses.length > 0} /> : null}
          <ul className="grid gap-x-6 gap-y-12 md:grid-cols-2 lg:grid-cols-3">
            {courses.map((course, n) => (
              <CourseTeaser key={course.courseId} {...course} isFirst={n === 0} heading={isEmpty ? "h3" : "h2"} />
            ))}
          </ul>
          <Pages filter={filter} total={total} />
        </div>
      </div>
    </>
  );
}

const countedUpTo = `${mostCoursesCounted.toLocaleString("en-IN")}+`;

type Card = Route.ComponentProps["loaderData"]["courses"][number];

function CourseTeaser({ heading: Heading, ...course }: Card & { heading: "h2" | "h3"; isFirst: boolean }) {
  return (
    <Teaser
      picture={course.courseImage}
      isFirst={course.isFirst}
      heading={
        <Heading className="mt-2">
          <CoverLink to={course.path}>{course.courseName}</CoverLink>
        </Heading>
      }
      tags={course.tags}
      text={course.description}
      note={course.found.length > 0 ? <Found lines={course.found} /> : null}
      aside={`${course.duration} HRS`}
      price={formatPrice(course.price)}
    />
  );
}

function Found({ lines }: { lines: Card["found"] }) {
  return (
    <div className={styles.lines}>
      <b>In the syllabus</b>
      <ul>
        {lines.map((pieces) => (
          <li key={pieces.map(({ text }) => text).join("")}>
            {/* biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a line have no other key. */}
            {pieces.map(({ text, isMatch }, n) => (isMatch ? <mark key={n}>{text}</mark> : text))}
          </li>
        ))}
      </ul>
    </div>
  );
}

function Pages({ filter, total }: { filter: CourseFilter; total: number }) {
  const pages = Math.ceil(total / coursesPerPage);
  if (pages <= 1) return null;
  return (
    <nav aria-label="Pages" className="mt-8 flex flex-wrap gap-2">
      {Array.from({ length: pages }, (_, n) => n + 1).map((page) => (
        <Link
          className={chip}
          key={page}
          to={filterPath(filter, { page })}
          aria-label={`Page ${page}`}
          aria-current={page === filter.page ? "page" : undefined}
        >
          {page}
        </Link>
      ))}
    </nav>
  );
}
