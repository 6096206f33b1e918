import type { BookMonth, BookSum } from "@shoreline/contract";
import { boundsOf } from "@shoreline/domain/books";
import { type BatchType, batchName } from "@shoreline/domain/course";
import { abroad, findGstState } from "@shoreline/domain/enrolment";
import { carriedOver, paymentMethodName } from "@shoreline/domain/payment";
import { type SQL, sql } from "drizzle-orm";
import type { Db } from "../../db/connect.ts";
import { type Bounds, issuedIn } from "./documents.ts";

/** Amounts are those of the documents, to the paisa: nothing is calculated again. */
export async function readMonth(db: Db, month: string): Promise<BookMonth> {
  const bounds = boundsOf(month);
  // Both see the same moment: somebody may buy meanwhile.
  const [sums, revenue] = await db.transaction(
    async (tx) => [await sumDocuments(tx, bounds), await sumRevenue(tx, bounds)] as const,
    { isolationLevel: "repeatable read", accessMode: "read only" },
  );
  const ofKind = (kind: Sums["kind"]) => sums.filter((row) => row.kind === kind && row.day === null);
  const invoices = addUp(ofKind("invoice"));
  const creditNotes = addUp(ofKind("credit note"));
  return {
    month,
    invoices,
    creditNotes,
    net: addUp(sums.filter(({ day }) => day === null).map(signed)),
    taxes: taxesOf(sums),
    days: daysOf(sums),
    courses: revenue.flatMap(({ group, name, batchTime, batchType, ...net }) =>
      group === "course"
        ? { name: name ?? "", batch: batchTime ? batchName({ batchTime, batchType }) : "", ...net }
        : [],
    ),
    sources: revenue.flatMap(({ group, name, netInPaise, documents }) =>
      group === "source" ? { source: name ?? "", netInPaise, documents } : [],
    ),
    methods: revenue.flatMap(({ group, name, netInPaise, documents }) =>
      group === "method" ? { method: name ?? "", netInPaise, documents } : [],
    ),
  };
}

/** By rate and place of supply, or by day: then these two are null. */
type Sums = {
  kind: "invoice" | "credit note";
  placeCode: string | null;
  ratePercent: number | null;
  day: string | null;
  documents: number;
  cgst: number;
  igst: number;
  total: number;
};

/** One pass over the index of each table. Sums of paise are larger than 32 bits, and well within what a number holds. */
async function sumDocuments(db: Db, bounds: Bounds): Promise<Sums[]> {
  const columns = sql`issued_at, place_code, rate_percent, total_in_paise, cgst_in_paise, igst_in_paise`;
  const { rows } = await db.execute<Sums>(sql`
    with booked as (
      select 'invoice' as kind, ${columns} from invoice where ${issuedIn(bounds)}
      union all
      select 'credit note', ${columns} from credit_note where ${issuedIn(bounds)}
    ), dated as (
      select *, ((issued_at at time zone 'Asia/Kolkata')::date)::text as day from booked
    )
    select kind, place_code as "placeCode", rate_percent::float8 as "ratePercent", day, count(*)::int as documents,
      sum(cgst_in_paise)::float8 as cgst, sum(igst_in_paise)::float8 as igst, sum(total_in_paise)::float8 as total
    from dated
    group by grouping sets ((kind, place_code, rate_percent), (kind, day))
    order by day, place_code, rate_percent`);
  return rows;
}

type Amounts = Pick<Sums, "documents" | "cgst" | "igst" | "total">;

function addUp(rows: Amounts[]): BookSum {
  const sum = (name: keyof Amounts) => rows.reduce((all, row) => all + row[name], 0);
  const [cgst, igst, total] = [sum("cgst"), sum("igst"), sum("total")];
  return {
    documents: sum("documents"),
    taxableInPaise: total - 2 * cgst - igst,
    ...{ cgstInPaise: cgst, sgstInPaise: cgst, igstInPaise: igst, totalInPaise: total },
  };
}

function signed<Row extends Sums>(row: Row): Row {
  if (row.kind === "invoice") return row;
  return { ...row, cgst: -row.cgst, igst: -row.igst, total: -row.total };
}

function taxesOf(sums: Sums[]): BookMonth["taxes"] {
  const groups = Map.groupBy(
    sums.filter(({ day }) => day === null),
    ({ placeCode, ratePercent }) => `${placeCode} ${ratePercent}`,
  );
  return [...groups.values()].map((rows) => {
    const { placeCode, ratePercent } = rows[0] as Sums;
    const code = placeCode ?? "";
    const placeName = code === abroad.code ? abroad.name : (findGstState(code)?.name ?? "");
    return { ratePercent: ratePercent ?? 0, placeCode: code, placeName, ...addUp(rows.map(signed)) };
  });
}

function daysOf(sums: Sums[]): BookMonth["days"] {
  const days = Map.groupBy(
    sums.filter(({ day }) => day !== null),
    ({ day }) => day as string,
  );
  return [...days].map(([day, rows]) => ({
    day,
    invoicesInPaise: rows.find(({ kind }) => kind === "invoice")?.total ?? 0,
    creditNotesInPaise: rows.find(({ kind }) => kind === "credit note")?.total ?? 0,
  }));
}

type Revenue = {
  group: "course" | "source" | "method";
  name: string | null;
  batchTime: string | null;
  batchType: BatchType;
  netInPaise: number;
  documents: number;
};

const mostCourses = 100;
const carried = paymentMethodName(carriedOver);
const methodIn = (table: SQL) => sql`${table}.content #>> '{payment,method}'`;

/**
 * A credit note counts where its invoice does. What was carried over nets to zero, and a refund of it counts by the way it went
 * back. Where a learner came from is said by their first lead.
 */
async function sumRevenue(db: Db, bounds: Bounds): Promise<Revenue[]> {
  const { rows } = await db.execute<Revenue>(sql`
    with booked as (
      select i.purchase_id, i.learner_id, i.total_in_paise::bigint as total, i.content, ${methodIn(sql`i`)} as method
      from invoice i where ${issuedIn(bounds, sql`i.`)}
      union all
      select i.purchase_id, i.learner_id, -c.total_in_paise::bigint, i.content,
        case when ${carried}::text in (${methodIn(sql`i`)}, ${methodIn(sql`c`)}) then ${methodIn(sql`c`)} else ${methodIn(sql`i`)} end
      from credit_note c join invoice i on i.id = c.invoice_id where ${issuedIn(bounds, sql`c.`)}
    ), named as (
      select total, booked.method,
        coalesce(course.name, regexp_replace(content #>> '{lines,0,description}', '^[^:]*: ', '')) as name,
        purchase.batch_time, purchase.batch_type,
        coalesce((select source from lead
          where lead.learner_id = booked.learner_id and merged_into is null order by came_at limit 1), 'unknown') as source
      from booked
      left join purchase on purchase.id = booked.purchase_id
      left join course on course.id = purchase.course_id
    ), summed as (
      select case grouping(name, source, method) when b'011'::int then 'course' when b'101'::int then 'source' else 'method' end as "group",
        name, batch_time, batch_type, source, method, sum(total)::float8 as net, count(*)::int as documents
      from named group by grouping sets ((name, batch_time, batch_type), (source), (method))
    ), placed as (
      select *, row_number() over (partition by "group" order by net desc, name, batch_time, batch_type) <= ${mostCourses} as is_shown
      from summed
    )
    select "group",
      case when is_shown then coalesce(name, source, method) else 'All others' end as name,
      case when is_shown then batch_time end as "batchTime", case when is_shown then batch_type end as "batchType",
      sum(net) as "netInPaise", sum(documents)::int as documents
    from placed group by 1, 2, 3, 4, is_shown
    order by is_shown desc, "netInPaise" desc, name, "batchTime", "batchType"`);
  return rows;
}
