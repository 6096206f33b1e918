import type { SettlementMonth } from "@shoreline/contract";
import { LoadProblem } from "../load-problem.tsx";
import { Loading } from "../loading.tsx";
import { NothingYet } from "../nothing-yet.tsx";
import { monthText } from "./book-month.ts";
import { BookPage } from "./book-page.tsx";
import { useSettlements } from "./book-queries.ts";
import { SettlementDays } from "./settlement-days.tsx";
import { SettlementDifferences } from "./settlement-differences.tsx";
import { SettlementImport } from "./settlement-import.tsx";
import { SettlementList } from "./settlement-list.tsx";

/** What was paid online, what the provider kept, and what the bank got. */
export default function Settlements() {
  return <BookPage>{(month) => <Month key={month} month={month} />}</BookPage>;
}

function Month({ month }: { month: string }) {
  const { data, error, refetch } = useSettlements(month);
  return (
    <>
      <SettlementImport month={month} />
      {error ? <LoadProblem what={`The settlements of ${monthText(month)}`} error={error} onRetry={refetch} /> : null}
      {data ? <Report report={data} /> : error ? null : <Loading lines={8} />}
    </>
  );
}

function Report({ report }: { report: SettlementMonth }) {
  const { month, settlements, days, differences } = report;
  if (settlements.length + days.length + differences.length === 0)
    return (
      <NothingYet title={`Nobody paid online in ${monthText(month)}, and nothing was settled.`}>
        <p>
          The provider collects what people pay online and sends it to the bank some days later, without its fee. Fetch
          its report or import it, and it is compared with our payments here.
        </p>
      </NothingYet>
    );
  return (
    <>
      <SettlementDifferences report={report} />
      <SettlementList settlements={settlements} />
      <SettlementDays days={days} />
    </>
  );
}
