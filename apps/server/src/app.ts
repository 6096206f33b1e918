import { Refusal } from "@shoreline/contract";
import { mayDo } from "@shoreline/domain/staff";
import { type Context, Hono } from "hono";
import { readLastBackup } from "./backup/runs.ts";
import { shippedFolder } from "./content/folder.ts";
import type { Deps } from "./context.ts";
import type { Replica } from "./db/replica.ts";
import { serverSecretReader } from "./db/server-secret.ts";
import type { Health } from "./health.ts";
import {
  drawings,
  films,
  folders,
  handlers,
  largeUploads,
  mails,
  media,
  openFile,
  readKey,
  readMailLogo,
  readSession,
  readStaff,
  uploads,
} from "./house.ts";
import { addressReader, trustOf } from "./http/address.ts";
import { type BodyTimes, bodyTimes, readBodyFirst } from "./http/body.ts";
import type { CacheEntry } from "./http/cache-entry.ts";
import { mountDocs } from "./http/docs.ts";
import { mountDrawings } from "./http/drawings.ts";
import type { AppEnv } from "./http/env.ts";
import { answerError } from "./http/errors.ts";
import { createFastPath } from "./http/fast-path.ts";
import { mountFilms } from "./http/films.ts";
import { mountLessonFiles } from "./http/lesson-files.ts";
import { mountLessonUploads } from "./http/lesson-uploads.ts";
import { refuseLongAddress } from "./http/limits.ts";
import { isLocalVisit } from "./http/local-visit.ts";
import { mountMedia } from "./http/media.ts";
import { type CacheOutcome, createMetrics, type Metrics } from "./http/metrics.ts";
import { mountRooms, refuseForeignOrigin } from "./http/mount.ts";
import { observe } from "./http/observe.ts";
import { mountOperations } from "./http/operations.ts";
import { mountOutbox } from "./http/outbox.ts";
import { createPageCache } from "./http/page-cache.ts";
import { mountPages, type Site, webBuild } from "./http/pages.ts";
import { securityHeaders } from "./http/security.ts";
import { mountFiles } from "./http/static.ts";
import { uploadTimes } from "./http/upload-body.ts";
import { mountUploads } from "./http/uploads.ts";
import { countFailedJobs } from "./jobs/queue.ts";
import { countMessages } from "./messages/sent.ts";

export type AppOptions = {
  /** Leave it out to serve only the API. */
  site?: Site;
  hasOutbox?: boolean;
  trustProxy?: string | undefined;
  metricsKey?: string | undefined;
  /** Whose disk is measured. */
  dataDir?: string;
  readHealth?(): Promise<Health>;
  /** Where read-heavy calls may go. */
  replica?: Replica | undefined;
  /** Where several processes serve together: the metrics of all of them. */
  wholeMetrics?(own: Metrics): Metrics;
  times?: BodyTimes;
  timesOfUploads?: BodyTimes;
  /** The local payment gateway, used while no real one is configured. */
  gateway?: Hono;
  /** The local meeting server. */
  meetingServer?: Hono;
};

/** Builds the whole product as one function from request to response. It needs no socket. */
export function buildApp(deps: Deps, options: AppOptions = {}) {
  const {
    site,
    hasOutbox = false,
    trustProxy,
    metricsKey,
    dataDir,
    readHealth = async () => ({ state: "ready", notes: [] }),
    wholeMetrics = (own) => own,
  } = options;
  const { times = bodyTimes, timesOfUploads = uploadTimes } = options;
  const headers = securityHeaders(deps);
  const countCache = (outcome: CacheOutcome) => {
    metrics.countCache(outcome);
    deps.traces?.noteCache(outcome);
  };
  const cache = createPageCache({ maxBytes: 64_000_000, headers, count: countCache });
  const metrics = createMetrics({
    countJobs: () => countFailedJobs(deps.pool),
    cacheEntries: () => cache.entries(),
    countMessages: () => countMessages(deps.db, new Date(deps.clock.now().getTime() - 86_400_000)),
    readLastBackup: () => readLastBackup(deps.db),
    now: () => deps.clock.now(),
    pool: deps.pool,
    readHealth,
    dataDir,
    certificate: deps.pdfSigner?.certificates[0] ?? null,
  });
  const readAddress = addressReader(trustProxy);
  const addressOf = (c: Context<AppEnv>) => (c.env?.incoming ? readAddress(c.env.incoming) : c.env?.pageVisitor);

  const app = new Hono<AppEnv>({ strict: false });
  app.onError(answerError);
  const observed = observe({ log: deps.log, metrics, headers });
  const isOurProxy = trustOf(trustProxy);
  const mayJoin = (c: Context<AppEnv>) => isLocalVisit(c) || isOurProxy(c.env?.incoming?.socket.remoteAddress ?? "", 0);
  app.use(deps.traces?.aroundRequest(observed, { mayJoin }) ?? observed);
  app.use(refuseLongAddress);
  mountRooms(app, {
    deps,
    handlers,
    cache,
    addressOf,
    times,
    replica: options.replica,
    readSession: (token) => readSession(deps, token),
    readStaff: (cookies) => readStaff(deps, cookies),
    readKey: (key) => readKey(deps, key),
  });
  mountUploads(app, {
    store: deps.uploads,
    pool: deps.pool,
    times: timesOfUploads,
    addressOf,
    readUploader: (authorization) => uploads.readUploader(deps, authorization),
    storePicture: (upload) => uploads.store(deps, upload),
    findPicture: (stored) => uploads.find(deps, stored),
  });
  mountLessonUploads(app, {
    store: deps.uploads,
    times: timesOfUploads,
    find: (upload) => largeUploads.find(deps, upload),
    takeOver: (fileId) => largeUploads.takeOver(deps, fileId),
    finish: (fileId) => largeUploads.finish(deps, fileId),
    drop: (fileId) => largeUploads.drop(deps, fileId),
    async readUploader(c) {
      const token = /^Bearer (\S+)$/i.exec(c.req.header("authorization") ?? "")?.[1];
      const session = token ? await readSession(deps, token) : null;
      if (session) return { learnerId: session.learner.id };
      refuseForeignOrigin(c, deps.publicUrl);
      const found = await readStaff(deps, c.req.header("cookie"));
      if (!found) throw new Refusal("NOT_SIGNED_IN");
      if (!mayDo(found.staff.roles, "teach classes")) throw new Refusal("NOT_ALLOWED");
      return { staffId: found.staff.id };
    },
  });
  mountLessonFiles(app, { files: deps.files, open: (token) => openFile(deps, token) });
  for (const { folder, find } of films) mountFilms(app, { folder, find: (name) => find(deps, name) });
  mountMedia(
    app,
    media.map(({ find, ...folder }) => ({ ...folder, find: (name) => find(deps, name) })),
  );
  mountDrawings(app, { drawings, cache, deps, addressOf });
  mountDocs(app, deps);
  app.all("/api/*", notFound);
  mountOperations(app, { metrics: wholeMetrics(metrics), metricsKey, readHealth });
  // A demonstration is open to everybody on purpose; otherwise one-time codes are for this machine only.
  app.use("/dev/*", (c, next) => (deps.isDemo || isLocalVisit(c) ? next() : notFound()));
  if (hasOutbox) mountOutbox(app, deps, { mails, readMailLogo });
  app.use("/dev/gateway/*", readBodyFirst(times));
  if (options.gateway) app.route("/dev/gateway", options.gateway as unknown as Hono<AppEnv>);
  app.use("/dev/meetings/*", readBodyFirst(times));
  if (options.meetingServer) app.route("/dev/meetings", options.meetingServer as unknown as Hono<AppEnv>);
  app.all("/dev/*", notFound);
  const findPicture = mountFiles(app, { root: shippedFolder, below: "pictures", headers });
  const finders = folders.map(([at, root]) => mountFiles(app, { root, at, headers }));
  let findFile = findPicture;
  if (site) {
    if (!site.isDevelopment) findFile = mountFiles(app, { root: `${webBuild}/client`, headers });
    mountPages(app, {
      site,
      cache,
      traces: deps.traces,
      checkoutUrl: deps.payments.checkoutUrl,
      addressOf,
      readFile: (address) => findFile(address)?.body,
      readNonceKey: serverSecretReader(deps.db, "page-nonce"),
    });
    app.all("*", () => {
      throw new Refusal("METHOD_NOT_ALLOWED", { headers: { allow: "GET, HEAD" } });
    });
  }
  app.notFound(notFound);
  const find = (target: string) => {
    const found = cache.find(target) ?? findFile(target) ?? findPicture(target);
    return found ?? finders.map((finder) => finder(target)).find((file) => file !== undefined);
  };
  const count = (entry: CacheEntry) => metrics.countCache(entry.route === "file" ? "file" : "hit");
  const fastPath = createFastPath({ find, count, log: deps.log });
  return { app, cache, fastPath };
}

function notFound(): never {
  throw new Refusal("NOT_FOUND");
}
