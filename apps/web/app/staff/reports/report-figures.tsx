import type { LeadReport } from "@shoreline/contract";
import { may, useMe } from "../queries.ts";
import { tiles } from "../tiles.module.css";
import { Tile } from "../tiles.tsx";
import * as styles from "./report-figures.module.css";
import { leadsAddress } from "./report-links.tsx";
import { contactedText, durationText, numberText, rateText } from "./report-words.ts";

type Figure = { title: string; value: string; about: string; to?: string };

/** What everybody asks first. */
export function ReportFigures({ report: { from, until, total } }: { report: LeadReport }) {
  const { leads, contacted, enrolled, lost, medianMinutesToFirstCall } = total;
  const mayLook = may(useMe(), "see leads");
  const list = (status?: "enrolled") =>
    mayLook ? { to: leadsAddress({ from, until, ...(status && { status }) }) } : {};
  const figures: Figure[] = [
    { title: "Leads", value: numberText(leads), about: `${numberText(lost)} of them lost`, ...list() },
    { title: contactedText, value: numberText(contacted), about: `${rateText(contacted, leads)} of the leads` },
    {
      ...{ title: "Enrolled", value: numberText(enrolled), about: `${rateText(enrolled, leads)} of the leads` },
      ...list("enrolled"),
    },
    {
      title: "Time to first call",
      value: durationText(medianMinutesToFirstCall),
      about:
        medianMinutesToFirstCall === null ? "Nobody was called or written to yet" : "Median wait before the first call",
    },
  ];
  return (
    <ul className={`${tiles} ${styles.figures}`} aria-label="In short">
      {figures.map(({ about, ...figure }) => (
        <li key={figure.title}>
          <Tile {...figure}>
            <span className={styles.about}>{about}</span>
          </Tile>
        </li>
      ))}
    </ul>
  );
}
