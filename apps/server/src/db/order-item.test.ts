import { randomUUID } from "node:crypto";
import { runMigrations } from "graphile-worker";
import { expect, test } from "vitest";
import { emptyDatabase } from "../test/empty-database.ts";
import { applyMigrations, migrate, migrations } from "./migrate.ts";

test("orders and waiting mails of the release before keep what they are for", async () => {
  const { pool } = await emptyDatabase();
  const client = await pool.connect();
  await applyMigrations(
    client,
    migrations().filter(({ tag }) => tag < "0014"),
  );
  client.release();
  await runMigrations({ pgPool: pool });
  const [courseId, webinarId, invoiceId] = [randomUUID(), randomUUID(), randomUUID()];
  await pool.query(
    `insert into payment_order (provider_order_id, purpose, amount_in_paise, currency, state, created_at)
     values ('order_1', $1, 599900, 'INR', 'created', now()), ('order_2', $2, 49900, 'INR', 'paid', now()),
            ('order_3', null, 100, 'INR', 'created', now())`,
    [`course:${courseId}`, `webinar:${webinarId}`],
  );
  const mail = { to: "asha@example.com", subject: "Hello", text: "Hello Asha" };
  await pool.query("select graphile_worker.add_job('mail.send', $1::json)", [JSON.stringify({ ...mail, invoiceId })]);
  await pool.query("select graphile_worker.add_job('mail.send', $1::json)", [JSON.stringify(mail)]);

  await migrate(pool);

  const orders = await pool.query("select kind, item_id from payment_order order by provider_order_id");
  expect(orders.rows).toEqual([
    { kind: "course", item_id: courseId },
    { kind: "webinar", item_id: webinarId },
    { kind: null, item_id: null },
  ]);
  const waiting = await pool.query("select payload from graphile_worker._private_jobs order by id");
  expect(waiting.rows.map(({ payload }) => payload)).toEqual([
    { ...mail, attachments: [{ kind: "invoice", id: invoiceId }] },
    mail,
  ]);
});
