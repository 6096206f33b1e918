import type { BookMonth } from "@shoreline/contract";
import { PageSection } from "../page-head.tsx";
import { sourceText } from "./book-words.ts";
import { MoneyTable } from "./money-table.tsx";
import * as styles from "./revenue.module.css";

type Counted = { documents: number; netInPaise: number };

/** What was sold, where the buyers came from, and how they paid. A credit note counts where its invoice does. */
export function Revenue({ report: { courses, sources, methods, net } }: { report: BookMonth }) {
  const amounts = [
    { head: "Documents", of: ({ documents }: Counted) => documents, isCount: true, net: net.documents },
    { head: "Net, with GST", of: ({ netInPaise }: Counted) => netInPaise, net: net.totalInPaise },
  ];
  return (
    <>
      <PageSection id="courses" title="By course and batch">
        <MoneyTable
          title="By course and batch, highest first"
          name={{ head: "Course or webinar", text: ({ name }) => name }}
          columns={[{ head: "Batch", text: ({ batch }) => batch }, ...amounts]}
          rows={courses}
        />
      </PageSection>
      <div className={styles.two}>
        <PageSection id="sources" title="By source">
          <MoneyTable
            title="By source, highest first"
            name={{ head: "Source", text: ({ source }) => sourceText(source) }}
            columns={amounts}
            rows={sources}
          />
        </PageSection>
        <PageSection id="methods" title="By method">
          <MoneyTable
            title="By method, highest first"
            name={{ head: "Method", text: ({ method }) => method }}
            columns={amounts}
            rows={methods}
          />
        </PageSection>
      </div>
    </>
  );
}
