// A thousand certificates: what the request that issues them costs, and what the job that signs and draws them costs afterwards.
import type { Deps } from "../apps/server/src/context.ts";
import { drawInThread } from "../apps/server/src/pdf/in-thread.ts";
import { issueCertificate } from "../apps/server/src/rooms/certificate/issue.ts";
import { signCertificate } from "../apps/server/src/rooms/certificate/proof.ts";
import type { CertificateRow } from "../apps/server/src/rooms/certificate/queries.ts";
import { readSigned } from "../apps/server/src/rooms/certificate/signed-files.ts";
import { readStatusList } from "../apps/server/src/rooms/certificate/status-list.ts";
import { stopAll } from "./product.mjs";
import { withDatabase } from "./query.ts";

const count = Number(process.env.COUNT ?? 1000);
const drawn = Math.min(count, 100);
const now = new Date("2026-11-16T05:00:00Z");
const profile = {
  ...{ name: "Shoreline Academy", tagline: "Software training", city: "Chennai", address: ["1 Beach Road"] },
  ...{ phone: "+91 90000 00000", email: "office@institute.invalid", certificatePrefix: "OCNST", state: "Tamil Nadu" },
};

/** One batch of four classes, which everybody has attended. */
const fill = [
  `insert into course (course_id, name, image, field, level, position, description, duration_in_hours, price_in_paise, outcomes, syllabus, questions)
   values ('python', 'Python', '/x.svg', 'web', 'beginner', 1, 'x', 50, 0, '[]', '[]', '[]')`,
  `insert into batch (course_id, batch_time, batch_type, starts_at, ends_at, name)
   select id, '9-10', 'week-days', '2026-11-01 03:30Z', '2026-11-05 04:30Z', 'batch' from course`,
  `insert into live_class (batch_id, number, starts_at, minutes, topic, trainer_name, changed_at)
   select id, k, timestamptz '2026-11-01 03:30Z' + k * interval '1 day', 60, 'Topic ' || k, 'Trainer', now() from batch, generate_series(1, 4) k`,
  `insert into learner (country_code, mobile_number, first_name, last_name, gender, email, date_of_birth, occupation, inst_or_org, state, country, created_at, updated_at)
   select '+91', (7000000000 + k)::text, 'Learner' || k, 'Raman', 'female', 'l' || k || '@example.com', '2000-01-01', 'student', '', '', 'india', now(), now()
   from generate_series(1, ${count}) k`,
  `insert into purchase (learner_id, course_id, batch_time, batch_type, purchased_at)
   select l.id, c.id, '9-10', 'week-days', '2026-10-01' from learner l, course c`,
  "insert into batch_place (purchase_id, batch_id, placed_at) select p.id, b.id, now() from purchase p, batch b",
  `insert into attendance (class_id, learner_id, first_joined_at, last_joined_at, source)
   select c.id, p.learner_id, c.starts_at, c.starts_at, 'roll-call' from purchase p, live_class c`,
];

/** CPU of this process and its threads, and time, for each of some tasks, in ms. */
async function measure<Item, Result>(title: string, items: Item[], work: (item: Item) => Promise<Result>) {
  const results: Result[] = [];
  const [cpu, begun] = [process.cpuUsage(), performance.now()];
  for (const item of items) results.push(await work(item));
  const { user, system } = process.cpuUsage(cpu);
  const each = (ms: number) => (ms / items.length).toFixed(1);
  const cells = [title, items.length, each((user + system) / 1000), each(performance.now() - begun)];
  console.log(`| ${cells.join(" | ")} |`);
  return results;
}

await withDatabase(async ({ db, pool }) => {
  await pool.query("insert into institute (profile) values ($1)", [JSON.stringify(profile)]);
  for (const statement of fill) await pool.query(statement);
  await pool.query("vacuum analyze");
  const files = { read: async () => null, put: async () => {}, remove: async () => {} };
  const given = { db, files, publicUrl: "https://academy.example", clock: { now: () => now } };
  const silent = { info() {}, warn() {}, error: console.error };
  const deps = { ...given, draw: drawInThread, keySecret: null, pdfSigner: null, log: silent } as unknown as Deps;
  const { rows } = await pool.query<{ id: string }>("select id from purchase");
  console.log("| | how many | CPU each, ms | time each, ms |\n| --- | ---: | ---: | ---: |");
  const issued = await measure("issuing, in the request", rows, async ({ id }) => {
    const outcome = await issueCertificate(db, { purchaseId: id, now });
    if ("whyNot" in outcome) throw new Error(outcome.whyNot);
    return outcome.certificate;
  });
  await measure("signing, in the job", issued, (row: CertificateRow) => signCertificate(deps, row));
  await measure("a signed PDF, in the job and its thread", issued.slice(0, drawn), (row) =>
    readSigned(deps, row, "pdf"),
  );
  await measure("the status list after a revocation", issued.slice(0, 10), async ({ id }) => {
    await pool.query("update certificate set revoked_at = now(), revoked_reason = 'x' where id = $1", [id]);
    return readStatusList(deps, 1);
  });
  await measure("the status list, unchanged", issued.slice(0, 50), () => readStatusList(deps, 1));
});
await stopAll();
