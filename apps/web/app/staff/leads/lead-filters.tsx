import type { LeadOwner } from "@shoreline/contract";
import { leadFilterLabels, leadSources, leadStatuses } from "@shoreline/domain/inbox";
import { useState } from "react";
import { Link, useNavigate } from "react-router";
import { Key } from "../controls.tsx";
import { filters, strip } from "../filter-chips.module.css";
import { type ChipOption, ChoiceChip, DateChip, WordsChip } from "../filter-chips.tsx";
import { StaffIcon } from "../icon.tsx";
import { useKeys } from "../keys.ts";
import { useSearch } from "../use-search.ts";
import { isLeadFiltered, type LeadFilterName, withLeadFilter, withoutFilters } from "./lead-filter.ts";
import { LeadFilterDialog } from "./lead-filter-dialog.tsx";
import { callTexts, filterText } from "./lead-filter-texts.ts";
import * as styles from "./lead-filters.module.css";
import { useKnownOwners } from "./lead-queries.ts";
import { leadSourceText, leadStatusText } from "./lead-words.ts";

/** Status, source and owner are always in sight; the others once they are set. */
export function LeadFilters() {
  const search = useSearch();
  const navigate = useNavigate();
  const { owners, tags } = useKnownOwners();
  const [isAdding, setAdding] = useState(false);
  useKeys({ f: () => setAdding(true) });
  const given = (name: LeadFilterName) => search.get(name) ?? "";
  const set = (name: LeadFilterName) => (value: string) => {
    if (value !== given(name)) navigate(`?${withLeadFilter(search, { [name]: value })}`);
  };
  const chip = (name: LeadFilterName) => ({
    label: leadFilterLabels[name],
    value: given(name),
    valueText: filterText(name, given(name), owners),
    onChange: set(name),
  });
  return (
    <div className={filters}>
      <WordsChip hint="name or number" key={given("words")} value={given("words")} onChange={set("words")} />
      <div className={strip}>
        <ChoiceChip {...chip("status")} any="any" options={statusOptions} />
        <ChoiceChip {...chip("source")} any="any" options={sourceOptions} />
        <ChoiceChip {...chip("owner")} any="any" options={ownerOptions(owners)} />
        {given("tag") ? <ChoiceChip {...chip("tag")} any="any" options={tagOptions(tags)} /> : null}
        {given("call") ? <ChoiceChip {...chip("call")} any="any" options={callOptions} /> : null}
        {given("from") ? <DateChip {...chip("from")} /> : null}
        {given("until") ? <DateChip {...chip("until")} /> : null}
        {fromReports.map((name) =>
          given(name) ? <ChoiceChip key={name} {...chip(name)} any="any" options={[]} /> : null,
        )}
        <button type="button" className={styles.add} onClick={() => setAdding(true)}>
          <StaffIcon name="filter" />
          Add filter
          <Key>F</Key>
        </button>
      </div>
      {isLeadFiltered(search) ? <Link to={`?${withoutFilters(search)}`}>Clear the filters</Link> : null}
      {isAdding ? <LeadFilterDialog owners={owners} tags={tags} onClose={() => setAdding(false)} /> : null}
    </div>
  );
}

/** Nobody types these: a figure of the report leads to them. */
const fromReports = ["campaign", "campaignFrom", "firstPage"] as const;
const statusOptions: ChipOption[] = leadStatuses.map((value) => ({ value, text: leadStatusText[value] }));
const sourceOptions: ChipOption[] = leadSources.map((value) => ({ value, text: leadSourceText[value] }));
const callOptions: ChipOption[] = Object.entries(callTexts).map(([value, text]) => ({ value, text }));

function ownerOptions(owners: LeadOwner[]): ChipOption[] {
  return [
    { value: "me", text: "me" },
    { value: "nobody", text: "nobody" },
    ...owners.map(({ staffId, name }) => ({ value: staffId, text: name })),
  ];
}

function tagOptions(tags: string[]): ChipOption[] {
  return tags.map((tag) => ({ value: tag, text: tag }));
}
