import type { LeadReport } from "@shoreline/contract";
import { useId } from "react";
import { useWidth } from "../use-width.ts";
import { countIn, type Series, scaleOf, seriesOf } from "./chart-series.ts";
import { shortDayText } from "./report-period.ts";
import { numberText } from "./report-words.ts";
import * as styles from "./week-chart.module.css";

const height = 190;
const [left, top, bottom] = [34, 18, 24];
const floor = height - bottom;
const labelWidth = 54;
const numberWidth = 30;

const looks = [styles.first, styles.second, styles.third, styles.fourth, styles.fifth];

/** Leads of each week as a column, one part for each source. The table below says the same in numbers. */
export function WeekChart({ weeks, sources }: Pick<LeadReport, "weeks" | "sources">) {
  const { ref, width } = useWidth();
  const id = useId();
  const series = seriesOf(sources);
  const lines = scaleOf(Math.max(...weeks.map(({ total }) => total)));
  const tallest = lines.at(-1) ?? 1;
  const heightOf = (count: number) => ((floor - top) * count) / tallest;
  const pitch = (width - left) / weeks.length;
  const everyLabel = Math.ceil(labelWidth / pitch);
  return (
    <>
      <Legend series={series} id={id} />
      <div ref={ref} className={styles.frame}>
        <svg
          className={styles.chart}
          width={width}
          height={height}
          role="img"
          aria-label="Leads by source for each week, as in the table below"
        >
          <Textures id={id} />
          {lines.map((line) => (
            <g key={line}>
              <path className={styles.line} d={`M${left} ${floor - heightOf(line)}H${width}`} />
              <text x={left - 6} y={floor - heightOf(line) + 4} textAnchor="end">
                {numberText(line)}
              </text>
            </g>
          ))}
          {weeks.map((week, at) => {
            const middle = left + pitch * (at + 0.5);
            return (
              <g key={week.beginsOn}>
                <Column {...{ week, series, id, middle, heightOf }} width={Math.min(44, pitch * 0.66)} />
                {week.total > 0 && pitch >= numberWidth ? (
                  <text className={styles.value} x={middle} y={floor - heightOf(week.total) - 5} textAnchor="middle">
                    {numberText(week.total)}
                  </text>
                ) : null}
                {(weeks.length - 1 - at) % everyLabel === 0 ? (
                  <text x={Math.min(middle, width - labelWidth / 2 + 6)} y={height - 7} textAnchor="middle">
                    {shortDayText(week.beginsOn)}
                  </text>
                ) : null}
              </g>
            );
          })}
          <path className={styles.floor} d={`M${left} ${floor}H${width}`} />
        </svg>
      </div>
    </>
  );
}

type ColumnProps = {
  week: LeadReport["weeks"][number];
  series: Series[];
  id: string;
  middle: number;
  width: number;
  heightOf(count: number): number;
};

function Column({ week, series, id, middle, width, heightOf }: ColumnProps) {
  let below = 0;
  return series.map((one, at) => {
    const count = countIn(week, one);
    below += count;
    if (count === 0) return null;
    // A line of paper between two parts.
    const tall = Math.max(1, heightOf(count) - 1.5);
    return (
      <Part key={one.name} look={at} id={id} x={middle - width / 2} y={floor - heightOf(below)} {...{ width, tall }} />
    );
  });
}

type PartProps = { look: number; id: string; x: number; y: number; width: number; tall: number };

function Part({ look, id, x, y, width, tall }: PartProps) {
  const isTextured = look === 1 || look === 3;
  const texture = isTextured ? { fill: `url(#${id}-${look})` } : {};
  return <rect className={looks[look]} {...{ x, y, width }} height={tall} {...texture} />;
}

function Textures({ id }: { id: string }) {
  return (
    <defs>
      <pattern id={`${id}-1`} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <path className={styles.hatch} d="M1.5 0V6" />
      </pattern>
      <pattern id={`${id}-3`} width="5" height="5" patternUnits="userSpaceOnUse">
        <circle className={styles.dot} cx="2.5" cy="2.5" r="1.4" />
      </pattern>
    </defs>
  );
}

function Legend({ series, id }: { series: Series[]; id: string }) {
  return (
    <ul className={styles.legend} aria-label="Sources, from below">
      {series.map(({ name }, at) => (
        <li key={name}>
          <svg width="14" height="14" aria-hidden="true">
            <Part look={at} id={id} x={1} y={1} width={12} tall={12} />
          </svg>
          {name}
        </li>
      ))}
    </ul>
  );
}
