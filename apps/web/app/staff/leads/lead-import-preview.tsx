import type { ImportCheck, ImportFault } from "@shoreline/contract";
import { Notice } from "../../ui/message.tsx";
import { StaffIcon } from "../icon.tsx";
import * as table from "../table.module.css";
import * as styles from "./lead-import-preview.module.css";
import { importColumnText, lineCount, plainCount } from "./lead-import-texts.ts";

/** What the import would do, or why it cannot be done. */
export function ImportPreview({ fileName, check }: { fileName: string; check: ImportCheck }) {
  return (
    <div className={styles.preview}>
      <p>
        <b>{fileName}</b>, {lineCount(check.rows)}
      </p>
      {check.faultCount > 0 ? <Faults check={check} /> : <Counts check={check} />}
      <Columns columns={check.columns} />
      {check.sample.length > 0 && check.faultCount === 0 ? <Sample sample={check.sample} /> : null}
    </div>
  );
}

function Counts({ check: { newLeads, knownLeads, repeated } }: { check: ImportCheck }) {
  return (
    <div role="status" className={styles.preview}>
      <dl className={styles.counts}>
        <Count count={newLeads} label="new" about="Nobody knew them." />
        <Count count={knownLeads} label="known" about="Their history gets a line." />
        <Count count={repeated} label="left out" about="Imported before, or twice in the file." />
      </dl>
      {newLeads + knownLeads === 0 ? <p>Everything in this file has been imported before.</p> : null}
    </div>
  );
}

function Count({ count, label, about }: { count: number; label: string; about: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <b>{plainCount(count)}</b> <span>{about}</span>
      </dd>
    </div>
  );
}

function Faults({ check: { faults, faultCount } }: { check: ImportCheck }) {
  const what = faultCount === 1 ? "There is 1 mistake" : `There are ${plainCount(faultCount)} mistakes`;
  return (
    <>
      <div role="alert">
        <Notice look="wrong">
          <StaffIcon name="warn" />
          <p>
            {what}, so nothing can be imported yet. Please correct the file and choose it again.
            {faults.length < faultCount ? ` The first ${faults.length} are listed.` : ""}
          </p>
        </Notice>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also with the keyboard. */}
      <section className={styles.scroll} aria-label="What is wrong" tabIndex={0}>
        <table className={`${table.table} ${styles.faults}`}>
          <thead>
            <tr>
              <th className={table.end}>Line</th>
              <th>Column</th>
              <th>Value</th>
              <th>What is wrong</th>
            </tr>
          </thead>
          <tbody>
            {faults.map((fault) => (
              <FaultRow key={`${fault.line} ${fault.column} ${fault.message}`} fault={fault} />
            ))}
          </tbody>
        </table>
      </section>
    </>
  );
}

function FaultRow({ fault: { line, column, value, message } }: { fault: ImportFault }) {
  return (
    <tr>
      <td className={table.end}>
        <span className={styles.label}>Line </span>
        {plainCount(line)}
      </td>
      <td>{column ?? <span className={table.dim}>Whole line</span>}</td>
      <td className={styles.value}>{value || <span className={table.dim}>Empty</span>}</td>
      <td>{message}</td>
    </tr>
  );
}

function Columns({ columns }: { columns: ImportCheck["columns"] }) {
  const known = columns.flatMap(({ heading, field }) => (field ? [{ heading, text: importColumnText[field] }] : []));
  const unknown = columns.flatMap(({ heading, field }) => (field || !heading ? [] : [heading]));
  return (
    <div>
      <h3>Columns</h3>
      <ul className={styles.columns}>
        {known.map(({ heading, text }) => (
          <li key={text}>{heading === text ? heading : `${heading} → ${text}`}</li>
        ))}
      </ul>
      {unknown.length > 0 ? <p className={table.dim}>Not imported: {unknown.join(", ")}</p> : null}
    </div>
  );
}

function Sample({ sample }: { sample: ImportCheck["sample"] }) {
  return (
    <div>
      <h3>The first {sample.length === 1 ? "line" : `${sample.length} lines`}</h3>
      <ul className={styles.sample}>
        {sample.map(({ line, name, number, email }) => (
          <li key={line}>
            <b>{name}</b>
            <span className={table.dim}>{[number, email].filter(Boolean).join(", ")}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
