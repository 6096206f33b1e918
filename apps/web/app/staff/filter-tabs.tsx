import { Link } from "react-router";
import { without } from "./audit/audit-filter.ts";
import { scrollToTab } from "./scroll-to-tab.ts";
import * as styles from "./tabs.module.css";
import { useSearch } from "./use-search.ts";

type Option = { value: string; text: string; count?: number | string | undefined };
type Props = { label: string; name: string; options: Option[] };

/** One filter of a list, as tabs. Another choice shows its first page. */
export function FilterTabs({ label, name, options }: Props) {
  const search = useSearch();
  const now = search.get(name) ?? "";
  return (
    <nav className={styles.tabs} aria-label={label}>
      {options.map(({ value, text, count }) => {
        const next = without(search, name, "after");
        if (value) next.set(name, value);
        return (
          <Link
            key={value}
            to={`?${next}`}
            ref={value === now ? scrollToTab : undefined}
            className={styles.tab}
            aria-current={value === now ? "page" : undefined}
            preventScrollReset
          >
            {text} {count === undefined ? null : <span className={styles.count}>{count}</span>}
          </Link>
        );
      })}
    </nav>
  );
}
