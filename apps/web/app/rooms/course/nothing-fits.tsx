import type { ReactNode } from "react";
import { Link } from "react-router";
import { ButtonLink } from "../../ui/button.tsx";
import { chip } from "../../ui/chip.module.css";
import { Horizon } from "../../ui/horizon.tsx";
import { type Wish, wishPath } from "./wish.ts";

const suggestions = ["React", "Python", "SQL", "Testing", "Figma"];

/** Said in place of the list; `hasOthers` when popular courses follow below it. */
export function NothingFits({ wish, hasOthers }: { wish: Wish; hasOthers: boolean }) {
  const isNarrowed = wishPath(wish) !== "/onlinecourses";
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
      <Empty title={wish.q ? `No courses found for “${wish.q}”` : "No courses match these filters"}>
        <p className="max-w-prose text-ink-2">
          Try one of these, or <Link to="/contactus">ask us about it</Link>: we open a batch when enough people are
          interested.
        </p>
        <ul className="flex flex-wrap gap-2">
          {wish.q && (wish.field || wish.level) ? (
            <Suggestion to={wishPath(wish, { field: undefined, level: undefined })}>
              “{wish.q}” in all fields and levels
            </Suggestion>
          ) : null}
          {suggestions.map((word) => (
            <Suggestion key={word} to={wishPath({ q: word, sort: "popular", page: 1 })}>
              {word}
            </Suggestion>
          ))}
        </ul>
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

function Suggestion({ to, children }: { to: string; children: ReactNode }) {
  return (
    <li>
      <Link className={chip} to={to} preventScrollReset>
        {children}
      </Link>
    </li>
  );
}
