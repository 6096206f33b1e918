import { coursePath, coursesPerPage } from "@shoreline/domain/course";
import { data, Link } from "react-router";
import { load } from "../../lib/api.ts";
import { formatRupees } from "../../lib/format.ts";
import { describePage, whereabouts } from "../../lib/seo.ts";
import { Horizon } from "../../ui/horizon.tsx";
import { PageHead } from "../../ui/section.tsx";
import { Teaser } from "../../ui/teaser.tsx";
import type { Route } from "./+types/list";
import { Narrow } from "./narrow.tsx";
import { readWish, type Wish, wishPath } from "./wish.ts";
import { fieldNames, levelNames } from "./words.ts";

export const meta: Route.MetaFunction = ({ loaderData }) =>
  loaderData
    ? describePage({
        title: "Online courses",
        description: "Live online courses, with hours, price and the full syllabus of each to read first.",
        path: "/onlinecourses",
        picture: "onlinecourses",
        at: loaderData.at,
      })
    : [];

/** What people type has no end: only the lists behind links are kept. */
export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders;
}

export function loader({ context, request }: Route.LoaderArgs) {
  const wish = readWish(new URL(request.url).searchParams);
  return load(context, async (client) => {
    const [{ courses, total }, site] = await Promise.all([client.course.catalogue(wish), client.site.read({})]);
    const { courseUrlSuffix: suffix } = site.institute;
    const cards = courses.map((course) => ({ ...course, path: coursePath(course, { suffix }) }));
    return data({ at: whereabouts(site), wish, courses: cards, total }, wish.q ? { headers: notKept } : {});
  });
}

const notKept = { "cache-control": "no-store" };

export default function CourseList({ loaderData: { courses, total, wish } }: Route.ComponentProps) {
  return (
    <>
      <PageHead title="Online courses" lead="Live, one hour a class, each with its whole syllabus to read first." />
      <div className="wrap grid gap-8 pb-12">
        <Narrow wish={wish} total={total} />
        {courses.length === 0 ? <NothingFits wish={wish} /> : null}
        <ul className="grid gap-x-6 gap-y-12 md:grid-cols-2 lg:grid-cols-3">
          {courses.map((course) => (
            <Teaser
              key={course.courseId}
              picture={course.courseImage}
              heading={
                <h2 className="mt-2 text-xl">
                  <Link to={course.path} className="slide-link">
                    {course.courseName}
                  </Link>
                </h2>
              }
              tags={[fieldNames[course.field], levelNames[course.level]]}
              text={course.description}
              note={course.found.length > 0 ? `In the syllabus: ${course.found.join("; ")}` : ""}
              aside={`${course.duration} HRS`}
              price={formatRupees(course.price)}
            />
          ))}
        </ul>
        <Pages wish={wish} total={total} />
      </div>
    </>
  );
}

function NothingFits({ wish }: { wish: Wish }) {
  const isNarrowed = wishPath(wish) !== "/onlinecourses";
  return (
    <div className="grid justify-items-start gap-4 py-8">
      <Horizon className="w-40" />
      <p className="text-l">{isNarrowed ? "No course fits that." : "No course is open at the moment."}</p>
      <p className="max-w-prose text-ink-2">
        {isNarrowed ? "Try a shorter word, or " : "Please look in again soon, or "}
        <Link to="/contactus">ask us for it</Link>: a batch opens when enough people want one.
      </p>
      {isNarrowed ? (
        <Link to="/onlinecourses" className="more">
          Show all courses
        </Link>
      ) : null}
    </div>
  );
}

function Pages({ wish, total }: { wish: Wish; total: number }) {
  const pages = Math.ceil(total / coursesPerPage);
  if (pages <= 1) return null;
  return (
    <nav aria-label="Pages" className="flex flex-wrap gap-2">
      {Array.from({ length: pages }, (_, n) => n + 1).map((page) => (
        <Link
          key={page}
          to={wishPath(wish, { page })}
          className="chip"
          aria-label={`Page ${page}`}
          aria-current={page === wish.page ? "page" : undefined}
        >
          {page}
        </Link>
      ))}
    </nav>
  );
}
