import { courseSorts } from "@shoreline/domain/course";
import { type FormEvent, useEffect, useLayoutEffect, useRef } from "react";
import { Link, useLocation, useNavigate, useNavigation, useNavigationType } from "react-router";
import { Button, Spinner } from "../../ui/button.tsx";
import { chip } from "../../ui/chip.module.css";
import { Input, Select } from "../../ui/field.tsx";
import { Icon } from "../../ui/icon.tsx";
import { type Choices, type CourseFilter, filterPath, readFilter } from "./course-filter.ts";
import * as styles from "./filter-form.module.css";
import { sortNames } from "./labels.ts";

// Long enough to skip most letters of a fast typist, short enough to feel immediate.
const typingPauseMs = 250;

/** Search, filters and order of the list: links and a plain form, so it works without scripts. */
type Props = { filter: CourseFilter; choices: Choices; isBusy: boolean };

export function FilterForm({ filter, choices, isBusy }: Props) {
  return (
    <div className={styles.narrow}>
      <SearchForm filter={filter} choices={choices} isBusy={isBusy} />
      <div className="grid gap-x-10 gap-y-3 md:flex md:flex-wrap">
        <Choice
          label="Field"
          all={{ to: filterPath(filter, { field: undefined }), isChosen: !filter.field }}
          options={choices.fields.map(({ key: field, name }) => ({
            text: name,
            to: filterPath(filter, { field }),
            isChosen: filter.field === field,
          }))}
        />
        <Choice
          label="Level"
          all={{ to: filterPath(filter, { level: undefined }), isChosen: !filter.level }}
          options={choices.levels.map(({ key: level, name }) => ({
            text: name,
            to: filterPath(filter, { level }),
            isChosen: filter.level === level,
          }))}
        />
      </div>
    </div>
  );
}

function SearchForm({ filter, choices, isBusy }: Props) {
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const order = useRef<HTMLSelectElement>(null);
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);

  const { location } = useNavigation();
  const { key } = useLocation();
  const navigationType = useNavigationType();

  const own = useRef("");

  // A visitor who follows a link must not be called back by a delayed search; a search that is loading
  // does not cancel the next one.
  useEffect(() => {
    if (location && location.pathname + location.search !== own.current) clearTimeout(pause.current);
  }, [location]);
  useEffect(() => {
    // At once: on a busy phone the search would begin before React has shown that the link is being followed.
    const stop = ({ target, defaultPrevented }: MouseEvent) => {
      if (defaultPrevented && target instanceof Element && target.closest("a")) clearTimeout(pause.current);
    };
    document.addEventListener("click", stop);
    return () => {
      document.removeEventListener("click", stop);
      clearTimeout(pause.current);
    };
  }, []);
  // What is typed in one go is one step back.
  const isSameTyping = useRef(false);
  const search = ({ isTyped = false, isFirst = false } = {}) => {
    clearTimeout(pause.current);
    if (!form.current) return;
    const asked = new FormData(form.current) as unknown as Iterable<[string, string]>;
    const to = filterPath(readFilter(new URLSearchParams([...asked]), choices));
    if (to === filterPath(filter)) return;
    own.current = to;
    const replace = isFirst || (isTyped && isSameTyping.current);
    isSameTyping.current = isTyped;
    navigate(to, { replace, preventScrollReset: true });
  };
  const searchSoon = () => {
    clearTimeout(pause.current);
    pause.current = setTimeout(() => search({ isTyped: true }), typingPauseMs);
  };
  // Text typed before the script loaded is searched now. Later, after Back or a link that drops the
  // search, the form shows the search of the list.
  const isFirst = useRef(true);
  const shown = useRef(filter.q);
  const hasArrived = location === undefined;
  // As soon as the list is there: a moment later, letters typed and a link followed meanwhile would count as typed before the script loaded.
  // biome-ignore lint/correctness/useExhaustiveDependencies: on arrival, not while typing.
  useLayoutEffect(() => {
    // React may show at once that a list has come and that Back was pressed: then that list is not there to stay.
    if (!hasArrived) return;
    if (isFirst.current) {
      isFirst.current = false;
      return search({ isFirst: true });
    }
    if (navigationType === "POP") isSameTyping.current = false;
    const isTyping = document.activeElement === input.current && navigationType !== "POP";
    // Letters typed while a link was followed: on a busy phone React showed the link after them, and stopped their search.
    if (isTyping && input.current?.value !== shown.current) searchSoon();
    else if (input.current) input.current.value = filter.q;
    shown.current = filter.q;
    if (order.current) order.current.value = filter.sort;
  }, [key, hasArrived]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    search({ isTyped: true });
  };

  return (
    <search>
      <form ref={form} action="/onlinecourses" data-native onSubmit={submit} className={styles.form} aria-busy={isBusy}>
        <label className={styles.search}>
          {isBusy ? <Spinner /> : <Icon name="search" />}
          <span className="sr-only">Search courses and syllabuses</span>
          <Input
            ref={input}
            type="search"
            name="q"
            defaultValue={filter.q}
            maxLength={100}
            placeholder="Search courses"
            autoComplete="off"
            onChange={searchSoon}
            onBlur={() => {
              isSameTyping.current = false;
            }}
          />
        </label>
        <Button type="submit" look="line" worksWithoutScript>
          Search
        </Button>
        <label className={styles.sort}>
          <span>Sort by</span>
          <Select ref={order} name="sort" defaultValue={filter.sort} onChange={() => search()}>
            {courseSorts.map((sort) => (
              <option key={sort} value={sort}>
                {sortNames[sort]}
              </option>
            ))}
          </Select>
        </label>
        {filter.field ? <input type="hidden" name="field" value={filter.field} /> : null}
        {filter.level ? <input type="hidden" name="level" value={filter.level} /> : null}
      </form>
    </search>
  );
}

type Option = { to: string; isChosen: boolean };

function Choice({ label, all, options }: { label: string; all: Option; options: (Option & { text: string })[] }) {
  const row = useRef<HTMLElement>(null);
  const shown = [{ ...all, text: "All" }, ...options];
  const chosen = shown.findIndex(({ isChosen }) => isChosen);
  // For rows that scroll. Not scrollIntoView, which would scroll the page too.
  useLayoutEffect(() => {
    const chip = row.current?.querySelectorAll("a")[chosen];
    if (row.current && chip)
      row.current.scrollLeft = chosen === 0 ? 0 : chip.offsetLeft - (row.current.clientWidth - chip.offsetWidth) / 2;
  }, [chosen]);
  if (options.length < 2 && all.isChosen) return null;
  return (
    <nav ref={row} aria-label={label} className={styles.choice}>
      <span aria-hidden="true" className={styles.label}>
        {label}
      </span>
      {shown.map(({ text, to, isChosen }) => (
        <Link className={chip} key={text} to={to} aria-current={isChosen || undefined} preventScrollReset>
          {text}
        </Link>
      ))}
    </nav>
  );
}
