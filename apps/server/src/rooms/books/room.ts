import { bookMonthOf, boundsOf, monthsBetween } from "@shoreline/domain/books";
import { asc } from "drizzle-orm";
import { invoice } from "../../db/tables/enrolment.ts";
import { defineRoom } from "../../room.ts";
import { booksDemo } from "./demo.ts";
import { listDocuments } from "./documents.ts";
import { exportCsv, exportGstr1, exportTally } from "./exports.ts";
import { readMonth } from "./month.ts";
import { readSettlements } from "./settlement-month.ts";
import { fetchSettlements, importSettlements } from "./settlements.ts";

export const books = defineRoom({
  name: "books",
  demo: booksDemo,
  handlers: {
    async months({ db, clock }) {
      const [first] = await db.select({ at: invoice.issuedAt }).from(invoice).orderBy(asc(invoice.issuedAt)).limit(1);
      const now = bookMonthOf(clock.now());
      return { months: monthsBetween(first ? bookMonthOf(first.at) : now, now) };
    },
    month: ({ db }, { month }) => readMonth(db, month),
    documents: ({ db }, { month, after }) => listDocuments(db, { ...boundsOf(month), after }),
    csv: exportCsv,
    gstr1: exportGstr1,
    tally: exportTally,
    settlements: readSettlements,
    importSettlements,
    fetchSettlements,
  },
});
