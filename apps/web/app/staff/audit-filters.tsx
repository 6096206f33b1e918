import { type FormEvent, type ReactNode, useRef } from "react";
import { Link, useNavigate } from "react-router";
import { type FilterName, isFiltered, withFilter } from "./audit-filter.ts";
import * as styles from "./audit-filters.module.css";
import { may, useMe, usePeople } from "./queries.ts";
import { useSearch } from "./use-search.ts";
import { capitalise } from "./words.ts";

export function AuditFilters({ kinds }: { kinds: string[] }) {
  const search = useSearch();
  const navigate = useNavigate();
  const people = usePeople({ isWanted: may(useMe(), "see people") }).data?.people ?? [];
  const who = [
    ...people.map(({ staffId, name }) => ({ value: staffId, text: name })),
    { value: "system", text: "The system" },
  ];
  const given = (name: FilterName) => search.get(name) ?? "";
  const set = (name: FilterName, value: string) => {
    if (value !== given(name)) navigate(`?${withFilter(search, name, value)}`);
  };
  return (
    <div className={styles.filters}>
      <Words key={given("words")} value={given("words")} onChange={(words) => set("words", words)} />
      <Choice label="Who" any="anyone" value={given("who")} options={who} onChange={(id) => set("who", id)} />
      <Choice
        label="What"
        any="anything"
        value={given("kind")}
        options={kinds.map((kind) => ({ value: kind, text: capitalise(kind) }))}
        onChange={(kind) => set("kind", kind)}
      />
      <Chip label="Since" isEmpty={!given("from")}>
        <input type="date" value={given("from")} onChange={(event) => set("from", event.target.value)} />
      </Chip>
      <Chip label="Until" isEmpty={!given("until")}>
        <input type="date" value={given("until")} onChange={(event) => set("until", event.target.value)} />
      </Chip>
      {given("thingId") ? <Link to={`?${withFilter(search, "thingId", "")}`}>About everything</Link> : null}
      {isFiltered(search) ? <Link to="?">Clear all</Link> : null}
    </div>
  );
}

type ChipProps = { label: string; isEmpty: boolean; children: ReactNode };

function Chip({ label, isEmpty, children }: ChipProps) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is given.
    <label className={styles.chip} data-empty={isEmpty}>
      {label}
      {children}
    </label>
  );
}

type ChoiceProps = {
  label: string;
  any: string;
  value: string;
  options: { value: string; text: string }[];
  onChange(value: string): void;
};

function Choice({ label, any, value, options, onChange }: ChoiceProps) {
  const isListed = !value || options.some((option) => option.value === value);
  return (
    <Chip label={label} isEmpty={!value}>
      <select value={value} onChange={(event) => onChange(event.target.value)}>
        <option value="">{any}</option>
        {isListed ? null : <option value={value}>{value}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.text}
          </option>
        ))}
      </select>
    </Chip>
  );
}

/** Taken over on Enter, and when the field is left. */
function Words({ value, onChange }: { value: string; onChange(words: string): void }) {
  const field = useRef<HTMLInputElement>(null);
  const take = () => onChange(field.current?.value.trim() ?? "");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    take();
  };
  return (
    <form onSubmit={submit}>
      <Chip label="Find" isEmpty={!value}>
        <input
          ref={field}
          type="search"
          defaultValue={value}
          onBlur={take}
          maxLength={100}
          placeholder="a person or thing"
        />
      </Chip>
    </form>
  );
}
