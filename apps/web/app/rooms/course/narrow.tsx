import { courseFields, courseLevels, courseSorts } from "@shoreline/domain/course";
import { type FormEvent, useEffect, useRef } from "react";
import { Link, useNavigate, useNavigation } from "react-router";
import { Icon } from "../../ui/icon.tsx";
import { type Wish, wishPath } from "./wish.ts";
import { fieldNames, levelNames, sortNames } from "./words.ts";

// Long enough not to ask for every letter of a quick typist, short enough to feel immediate.
const typingPauseMs = 250;

/** Search, filter and order of the list. All of it is links and a plain form, so it works before any script is there. */
export function Narrow({ wish, total }: { wish: Wish; total: number }) {
  return (
    <div className="grid gap-4 border-y border-rule py-5">
      <SearchBox wish={wish} />
      <Choice
        label="Field"
        all={{ to: wishPath(wish, { field: undefined }), isChosen: !wish.field }}
        options={courseFields.map((field) => ({
          text: fieldNames[field],
          to: wishPath(wish, { field }),
          isChosen: wish.field === field,
        }))}
      />
      <div className="grid gap-x-10 gap-y-4 md:flex md:flex-wrap">
        <Choice
          label="Level"
          all={{ to: wishPath(wish, { level: undefined }), isChosen: !wish.level }}
          options={courseLevels.map((level) => ({
            text: levelNames[level],
            to: wishPath(wish, { level }),
            isChosen: wish.level === level,
          }))}
        />
        <Choice
          label="Sort by"
          options={courseSorts.map((sort) => ({
            text: sortNames[sort],
            to: wishPath(wish, { sort }),
            isChosen: wish.sort === sort,
          }))}
        />
      </div>
      <p role="status" className="text-s text-ink-2">
        {total === 1 ? "1 course" : `${total} courses`}
        {wish.q ? ` with “${wish.q}”` : ""}
      </p>
    </div>
  );
}

function SearchBox({ wish }: { wish: Wish }) {
  const navigate = useNavigate();
  const input = useRef<HTMLInputElement>(null);
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isSearching = useNavigation().location?.pathname === "/onlinecourses";

  useEffect(() => () => clearTimeout(pause.current), []);
  // After going back, or through a link that drops the search, the box says what the list shows.
  useEffect(() => {
    if (input.current && document.activeElement !== input.current) input.current.value = wish.q;
  }, [wish.q]);

  const search = () => {
    clearTimeout(pause.current);
    const q = input.current?.value.trim() ?? "";
    if (q !== wish.q) navigate(wishPath(wish, { q }), { replace: true, preventScrollReset: true });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    search();
  };

  return (
    <search>
      <form action="/onlinecourses" onSubmit={submit} className="flex max-w-xl gap-3" aria-busy={isSearching}>
        <label className="search-box">
          <Icon name="search" />
          <span className="sr-only">Search courses and syllabuses</span>
          <input
            ref={input}
            type="search"
            name="q"
            defaultValue={wish.q}
            maxLength={100}
            placeholder="Search: hooks, pandas, C++…"
            autoComplete="off"
            className="input"
            onChange={() => {
              clearTimeout(pause.current);
              pause.current = setTimeout(search, typingPauseMs);
            }}
          />
        </label>
        {wish.field ? <input type="hidden" name="field" value={wish.field} /> : null}
        {wish.level ? <input type="hidden" name="level" value={wish.level} /> : null}
        {wish.sort === "popular" ? null : <input type="hidden" name="sort" value={wish.sort} />}
        <button type="submit" className="btn btn-line">
          Search
        </button>
      </form>
    </search>
  );
}

type Option = { to: string; isChosen: boolean };

function Choice({ label, all, options }: { label: string; all?: Option; options: (Option & { text: string })[] }) {
  const shown = all ? [{ ...all, text: "All" }, ...options] : options;
  return (
    <nav aria-label={label} className="choice">
      <span aria-hidden="true" className="choice-label">
        {label}
      </span>
      {shown.map(({ text, to, isChosen }) => (
        <Link key={text} to={to} className="chip" aria-current={isChosen || undefined} preventScrollReset>
          {text}
        </Link>
      ))}
    </nav>
  );
}
