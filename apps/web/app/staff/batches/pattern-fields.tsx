import { mostClassesInARow, sortPattern, type WeeklySlot } from "@shoreline/domain/weekly";
import { useState } from "react";
import { Field } from "../controls.tsx";
import { choice, fault } from "../forms.module.css";
import { count, weekdays } from "./batch-words.ts";
import * as styles from "./pattern-fields.module.css";

type Props = { value: WeeklySlot[]; error?: string | undefined; onChange(pattern: WeeklySlot[]): void };

const usual = { from: "18:30", classes: 1 };

/** Days as keys; one time for all of them, or a time for each. */
export function PatternFields({ value, error, onChange }: Props) {
  const [first = usual] = value;
  const isMixed = value.some(({ from, classes }) => from !== first.from || classes !== first.classes);
  const [isApart, setApart] = useState(isMixed);
  const put = (pattern: WeeklySlot[]) => onChange(sortPattern(pattern));
  const toggle = (weekday: number) => {
    const others = value.filter((slot) => slot.weekday !== weekday);
    const { from, classes } = first;
    put(others.length < value.length ? others : [...value, { weekday, from, classes }]);
  };
  const setAll = (change: Partial<WeeklySlot>) => put(value.map((slot) => ({ ...slot, ...change })));
  const setOne = (at: number, change: Partial<WeeklySlot>) =>
    put(value.map((slot, index) => (index === at ? { ...slot, ...change } : slot)));
  return (
    <div className={styles.pattern}>
      <fieldset className={styles.days}>
        <legend>Days</legend>
        {weekdays.map(({ weekday, short, name }) => (
          <label key={weekday} className={styles.day}>
            <input
              type="checkbox"
              checked={value.some((slot) => slot.weekday === weekday)}
              onChange={() => toggle(weekday)}
            />
            <span aria-hidden="true">{short}</span>
            <span className="sr-only">{name}</span>
          </label>
        ))}
      </fieldset>
      {isApart ? (
        value.map((slot, at) => (
          <div key={keyOf(value, at)} className={styles.times}>
            <b className={styles.name}>{weekdays.find(({ weekday }) => weekday === slot.weekday)?.name}</b>
            <TimeFields slot={slot} onChange={(change) => setOne(at, change)} />
          </div>
        ))
      ) : (
        <div className={styles.times}>
          <TimeFields slot={first} onChange={setAll} />
        </div>
      )}
      <label className={choice}>
        <input
          type="checkbox"
          checked={isApart}
          onChange={(event) => {
            setApart(event.target.checked);
            if (!event.target.checked) setAll({ from: first.from, classes: first.classes });
          }}
        />
        <span>Another time on some days</span>
      </label>
      {error ? (
        <p role="alert" className={fault}>
          {error}
        </p>
      ) : null}
    </div>
  );
}

/** The day, and which time of that day: the field keeps the focus while its time is typed. */
function keyOf(pattern: WeeklySlot[], at: number): string {
  const weekday = pattern[at]?.weekday;
  return `${weekday} ${pattern.slice(0, at).filter((slot) => slot.weekday === weekday).length}`;
}

type TimeProps = { slot: Pick<WeeklySlot, "from" | "classes">; onChange(change: Partial<WeeklySlot>): void };

function TimeFields({ slot, onChange }: TimeProps) {
  return (
    <>
      <Field
        label="Time"
        type="time"
        value={slot.from}
        onChange={(event) => (event.target.value ? onChange({ from: event.target.value }) : undefined)}
      />
      <Field
        kind="select"
        label="In a row"
        value={slot.classes}
        onChange={(event) => onChange({ classes: Number(event.target.value) })}
      >
        {Array.from({ length: mostClassesInARow }, (_, at) => at + 1).map((classes) => (
          <option key={classes} value={classes}>
            {count(classes, "class", "classes")}
          </option>
        ))}
      </Field>
    </>
  );
}
