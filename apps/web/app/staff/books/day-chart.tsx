import type { BookMonth } from "@shoreline/contract";
import { useId } from "react";
import * as chart from "../reports/week-chart.module.css";
import { useWidth } from "../use-width.ts";
import { daysOf } from "./book-month.ts";
import * as styles from "./day-chart.module.css";
import { dayScale } from "./day-scale.ts";

const height = 210;
const [left, top, bottom] = [76, 10, 24];
const foot = height - bottom;
const labelWidth = 26;
const numbers = new Intl.NumberFormat("en-IN");

/** Invoices of a day stand above the line, credit notes hang below it. The table says the same in numbers. */
export function DayChart({ month, days }: Pick<BookMonth, "month" | "days">) {
  const { ref, width } = useWidth();
  const id = useId();
  const known = new Map(days.map((day) => [day.day, day]));
  const lines = dayScale({
    highest: Math.max(0, ...days.map(({ invoicesInPaise }) => invoicesInPaise / 100)),
    lowest: Math.min(0, ...days.map(({ creditNotesInPaise }) => -creditNotesInPaise / 100)),
  });
  const [lowest = 0, highest = 1] = [lines[0], lines.at(-1)];
  const heightOf = (rupees: number) => ((foot - top) * rupees) / (highest - lowest || 1);
  const zero = top + heightOf(highest);
  const all = daysOf(month);
  const pitch = (width - left) / all.length;
  const everyLabel = Math.ceil(labelWidth / pitch);
  const wide = Math.min(28, pitch * 0.66);
  return (
    <>
      <Legend id={id} />
      <div ref={ref} className={chart.frame}>
        <svg
          className={chart.chart}
          width={width}
          height={height}
          role="img"
          aria-label="Invoices and credit notes for each day, as in the table below"
        >
          <Hatch id={id} />
          {lines.map((line) => (
            <g key={line}>
              <path className={chart.line} d={`M${left} ${zero - heightOf(line)}H${width}`} />
              <text x={left - 8} y={zero - heightOf(line) + 4} textAnchor="end">
                {`${line < 0 ? "−" : ""}₹${numbers.format(Math.abs(line))}`}
              </text>
            </g>
          ))}
          {all.map((day, at) => {
            const middle = left + pitch * (at + 0.5);
            const up = heightOf((known.get(day)?.invoicesInPaise ?? 0) / 100);
            const down = heightOf((known.get(day)?.creditNotesInPaise ?? 0) / 100);
            const place = { x: middle - wide / 2, width: wide };
            return (
              <g key={day}>
                {up > 0 ? <rect className={chart.first} {...place} y={zero - up} height={up} /> : null}
                {down > 0 ? (
                  <rect className={styles.taken} {...place} y={zero} height={down} fill={`url(#${id}-hatch)`} />
                ) : null}
                {at % everyLabel === 0 ? (
                  <text x={middle} y={height - 7} textAnchor="middle">
                    {at + 1}
                  </text>
                ) : null}
              </g>
            );
          })}
          <path className={chart.floor} d={`M${left} ${zero}H${width}`} />
        </svg>
      </div>
    </>
  );
}

function Hatch({ id }: { id: string }) {
  return (
    <defs>
      <pattern id={`${id}-hatch`} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <path className={chart.hatch} d="M1.500 0V6" />
      </pattern>
    </defs>
  );
}

function Legend({ id }: { id: string }) {
  const sample = { x: 1, y: 1, width: 12, height: 12 };
  return (
    <ul className={chart.legend} aria-label="What the columns are">
      <li>
        <svg width="14" height="14" aria-hidden="true">
          <rect className={chart.first} {...sample} />
        </svg>
        Invoices
      </li>
      <li>
        <svg width="14" height="14" aria-hidden="true">
          <rect className={styles.taken} {...sample} fill={`url(#${id}-hatch)`} />
        </svg>
        Credit notes
      </li>
    </ul>
  );
}
