import { asc, gt, sql } from "drizzle-orm";
import { prepared } from "../../db/connect.ts";
import { webinar } from "../../db/tables/webinar.ts";

export const nextWebinar = prepared((db) =>
  db
    .select()
    .from(webinar)
    .where(gt(webinar.startAt, sql.placeholder("now")))
    .orderBy(asc(webinar.startAt))
    .limit(1)
    .prepare("webinar_next"),
);
