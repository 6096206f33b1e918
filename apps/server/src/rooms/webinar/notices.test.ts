import { sql } from "drizzle-orm";
import { afterEach, beforeAll, expect, test } from "vitest";
import { webinar, webinarSeat } from "../../db/tables/webinar.ts";
import { rowsPerStep } from "../../steps.ts";
import { mostParameters } from "../../test/count-queries.ts";
import { failingAt } from "../../test/flaky.ts";
import { testDay } from "../../test/global-setup.ts";
import { testInstitute } from "../../test/institute.ts";
import { asOwner, countJobs } from "../../test/owner.ts";
import { newWebinar } from "../../test/webinars.ts";
import { sendNotices } from "./notices.ts";

const institute = await testInstitute();
const { db, deps } = institute;
const hour = 3_600_000;

/** A webinar in half an hour with confirmed seats; with `isPaid` each of them was paid for. */
async function newCrowd({ seats, isPaid = false }: { seats: number; isPaid?: boolean }) {
  const { id, startAt } = await newWebinar(institute, { hoursAhead: 0.5 });
  const long = sql`${new Date(testDay.getTime() - 48 * hour).toISOString()}::timestamptz`;
  await asOwner(
    institute,
    sql`
    with orders as (
      insert into payment_order (provider_order_id, kind, item_id, amount_in_paise, currency, state, created_at)
      select 'order_' || ${id}::text || n, 'webinar', ${id}::uuid, 100, 'INR', 'spent', ${long}
      from generate_series(1, ${isPaid ? seats : 0}::int) n
      returning id, provider_order_id
    ), payments as (
      insert into payment (provider_payment_id, order_id, status, method, amount_in_paise, currency, first_seen_at, captured_at)
      select 'pay_' || provider_order_id, id, 'captured', 'upi', 100, 'INR', ${long}, ${long} from orders
    )
    insert into webinar_seat (join_id, webinar_id, username, email, mobile_number, order_id, taken_at, confirmed_at, starts_at, link_sent_at)
    select gen_random_uuid(), ${id}::uuid, 'Asha', n || '@' || ${id}::text, '9876543210', orders.id, ${long}, ${long},
      ${startAt.toISOString()}::timestamptz, ${long}
    from generate_series(1, ${seats}::int) n left join orders on provider_order_id = 'order_' || ${id}::text || n`,
  );
  await asOwner(institute, "analyze");
  return { id };
}

beforeAll(async () => {
  await db.delete(webinarSeat);
  await db.delete(webinar);
});

async function clear() {
  await db.execute(sql`delete from graphile_worker._private_jobs`);
  await db.delete(webinarSeat);
  await db.delete(webinar);
  institute.logged.length = 0;
}

afterEach(clear);

// 70,000 registrants would be too many for one query. Five steps show the same: no query has more parameters than with two.
test("registrants of many steps get one reminder each, and no query grows with them", async () => {
  await newCrowd({ seats: 2 * rowsPerStep });
  const most = await mostParameters(() => sendNotices(deps));
  expect(await countJobs(institute, "mail.write")).toBe(2 * rowsPerStep);
  await clear();
  await newCrowd({ seats: 5 * rowsPerStep });
  expect(await mostParameters(() => sendNotices(deps))).toBe(most);
  expect(await countJobs(institute, "mail.write")).toBe(5 * rowsPerStep);
  await sendNotices(deps);
  expect(await countJobs(institute, "mail.write")).toBe(5 * rowsPerStep);
});

test.each([2 * rowsPerStep - 1, 2 * rowsPerStep, 2 * rowsPerStep + 1])(
  "%s registrants get one mail about each notice, however many processes run",
  async (seats) => {
    const { id } = await newCrowd({ seats });
    const mailsAfter = async (change: string) => {
      await institute.pool.query(`update webinar set ${change} where id = '${id}'`);
      // A process leaves the seats that another one holds at this moment to the next run.
      await Promise.all([sendNotices(deps), sendNotices(deps)]);
      await sendNotices(deps);
      return countJobs(institute, "mail.write");
    };
    expect(await mailsAfter("title = title")).toBe(seats);
    expect(await mailsAfter("start_at = start_at + interval '3 days'")).toBe(2 * seats);
    expect(await mailsAfter("is_complete = true")).toBe(3 * seats);
  },
);

test("a run that breaks off in the third step keeps the first two, and the next run does the rest", async () => {
  await newCrowd({ seats: 4 * rowsPerStep });
  await expect(sendNotices(failingAt(deps, 3))).rejects.toThrow("The connection is lost.");
  expect(await countJobs(institute, "mail.write")).toBe(2 * rowsPerStep);
  await sendNotices(deps);
  expect(await countJobs(institute, "mail.write")).toBe(4 * rowsPerStep);
});

test("a seat with a broken date is logged by id, the others get their notice, and the seat later", async () => {
  const { id } = await newCrowd({ seats: 20 });
  await db.execute(sql`update webinar set start_at = start_at + interval '3 days' where id = ${id}`);
  await db.execute(sql`update webinar_seat set starts_at = 'infinity' where email = ${`7@${id}`}`);
  await sendNotices(deps);
  expect(await countJobs(institute, "mail.write")).toBe(19);
  expect(institute.logged).toContainEqual(
    expect.objectContaining({ seatId: expect.any(String), msg: "a message could not be composed" }),
  );
  await db.execute(
    sql`update webinar_seat set starts_at = ${testDay.toISOString()}::timestamptz where email = ${`7@${id}`}`,
  );
  await sendNotices(deps);
  expect(await countJobs(institute, "mail.write")).toBe(20);
});

test("staff hear once of each paid seat in a cancelled webinar", async () => {
  const seats = rowsPerStep + 20;
  const { id } = await newCrowd({ seats, isPaid: true });
  await db.execute(sql`update webinar set is_complete = true where id = ${id}`);
  for (let n = 0; n < 2; n++) await sendNotices(deps);
  expect([await countJobs(institute, "mail.write"), await countJobs(institute, "payment.flagged")]).toEqual([
    seats,
    seats,
  ]);
});
