import type { BookDocument } from "@shoreline/contract";
import { formatDay } from "../../lib/format.ts";
import { LoadProblem } from "../load-problem.tsx";
import { Loading } from "../loading.tsx";
import { exactMoney } from "../money.ts";
import { PageSection } from "../page-head.tsx";
import { Pager } from "../pager.tsx";
import * as table from "../table.module.css";
import { useSearch } from "../use-search.ts";
import { useBookDocuments } from "./book-queries.ts";
import { kindText } from "./book-words.ts";
import * as styles from "./document-list.module.css";

/** The papers that the figures above come from. */
export function DocumentList({ month, count }: { month: string; count: number }) {
  const after = useSearch().get("after");
  const { data, error, refetch } = useBookDocuments(month, after);
  return (
    <PageSection id="documents" title="Documents" count={count.toLocaleString("en-IN")}>
      {error ? <LoadProblem what="The list of documents" error={error} onRetry={refetch} /> : null}
      {data || error ? null : <Loading />}
      {data && data.documents.length > 0 ? <DocumentTable documents={data.documents} /> : null}
      {data && data.documents.length === 0 ? <p>There are no more documents.</p> : null}
      {data ? <Pager next={data.next} first="Latest" on="Earlier" hash="#documents" /> : null}
    </PageSection>
  );
}

function DocumentTable({ documents }: { documents: BookDocument[] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached with the keyboard.
    <section className={table.scroll} aria-label="Table: documents" tabIndex={0}>
      <table className={`${table.table} ${table.rows} ${styles.documents}`}>
        <caption className="sr-only">Invoices and credit notes, the latest first</caption>
        <thead>
          <tr>
            <th>Kind</th>
            <th>Number</th>
            <th aria-sort="descending">Day</th>
            <th>Buyer</th>
            <th>GSTIN</th>
            <th>For</th>
            <th className={table.end}>Total</th>
          </tr>
        </thead>
        <tbody>
          {documents.map((document) => (
            <DocumentRow key={document.documentId} document={document} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** Books count days in India, wherever the institute is. */
const inIndia = { timeZone: "Asia/Kolkata" };

function DocumentRow({ document }: { document: BookDocument }) {
  const { kind, number, issuedAt, buyer, gstin, description, totalInPaise } = document;
  const isTaken = kind === "credit note";
  return (
    <tr>
      <td className={styles.kind}>{kindText[kind]}</td>
      <td className={styles.number}>{number}</td>
      <td className={`${table.moment} ${styles.day}`}>{formatDay(issuedAt, inIndia)}</td>
      <th scope="row" className={styles.buyer}>
        {buyer}
      </th>
      <td className={`${styles.number} ${styles.gstin}`}>{gstin}</td>
      <td className={styles.what}>{description}</td>
      <td className={`${table.end} ${styles.total}`}>{exactMoney(isTaken ? 0 - totalInPaise : totalInPaise)}</td>
    </tr>
  );
}
