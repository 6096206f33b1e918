import { Link, useNavigate } from "react-router";
import * as styles from "../filter-chips.module.css";
import { ChoiceChip, DateChip, WordsChip } from "../filter-chips.tsx";
import { may, useMe, usePeople } from "../queries.ts";
import { useSearch } from "../use-search.ts";
import { capitalise } from "../words.ts";
import { type FilterName, isFiltered, withFilter } from "./audit-filter.ts";

/** `thing` is the name of the record that the list is about. */
export function AuditFilters({ kinds, thing }: { kinds: string[]; thing: string | undefined }) {
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
      <WordsChip
        key={given("words")}
        value={given("words")}
        hint="name or item"
        onChange={(words) => set("words", words)}
      />
      <div className={styles.strip}>
        <ChoiceChip label="Who" any="anyone" value={given("who")} options={who} onChange={(id) => set("who", id)} />
        <ChoiceChip
          label="What"
          any="anything"
          value={given("kind")}
          options={kinds.map((kind) => ({ value: kind, text: capitalise(kind) }))}
          onChange={(kind) => set("kind", kind)}
        />
        <DateChip label="Since" value={given("from")} onChange={(date) => set("from", date)} />
        <DateChip label="Until" value={given("until")} onChange={(date) => set("until", date)} />
        {given("thingId") ? (
          <ChoiceChip
            label="About"
            any="everything"
            value={given("thingId")}
            valueText={thing ?? "one record"}
            options={[]}
            onChange={(id) => set("thingId", id)}
          />
        ) : null}
      </div>
      {isFiltered(search) ? <Link to="?">Clear all</Link> : null}
    </div>
  );
}
