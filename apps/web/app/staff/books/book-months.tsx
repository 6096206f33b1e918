import { Link, useNavigate } from "react-router";
import { square } from "../controls.module.css";
import { chip, filters } from "../filter-chips.module.css";
import { StaffIcon } from "../icon.tsx";
import { addressOf, monthText, yearOf } from "./book-month.ts";
import * as styles from "./book-months.module.css";

type Props = { /** The latest first. */ months: string[]; month: string | undefined };

/** The month, and the way to the one before and the one after. */
export function BookMonths({ months, month }: Props) {
  const navigate = useNavigate();
  const at = month ? months.indexOf(month) : -1;
  // A month without books, from an address that somebody typed.
  const listed = month && at < 0 ? [month, ...months] : months;
  const years = [...Map.groupBy(listed, yearOf)];
  return (
    <nav className={`${filters} ${styles.months}`} aria-label="Month">
      <Step month={at < 0 ? undefined : months[at + 1]} icon="left" name="Month before" />
      <label className={chip} data-empty={!month}>
        Month
        <select value={month ?? ""} onChange={(event) => navigate(addressOf(event.target.value))}>
          {month ? null : <option value="">Choose</option>}
          {years.map(([year, ofYear]) => (
            <optgroup key={year} label={`Financial year ${year}`}>
              {ofYear.map((one) => (
                <option key={one} value={one}>
                  {monthText(one)}
                </option>
              ))}
            </optgroup>
          ))}
        </select>
      </label>
      <Step month={at < 1 ? undefined : months[at - 1]} icon="right" name="Month after" />
    </nav>
  );
}

/** At either end of the books the arrow stays, so that the other one does not move. */
function Step({ month, icon, name }: { month: string | undefined; icon: string; name: string }) {
  if (!month)
    return (
      <span className={square} aria-hidden="true" data-end>
        <StaffIcon name={icon} />
      </span>
    );
  return (
    <Link to={addressOf(month)} className={square} aria-label={`${name}: ${monthText(month)}`}>
      <StaffIcon name={icon} />
    </Link>
  );
}
