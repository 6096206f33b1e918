import { Fragment } from "react";
import { Link } from "react-router";
import { useSearch } from "../use-search.ts";
import { isLeadFiltered, withoutFilters } from "./lead-filter.ts";
import { leadFilterTexts } from "./lead-filter-texts.ts";
import { useKnownOwners } from "./lead-queries.ts";
import * as styles from "./leads.module.css";

/** Names the filters, since one of them may be forgotten. */
export function NoLeads() {
  const search = useSearch();
  const { owners } = useKnownOwners();
  if (!isLeadFiltered(search))
    return (
      <p>
        {search.get("after")
          ? "There are no more leads."
          : "No leads yet. Enquiries from the site and leads that you add or import appear here."}
      </p>
    );
  if (search.get("spam") && leadFilterTexts(search, owners).length === 1) return <p role="status">No spam.</p>;
  return (
    <div role="status" className={styles.nothing}>
      <p>
        <b>No lead fits these filters.</b>
      </p>
      <p>
        {leadFilterTexts(search, owners).map(({ name, label, value }, at) => (
          <Fragment key={name}>
            {at > 0 ? " · " : ""}
            {label} <b>{value}</b>
          </Fragment>
        ))}
      </p>
      <Link to={`?${withoutFilters(search)}`}>Clear the filters</Link>
    </div>
  );
}
