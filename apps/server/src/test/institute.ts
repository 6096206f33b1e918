import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { allRoutes } from "@shoreline/contract";
import { createClient } from "@shoreline/contract/client";
import { FileStore } from "@tus/file-store";
import { pino } from "pino";
import { afterAll, inject } from "vitest";
import { localPayments } from "../adapters/local-payments.ts";
import { openMeetings } from "../adapters/meetings.ts";
import { type AppOptions, buildApp } from "../app.ts";
import type { Deps } from "../context.ts";
import { openDatabase } from "../db/connect.ts";
import { appRole } from "../db/roles.ts";
import {
  askTrainer,
  classMeetings,
  fileUses,
  findHold,
  jobs,
  linkCourses,
  listWithdrawn,
  offers,
  personal,
  sellers,
} from "../house.ts";
import { describeError } from "../http/scrub.ts";
import { uploadLifetimeInMs } from "../http/uploads.ts";
import { runDueJobs } from "../jobs/worker.ts";
import { drawInThread } from "../pdf/in-thread.ts";
import type { Mail, MessageSender, StoredFile, TextMessage } from "../ports.ts";
import { traceFields } from "../traces/current.ts";
import type { Traces } from "../traces/traces.ts";
import { asAdmin } from "./empty-database.ts";
import { fakeDraw } from "./fake-draw.ts";
import { templateName, testDay } from "./global-setup.ts";
import { memoryFiles } from "./memory-files.ts";
import { asProduct } from "./record-statements.ts";

/** The lowest cost that scrypt accepts, to keep tests fast. */
const cheapHash = 2;

export type TestInstitute = Awaited<ReturnType<typeof testInstitute>>;

type Options = AppOptions & {
  traces?: Traces;
  /** Draws real documents, for tests that read them. */
  isDrawing?: boolean;
  /** A PostgreSQL of its own, with the template. */
  server?: { host: string; user: string };
};

/**
 * A separate institute for one test file: a fresh copy of the demo database, and fakes for the outside world. It has the rights
 * of the running product; what only the owner of the tables may do goes through `owner`.
 */
export async function testInstitute({ isDrawing = false, traces, server, ...options }: Options = {}) {
  const { host, user } = server ?? inject("postgres");
  const database = `test_${randomBytes(6).toString("hex")}`;
  await asAdmin(`create database ${database} template ${templateName}`, { host, user });
  const owner = { host, user, database };
  const connection = { ...owner, user: appRole };
  const opened = openDatabase(connection);
  traces?.watchQueries(opened.pool);
  const mails: Mail[] = [];
  const messages: TextMessage[] = [];
  const whatsapps: TextMessage[] = [];
  const stored = new Map<string, StoredFile>();
  const uploadFolder = mkdtempSync(path.join(tmpdir(), "uploads-"));
  const logged: Record<string, unknown>[] = [];
  let now = testDay;

  const clock = { now: () => now };
  const publicUrl = "http://127.0.0.1:3000";
  const { payments, gateway } = await localPayments({
    ...opened,
    clock,
    publicUrl,
    deliver: (sent) => app.fetch(sent),
  });
  const { meetings, meetingServer } = await openMeetings({
    ...{ ...opened, clock, publicUrl, isLocal: true, isDemo: false },
    deliver: (sent) => app.fetch(sent),
  });
  const deps: Deps = {
    ...opened,
    clock,
    traces,
    payments,
    meetings,
    log: pino(
      { level: "debug", serializers: { err: describeError }, ...(traces && { mixin: traceFields }) },
      { write: (line: string) => void logged.push(JSON.parse(line)) },
    ),
    mailer: { send: async (mail) => void mails.push(mail) },
    sms: fakeChannel(messages, "sms"),
    whatsapp: fakeChannel(whatsapps, "wamid."),
    files: memoryFiles(stored),
    uploads: new FileStore({ directory: uploadFolder, expirationPeriodInMilliseconds: uploadLifetimeInMs }),
    scan: null,
    fileUses,
    backUp: async () => {},
    draw: isDrawing ? drawInThread : fakeDraw,
    offers,
    listWithdrawn,
    linkCourses,
    findHold,
    askTrainer,
    classMeetings,
    sellers,
    personal,
    codeHashCost: cheapHash,
    smsPerDay: 5000,
    smsCountries: null,
    keySecret: null,
    pdfSigner: null,
    publicUrl,
    isDemo: false,
    isLocal: true,
  };
  const build = (more: AppOptions = {}) =>
    buildApp(deps, {
      ...{ gateway: gateway.app, ...(meetingServer ? { meetingServer: meetingServer.app } : {}) },
      ...{ ...options, ...more },
    });
  const { app, cache, fastPath } = build();

  /** A client with its own network address. */
  function visitor({
    address = randomAddress(),
    headers = {},
  }: {
    address?: string;
    headers?: Record<string, string>;
  } = {}) {
    const socket = { remoteAddress: address };
    const incoming = { socket, connection: socket, headers } as unknown as IncomingMessage;
    const request = async (path: string, init: RequestInit = {}) =>
      asProduct(() =>
        app.request(
          path,
          { ...init, headers: { ...headers, ...(init.headers as Record<string, string>) } },
          { incoming },
        ),
      );
    return { request, ...createClient(request, allRoutes) };
  }

  afterAll(async () => {
    await opened.pool.end();
    rmSync(uploadFolder, { recursive: true, force: true });
    await asAdmin(`drop database ${database} with (force)`, { host, user });
  });

  return {
    ...opened,
    deps,
    build,
    app,
    cache,
    fastPath,
    visitor,
    connection,
    owner,
    gateway,
    meetingServer,
    mails,
    messages,
    whatsapps,
    stored,
    uploadFolder,
    logged,
    setNow: (to: Date) => {
      now = to;
    },
    runJobs: () => asProduct(() => runDueJobs(deps, jobs)),
  };
}

function fakeChannel(sent: TextMessage[], prefix: string): MessageSender {
  let count = 0;
  return {
    async send(message) {
      sent.push(message);
      return { providerId: `${prefix}${++count}` };
    },
  };
}

/** Every visitor gets another address, so that the rate limits of one test do not affect the next. */
function randomAddress(): string {
  const [a = 0, b = 0, c = 0] = randomBytes(3);
  return `10.${a}.${b}.${c}`;
}
