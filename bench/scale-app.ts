import { readFileSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import type pg from "pg";
import { localPayments } from "../apps/server/src/adapters/local-payments.ts";
import { openMeetings } from "../apps/server/src/adapters/meetings.ts";
import { buildApp } from "../apps/server/src/app.ts";
import type { Deps } from "../apps/server/src/context.ts";
import { openDatabase } from "../apps/server/src/db/connect.ts";
import * as house from "../apps/server/src/house.ts";
import { createLog } from "../apps/server/src/http/log.ts";
import { fakeDraw } from "../apps/server/src/test/fake-draw.ts";
import { memoryFiles } from "../apps/server/src/test/memory-files.ts";

export type ScaleApp = Awaited<ReturnType<typeof openApp>>;

/** The product in this process, on this database. What it sends goes nowhere, and it works on no jobs. */
export async function openApp(connection: pg.PoolConfig) {
  const opened = openDatabase({ ...connection, max: 4, idleTimeoutMillis: 0 });
  const clock = { now: () => new Date() };
  const publicUrl = "http://127.0.0.1:3000";
  const outside = { ...opened, clock, publicUrl, deliver: (): Response => new Response() };
  const { payments } = await localPayments(outside);
  const { meetings } = await openMeetings({ ...outside, isLocal: true, isDemo: false });
  const send = async () => ({ providerId: crypto.randomUUID() });
  const deps: Deps = {
    ...opened,
    clock,
    payments,
    meetings,
    log: createLog({ level: "error" }),
    mailer: { send: async () => {} },
    sms: { send },
    whatsapp: null,
    files: memoryFiles(new Map()),
    uploads: { deleteExpired: async () => 0 } as unknown as Deps["uploads"],
    scan: null,
    fileUses: house.fileUses,
    backUp: async () => {},
    draw: fakeDraw,
    offers: house.offers,
    listWithdrawn: house.listWithdrawn,
    linkCourses: house.linkCourses,
    findHold: house.findHold,
    askTrainer: house.askTrainer,
    classMeetings: house.classMeetings,
    sellers: house.sellers,
    personal: house.personal,
    codeHashCost: 2,
    smsPerDay: 1_000_000,
    smsCountries: null,
    keySecret: null,
    pdfSigner: null,
    publicUrl,
    isDemo: false,
    isLocal: true,
  };
  const { app, cache } = buildApp(deps);
  cache.setContact("listening");
  let visitors = 0;
  /** Each call comes from an address of its own, so that no limit is reached. */
  const ask = async (path: string, init: RequestInit): Promise<Response> => {
    // What is the same for everybody is made again each time. What all searches have in common stays, as in the running product.
    if (!path.includes("?q=")) cache.purge();
    const n = ++visitors;
    const socket = { remoteAddress: `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}` };
    return app.request(path, init, {
      incoming: { socket, connection: socket, headers: {} } as unknown as IncomingMessage,
    });
  };
  return { ...opened, deps, ask, postgresMs: () => postgresMs(opened.pool) };
}

/** The CPU time of all connections so far: Linux counts it in nanoseconds. */
async function postgresMs(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ pid: number }>(
    "select pid from pg_stat_activity where datname = current_database() and application_name = 'shoreline'",
  );
  const nanoseconds = rows.map(({ pid }) => Number(readFileSync(`/proc/${pid}/schedstat`, "utf8").split(" ")[0]));
  return nanoseconds.reduce((sum, one) => sum + one, 0) / 1e6;
}
