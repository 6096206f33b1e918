import type { LeadReport } from "@shoreline/contract";
import { Fragment } from "react";
import { noCampaign } from "../leads/lead-filter.ts";
import { leadSourceText, pageText } from "../leads/lead-words.ts";
import { PageSection } from "../page-head.tsx";
import { type ConversionRow, ConversionTable } from "./conversion-table.tsx";
import * as styles from "./report-tables.module.css";

/** What became of the leads, by everything that they have in common. */
export function Conversions({ report }: { report: LeadReport }) {
  const { from, until, sources, counsellors, campaigns, landingPages } = report;
  const period = { from, until };
  const bySource = sources.map(({ source, ...counts }) => {
    const name = leadSourceText[source];
    return { ...counts, key: source, name, about: `from ${name}`, filter: { ...period, source } };
  });
  const byCounsellor = counsellors.map(({ staffId, name, ...counts }) => {
    const owner = staffId ?? "nobody";
    return { ...counts, key: owner, name, about: `of ${name}`, filter: { ...period, owner } };
  });
  const byCampaign = campaigns.map(({ campaign, from, ...counts }) => {
    const filter = { ...period, campaign: campaign || noCampaign, campaignFrom: from || noCampaign };
    const [key, about] = [`${campaign} ${from}`, `from ${campaign || from}`];
    return { ...counts, key, name: <Campaign campaign={campaign} from={from} />, about, filter };
  });
  const byPage = landingPages.map(({ page, ...counts }) => {
    const name = pageText(page);
    return {
      ...counts,
      key: page,
      name: <PageName name={name} />,
      about: `from ${name}`,
      filter: { ...period, firstPage: page },
    };
  });
  return (
    <>
      <Section id="sources" title="By source" of="Source" rows={bySource} />
      <Section id="counsellors" title="By counsellor" of="Counsellor" rows={byCounsellor} />
      <Section
        id="campaigns"
        title="By campaign"
        of="Campaign"
        rows={byCampaign}
        nothing="No lead of this period came from a campaign. Links with utm_source and utm_campaign in their address are counted here."
      />
      <Section
        id="pages"
        title="By first page"
        of="First page"
        rows={byPage}
        nothing="Nobody knows the first page of these leads."
      />
    </>
  );
}

type SectionProps = { id: string; title: string; of: string; rows: ConversionRow[]; nothing?: string };

function Section({ id, title, of, rows, nothing }: SectionProps) {
  return (
    <PageSection id={id} title={title}>
      {rows.length > 0 ? <ConversionTable title={title} of={of} rows={rows} /> : <p>{nothing}</p>}
    </PageSection>
  );
}

function Campaign({ campaign, from }: { campaign: string; from: string }) {
  return (
    <>
      {campaign || "Without a name"}
      {from ? <span className={styles.more}>{from}</span> : null}
    </>
  );
}

/** Breaks after a slash or a hyphen only. */
function PageName({ name }: { name: string }) {
  const parts = name.match(/[/-]*[^/-]+[/-]*|[/-]+/g) ?? [];
  return (
    <span className={styles.page}>
      {parts.map((part, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one name keep their places.
        <Fragment key={at}>
          {at > 0 ? <wbr /> : null}
          {part}
        </Fragment>
      ))}
    </span>
  );
}
