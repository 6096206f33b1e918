import type { ReactNode } from "react";
import { Link } from "react-router";
import { ButtonLink } from "../../ui/button.tsx";
import { chip } from "../../ui/chip.module.css";
import { Horizon } from "../../ui/horizon.tsx";
import { type CourseFilter, filterPath } from "./course-filter.ts";

/** Replaces an empty list; `hasOthers` when popular courses follow below it. */
export function NoResults({ filter, hasOthers }: { filter: CourseFilter; hasOthers: boolean }) {
  const isNarrowed = filterPath(filter) !== "/onlinecourses";
  if (!isNarrowed)
    return (
      <Empty title="No courses are open at the moment">
        <p>
          Please check again soon, or <Link to="/contactus">ask us for one</Link>.
        </p>
      </Empty>
    );
  return (
    <>
      <Empty title={filter.q ? `No courses found for “${filter.q}”` : "No courses match these filters"}>
        <p className="max-w-prose text-ink-2">
          Try another word, or <Link to="/contactus">ask us about it</Link>: we open a batch when enough people are
          interested.
        </p>
        {filter.q && (filter.field || filter.level) ? (
          <Link className={chip} to={filterPath(filter, { field: undefined, level: undefined })} preventScrollReset>
            “{filter.q}” in all fields and levels
          </Link>
        ) : null}
        <ButtonLink to="/onlinecourses">Show all courses</ButtonLink>
      </Empty>
      {hasOthers ? <h2 className="mt-12 mb-6 text-xl">Popular courses</h2> : null}
    </>
  );
}

function Empty({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="grid justify-items-start gap-4 py-8">
      <Horizon className="w-40" />
      <h2 className="max-w-full text-2xl">{title}</h2>
      {children}
    </div>
  );
}
