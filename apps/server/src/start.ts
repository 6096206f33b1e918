import type { Hono } from "hono";
import type { Logger } from "pino";
import { buildApp } from "./app.ts";
import type { Config } from "./config.ts";
import { fillDatabase } from "./content/fill.ts";
import type { Deps } from "./context.ts";
import { type Db, type openDatabase, startWaitsSeconds, waitForDatabase } from "./db/connect.ts";
import { migrate, withStartLock } from "./db/migrate.ts";
import type { Progress, RunningDatabase } from "./db/provide.ts";
import { openReplica } from "./db/replica.ts";
import { grantRights, readAccount, refuseSharedOwnership } from "./db/roles.ts";
import { holdFolderLock } from "./db/shared-folder.ts";
import { healthReader } from "./health.ts";
import {
  askTrainer,
  classMeetings,
  contentKinds,
  cron,
  demoMakers,
  fileUses,
  findHold,
  greet,
  jobs,
  linkCourses,
  listWithdrawn,
  offers,
  personal,
  prepareRooms,
  recordChecks,
  sellers,
  warmRooms,
} from "./house.ts";
import { listenForContent } from "./http/content-listener.ts";
import type { Site } from "./http/pages.ts";
import { type HttpServer, listen } from "./http/server.ts";
import { startWorker, type Worker } from "./jobs/worker.ts";
import { missingIds } from "./messages/missing.ts";
import { drawInThread } from "./pdf/in-thread.ts";
import type { Clock, Meetings, Payments } from "./ports.ts";
import type { Traces } from "./traces/traces.ts";
import type { CrewLine } from "./workers/worker.ts";

type Gateway = { app: Hono; deliverDue(now: Date): Promise<unknown> };

/** Opens the payment provider. The local one comes with its gateway. */
export type OpenPayments = (parts: {
  db: Db;
  clock: Clock;
  deliver(request: Request): Response | Promise<Response>;
  share?: CrewLine["share"] | undefined;
}) => Promise<{ payments: Payments; gateway?: Gateway }>;

/** Opens the providers of meetings. The local one comes with its server. */
export type OpenMeetings = (parts: Parameters<OpenPayments>[0]) => Promise<{
  meetings: Meetings;
  meetingServer?: { app: Hono; tidy(): void };
}>;

type Parts = {
  /** Nobody else works on this database and in this folder yet. */
  isAlone: boolean;
  crew: CrewLine | null;
  config: Config;
  database: RunningDatabase;
  log: Logger;
  site: Site;
  adapters: Pick<Deps, "mailer" | "sms" | "whatsapp" | "files" | "uploads" | "scan" | "pdfSigner"> & {
    openPayments: OpenPayments;
    openMeetings: OpenMeetings;
  };
  opened: ReturnType<typeof openDatabase>;
  progress: Progress;
  traces?: Traces | undefined;
};

/** Starts everything on a running database: migrations, content, HTTP server and worker. */
export async function startProduct({
  config,
  database,
  log,
  site,
  adapters,
  opened,
  progress,
  traces,
  isAlone,
  crew,
}: Parts): Promise<{ http: HttpServer; greetings: string[]; stop(): Promise<void> }> {
  const { db, pool } = opened;
  const { openPayments, openMeetings, ...others } = adapters;
  const { files, pdfSigner } = others;
  const clock = { now: () => new Date() };
  const { keySecret } = config;
  progress("database", `PostgreSQL ${await waitForDatabase(pool, { seconds: startWaitsSeconds })}`);
  const setting = config.databaseOwnerUrl ? "DATABASE_OWNER_URL" : "DATABASE_URL";
  const folder = await withStartLock({ connection: database.owner, setting }, async (ownerPool) => {
    const role = database.owner === database.connection ? null : await readAccount(database.connection);
    if (role !== null) await refuseSharedOwnership(ownerPool, role);
    const applied = await migrate(ownerPool);
    if (applied.length > 0) progress("schema", `${applied.length} migrations applied`);
    if (role !== null) await grantRights(ownerPool, role);
    // Nobody may pay for an invented course with real money.
    const isLive = config.razorpay?.keyId.startsWith("rzp_live_") ?? false;
    const mayBeDemo = !isLive && (config.isDemo || isLocal(config));
    const content = { kinds: contentKinds, makers: demoMakers, now: clock.now() };
    await fillDatabase({ db, files, config, mayBeDemo, progress, ...content });
    await prepareRooms({ db, clock, keySecret, pdfSigner });
    if (!config.databaseUrl || config.s3) return null;
    return holdFolderLock({ connection: database.connection, pool, dataDir: config.dataDir, log });
  });

  // The gateway delivers its webhooks to the app, which is built below.
  let receive: (request: Request) => Response | Promise<Response> = () => new Response(null, { status: 503 });
  const local = { db, clock, deliver: (request: Request) => receive(request), share: crew?.share };
  const { payments, gateway } = await openPayments(local);
  const { meetings, meetingServer } = await openMeetings(local);
  const { publicUrl, isDemo, smsPerDay, smsCountries } = config;
  const deps: Deps = {
    db,
    pool,
    clock,
    log,
    ...others,
    payments,
    meetings,
    traces,
    mailer: traces?.aroundMailer(others.mailer) ?? others.mailer,
    draw: traces?.aroundDraw(drawInThread) ?? drawInThread,
    backUp: async () => {
      if (!config.backup) return;
      // Loaded when it is needed: encryption would make every start 150 ms longer.
      const { makeDueBackup } = await import("./backup/scheduled.ts");
      await makeDueBackup(deps, config);
    },
    offers,
    listWithdrawn,
    linkCourses,
    findHold,
    askTrainer,
    classMeetings,
    fileUses,
    sellers,
    personal,
    codeHashCost,
    smsPerDay,
    smsCountries,
    keySecret,
    publicUrl,
    isDemo,
    isLocal: isLocal(config),
  };
  // Each of several processes has its share of connections there too.
  const connection = { connectionString: config.databaseReadUrl, max: pool.options.max };
  const replica = config.databaseReadUrl ? openReplica({ connection, primary: pool, log }) : undefined;
  if (replica) traces?.watchQueries(replica.pool);
  let isStopping = false;
  let worker: Worker | undefined;
  const readHealth = healthReader({ ...deps, kinds: contentKinds, records: recordChecks }, () => ({
    isStopping,
    isWorking: worker?.isWorking() ?? true,
    hasBackups: config.backup !== undefined,
    hasReplica: replica?.isUp() ?? true,
  }));
  const { app, cache, fastPath } = buildApp(deps, {
    site,
    replica,
    hasOutbox: isLocal(config),
    trustProxy: config.trustProxy,
    metricsKey: config.metricsKey,
    dataDir: config.dataDir,
    readHealth,
    ...(crew ? { wholeMetrics: crew.wholeMetrics } : {}),
    ...(gateway ? { gateway: gateway.app } : {}),
    ...(meetingServer ? { meetingServer: meetingServer.app } : {}),
  });
  receive = (request) => app.fetch(request);
  const listener = listenForContent({ connection: database.connection, cache, log, setLine: opened.setLine, replica });
  await listener.ready;
  // Then every draft is one of a killed process.
  if (isAlone) await files.tidy?.({ olderThanMs: 0 });
  const http = await listen(app, { ...config, fastPath });
  worker = await startWorker(deps, { handlers: jobs, cron, isAlone });
  const missing = await missingIds(deps, config);
  if (missing.length > 0)
    log.warn({ missing }, "the block messages lacks ids: operators drop text messages without them");
  const warming = setTimeout(() => {
    warmRooms(deps).catch((err) => log.error({ err }, "the first visitor may wait: a room was not warmed up"));
  }, 5000);
  const deliveries = setInterval(() => {
    gateway?.deliverDue(clock.now()).catch(() => {});
    meetingServer?.tidy();
  }, 5000);
  return {
    http,
    greetings: isLocal(config) ? await greet(deps) : [],
    async stop() {
      isStopping = true;
      clearInterval(deliveries);
      clearTimeout(warming);
      await http.stop();
      await worker?.stop();
      await listener.stop();
      await replica?.stop();
      await folder?.stop();
      await pool.end();
    },
  };
}

// Trying a million codes takes longer than a code is valid.
const codeHashCost = 16_384;

/** True while mail, SMS or payments are local: the demo's dates stay up to date, and the outbox is served. */
export function isLocal(config: Config): boolean {
  return !config.smtp || !config.sms || !config.razorpay;
}
