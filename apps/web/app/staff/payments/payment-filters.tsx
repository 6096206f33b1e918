import { Link, useNavigate } from "react-router";
import * as styles from "../filter-chips.module.css";
import { ChoiceChip, WordsChip } from "../filter-chips.tsx";
import { useSearch } from "../use-search.ts";
import { isPaymentFiltered, type PaymentFilterName, withPaymentFilter } from "./payment-queries.ts";
import { channelTexts, methodOptions, stateOptions } from "./payment-words.ts";

const months = new Intl.DateTimeFormat("en-GB", { month: "short", year: "numeric", timeZone: "UTC" });

/** The last twelve months, this one first. */
function lastMonths(now: Date) {
  return Array.from({ length: 12 }, (_, back) => {
    const first = new Date(Date.UTC(now.getFullYear(), now.getMonth() - back, 1));
    return { value: first.toISOString().slice(0, 7), text: months.format(first).replace("Sept", "Sep") };
  });
}

export function PaymentFilters() {
  const search = useSearch();
  const navigate = useNavigate();
  const given = (name: PaymentFilterName) => search.get(name) ?? "";
  const set = (name: PaymentFilterName) => (value: string) => {
    if (value !== given(name)) navigate(withPaymentFilter(search, name, value));
  };
  return (
    <div className={styles.filters}>
      <WordsChip key={given("words")} value={given("words")} hint="name, order or invoice" onChange={set("words")} />
      <div className={styles.strip}>
        <ChoiceChip label="State" any="any" value={given("state")} options={stateOptions} onChange={set("state")} />
        <ChoiceChip
          label="Month"
          any="any"
          value={given("month")}
          options={lastMonths(new Date())}
          onChange={set("month")}
        />
        <ChoiceChip label="Method" any="any" value={given("method")} options={methodOptions} onChange={set("method")} />
        <ChoiceChip
          label="Paid by"
          any="any way"
          value={given("channel")}
          options={Object.entries(channelTexts).map(([value, text]) => ({ value, text }))}
          onChange={set("channel")}
        />
      </div>
      {isPaymentFiltered(search) ? <Link to="?">Clear all</Link> : null}
    </div>
  );
}
