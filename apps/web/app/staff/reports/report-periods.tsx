import { Link, useNavigate } from "react-router";
import { filters } from "../filter-chips.module.css";
import { DateChip } from "../filter-chips.tsx";
import { show } from "../tabs.module.css";
import { addressOf, presets } from "./report-period.ts";
import * as styles from "./reports.module.css";

type Days = { from?: string | undefined; until?: string | undefined };
type Props = { preset: string | null; days: Days };

/** Usual periods, or any two days. */
export function ReportPeriods({ preset, days }: Props) {
  const navigate = useNavigate();
  const choose = (given: Days) => {
    const chosen = Object.entries({ ...days, ...given }).flatMap(([name, day]) => (day ? [[name, day]] : []));
    navigate(`?${new URLSearchParams(chosen)}`);
  };
  return (
    <div className={`${filters} ${styles.periods}`}>
      <nav className={show} aria-label="Period">
        {presets.map(({ name, text }) => (
          <Link key={name} to={addressOf(name)} aria-current={name === preset ? "true" : undefined}>
            {text}
          </Link>
        ))}
      </nav>
      <div className={styles.days}>
        <DateChip label="From" value={days.from ?? ""} onChange={(from) => choose({ from })} />
        <DateChip label="Until" value={days.until ?? ""} onChange={(until) => choose({ until })} />
      </div>
    </div>
  );
}
