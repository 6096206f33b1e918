import type { LeadReport } from "@shoreline/contract";
import { ApiError } from "@shoreline/contract/client";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { Notice } from "../../ui/message.tsx";
import { isRefused, reportClient } from "../client.ts";
import { dayText } from "../date/date-text.ts";
import { StaffIcon } from "../icon.tsx";
import { LoadProblem } from "../load-problem.tsx";
import { Loading } from "../loading.tsx";
import { NothingYet } from "../nothing-yet.tsx";
import { PageHead, PageSection } from "../page-head.tsx";
import { useSearch } from "../use-search.ts";
import { Conversions } from "./conversions.tsx";
import { ReportFigures } from "./report-figures.tsx";
import { readAsked } from "./report-period.ts";
import { ReportPeriods } from "./report-periods.tsx";
import * as styles from "./reports.module.css";
import { WeekChart } from "./week-chart.tsx";
import { WeekTable } from "./week-table.tsx";

/** The period is in the address: a link to a colleague shows the same. */
export default function Reports() {
  const { preset, input } = readAsked(useSearch());
  const { data, error, refetch } = useQuery({
    queryKey: ["report", input],
    queryFn: () => reportClient.leads(input),
    // Another period: the report stays until the new one is here.
    placeholderData: (previous) => previous,
  });
  const isWrong = isRefused(error, "INVALID_INPUT");
  const shown = isWrong ? undefined : data;
  const about = shown ? `Leads received from ${dayText(shown.from)} to ${dayText(shown.until)}.` : "";
  return (
    <>
      <PageHead title="Reports" about={about} />
      <ReportPeriods preset={preset} days={preset ? { from: data?.from, until: data?.until } : input} />
      {isWrong ? <WrongPeriod error={error} /> : null}
      {error && !isWrong ? <LoadProblem what="The report" error={error} onRetry={refetch} /> : null}
      {shown ? <Report report={shown} /> : error ? null : <Loading lines={10} />}
    </>
  );
}

function Report({ report }: { report: LeadReport }) {
  if (report.total.leads === 0) return <NoLeads />;
  return (
    <>
      <ReportFigures report={report} />
      <PageSection id="weeks" title="Leads by source, per week">
        <WeekChart weeks={report.weeks} sources={report.sources} />
        <details className={styles.numbers}>
          <summary>Show weekly figures</summary>
          <WeekTable report={report} />
        </details>
      </PageSection>
      <Conversions report={report} />
    </>
  );
}

function NoLeads() {
  return (
    <NothingYet title="No leads were received in this period.">
      <p>Enquiries from the site and leads that staff add are counted here. Choose a longer period above.</p>
    </NothingYet>
  );
}

function WrongPeriod({ error }: { error: unknown }) {
  const faults = error instanceof ApiError ? Object.values(error.fields) : [];
  return (
    <div role="alert">
      <Notice look="wrong">
        <StaffIcon name="warn" />
        <div>
          <p>
            <b>This period cannot be shown.</b>
          </p>
          <p>
            {faults.join(". ")}. <Link to="?">Show the last 12 weeks</Link>
          </p>
        </div>
      </Notice>
    </div>
  );
}
