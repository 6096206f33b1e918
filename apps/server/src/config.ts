import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { parseEnv } from "node:util";
import { bech32 } from "@scure/base";
import proxyaddr from "proxy-addr";
import { z } from "zod";
import { readGateway } from "./sms-settings.ts";
import { StartError } from "./start-error.ts";
import { readTraceSettings } from "./traces/settings.ts";

const url = (protocol: RegExp, example: string) => z.url({ protocol, error: `must be an address like ${example}` });
const portRange = "must be a number from 1 to 65535";
// Not `url()`: for a unix socket the host is in the query, which some URL parsers refuse.
const postgresUrl = z
  .string()
  .regex(/^postgres(ql)?:\/\//, "must be an address like postgres://user:password@host:5432/database");
const perDay = "must be a whole number of messages";
const drainRange = "must be a number of seconds from 0 to 15";
const shareRange = "must be a share from 0 to 1 like 0.1";
const workerRange = "must be a whole number from 1 to 64";
const text = z.string().min(1, "must not be empty");

const bucketPath = /^s3:\/\/([a-z0-9][a-z0-9.-]{2,})(?:\/([\w./-]*?))?\/*$/i;

const Settings = z.object({
  NODE_ENV: z
    .enum(["production", "development", "test"], "must be production, development or test")
    .default("production"),
  PORT: z.coerce.number(portRange).int(portRange).min(1, portRange).max(65535, portRange).default(3000),
  HOST: text.default("127.0.0.1"),
  DATA_DIR: text.default("data"),
  CONTENT_DIR: text.optional(),
  PUBLIC_URL: url(/^https?$/, "https://www.example.com").optional(),
  DATABASE_URL: postgresUrl.optional(),
  DATABASE_OWNER_URL: postgresUrl.optional(),
  DATABASE_READ_URL: postgresUrl.optional(),
  SMTP_URL: url(/^smtps?$/, "smtps://user:password@mail.example.com").optional(),
  MAIL_FROM: text.optional(),
  SMS_URL: url(/^https?$/, "https://sms.example.com/send").optional(),
  SMS_KEY: text.optional(),
  SMS_METHOD: z.enum(["GET", "POST", "PUT"], "must be GET, POST or PUT").optional(),
  SMS_HEADERS: text.optional(),
  SMS_BODY: text.optional(),
  SMS_ID_PATH: text.regex(/^\w+(\.\w+)*$/, "must be names with dots between them like data.0.id").optional(),
  MSG91_KEY: text.optional(),
  MSG91_REPORT_SECRET: text.regex(/^[\w-]{24,100}$/, "must have 24 to 100 letters, digits, - or _").optional(),
  WHATSAPP_TOKEN: text.optional(),
  WHATSAPP_NUMBER_ID: text.regex(/^\d{5,30}$/, "must be the id of the number at Meta, digits only").optional(),
  WHATSAPP_APP_SECRET: text.optional(),
  WHATSAPP_VERIFY_TOKEN: text.min(16, "must have at least 16 characters").optional(),
  SMS_PER_DAY: z.coerce.number(perDay).int(perDay).min(1, perDay).default(5000),
  SMS_COUNTRIES: text.regex(/^\+\d{1,4}( ?, ?\+\d{1,4})*$/, "must be country codes like +91,+971").default("+91"),
  S3_ENDPOINT: url(/^https?$/, "https://s3.example.com").optional(),
  S3_BUCKET: text.optional(),
  S3_ACCESS_KEY: text.optional(),
  S3_SECRET_KEY: text.optional(),
  SCAN_COMMAND: text.optional(),
  RAZORPAY_KEY_ID: text.optional(),
  RAZORPAY_KEY_SECRET: text.optional(),
  RAZORPAY_WEBHOOK_SECRET: text.optional(),
  BACKUP_RECIPIENT: text
    .refine(isRecipient, "must be an age public key like age1… (npm run backup -- keys FILE)")
    .optional(),
  BACKUP_IDENTITY_FILE: text.optional(),
  BACKUP_TO: text
    .refine(
      (to) => !/^[a-z0-9]+:/i.test(to) || bucketPath.test(to),
      "must be a folder, or like s3://bucket/prefix with a bucket of at least three letters",
    )
    .optional(),
  BACKUP_AT: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, "must be a time of day in UTC like 20:30")
    .default("20:30"),
  BACKUP_KEEP: z
    .string()
    .regex(/^[1-9]\d{0,3}d,\d{1,4}w,\d{1,4}m$/, "must be numbers of days, weeks and months like 7d,4w,12m")
    .default("7d,4w,12m"),
  BACKUP_S3_ENDPOINT: url(/^https?$/, "https://s3.example.com").optional(),
  BACKUP_S3_ACCESS_KEY: text.optional(),
  BACKUP_S3_SECRET_KEY: text.optional(),
  TRUST_PROXY: text.refine(isTrust, "must be a number of proxies, or their addresses like 10.0.0.0/8").optional(),
  DRAIN_SECONDS: z.coerce.number(drainRange).int(drainRange).min(0, drainRange).max(15, drainRange).default(0),
  WORKERS: z.coerce.number(workerRange).int(workerRange).min(1, workerRange).max(64, workerRange).default(1),
  KEY_SECRET: text.min(32, "must have at least 32 characters").optional(),
  OLD_KEY_SECRET: text.optional(),
  PDF_CERTIFICATE_FILE: text.optional(),
  PDF_KEY_FILE: text.optional(),
  METRICS_KEY: text.min(16, "must have at least 16 characters").optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: url(/^https?$/, "https://collector.example.com:4318").optional(),
  OTEL_EXPORTER_OTLP_HEADERS: text.optional(),
  OTEL_SERVICE_NAME: text.optional(),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number(shareRange).min(0, shareRange).max(1, shareRange).optional(),
  DEMO: z.enum(["0", "1"], "must be 0 or 1").default("0"),
  ALLOW_UNENCRYPTED: z.enum(["0", "1"], "must be 0 or 1").default("0"),
  LOG_LEVEL: z
    .enum(["trace", "debug", "info", "warn", "error", "silent"], "must be trace, debug, info, warn, error or silent")
    .optional(),
});
type Settings = z.infer<typeof Settings>;

export type Config = ReturnType<typeof readConfig>;

/** The only code that reads the environment. Variables of the process override the file `.env`. */
export function readConfig({ env, envFile }: { env: Record<string, string | undefined>; envFile?: string }) {
  const given = { ...(envFile ? readEnvFile(envFile) : {}), ...env };
  // `PORT=` in a file means "not set", as it does for most tools.
  const present = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ""));
  const parsed = Settings.safeParse(present);
  if (!parsed.success) {
    const lines = parsed.error.issues.map(
      ({ path: [name], message }) => `${String(name)} ${message}${shown(name, present)}.`,
    );
    throw new StartError([...new Set(lines)].join("\n"));
  }
  const s = parsed.data;
  const publicUrl =
    // Passkeys need a name: `localhost` is the only one that needs no encryption.
    (
      s.PUBLIC_URL ?? `http://${isAnyAddress(s.HOST) || isLoopback(s.HOST) ? "localhost" : bracketed(s.HOST)}:${s.PORT}`
    ).replace(/\/+$/, "");
  const config = {
    isDevelopment: s.NODE_ENV === "development",
    port: s.PORT,
    host: s.HOST,
    dataDir: path.resolve(s.DATA_DIR),
    /** The institute's own content; without one it is the demo. */
    contentDir: s.CONTENT_DIR && path.resolve(s.CONTENT_DIR),
    publicUrl,
    databaseUrl: s.DATABASE_URL,
    databaseOwnerUrl: s.DATABASE_OWNER_URL,
    databaseReadUrl: s.DATABASE_READ_URL,
    smtp: together(s, { url: "SMTP_URL", from: "MAIL_FROM" }),
    sms: readSms(s),
    whatsapp: together(s, {
      token: "WHATSAPP_TOKEN",
      numberId: "WHATSAPP_NUMBER_ID",
      appSecret: "WHATSAPP_APP_SECRET",
      verifyToken: "WHATSAPP_VERIFY_TOKEN",
    }),
    smsPerDay: s.SMS_PER_DAY,
    // Local messages cost nothing.
    smsCountries: s.SMS_URL || s.MSG91_KEY ? s.SMS_COUNTRIES.split(",").map((code) => code.trim()) : null,
    s3: together(s, {
      endpoint: "S3_ENDPOINT",
      bucket: "S3_BUCKET",
      accessKey: "S3_ACCESS_KEY",
      secretKey: "S3_SECRET_KEY",
    }),
    scanCommand: s.SCAN_COMMAND,
    razorpay: together(s, {
      keyId: "RAZORPAY_KEY_ID",
      keySecret: "RAZORPAY_KEY_SECRET",
      webhookSecret: "RAZORPAY_WEBHOOK_SECRET",
    }),
    backupRecipient: s.BACKUP_RECIPIENT,
    backupIdentityFile: s.BACKUP_IDENTITY_FILE && path.resolve(s.BACKUP_IDENTITY_FILE),
    backup: readBackup(s),
    trustProxy: s.TRUST_PROXY,
    /** Encrypts the private keys that sign certificates. */
    keySecret: s.KEY_SECRET ?? null,
    /** Only while the secret is changed. */
    oldKeySecret: s.OLD_KEY_SECRET ?? null,
    pdfSigner: together(s, { certificateFile: "PDF_CERTIFICATE_FILE", keyFile: "PDF_KEY_FILE" }),
    metricsKey: s.METRICS_KEY,
    traces: readTraceSettings({
      OTEL_EXPORTER_OTLP_ENDPOINT: s.OTEL_EXPORTER_OTLP_ENDPOINT,
      OTEL_EXPORTER_OTLP_HEADERS: s.OTEL_EXPORTER_OTLP_HEADERS,
      OTEL_SERVICE_NAME: s.OTEL_SERVICE_NAME,
      OTEL_TRACES_SAMPLER_ARG: s.OTEL_TRACES_SAMPLER_ARG,
    }),
    drainSeconds: s.DRAIN_SECONDS,
    /** How many processes serve on the port (`npm start`). */
    workers: s.WORKERS,
    isDemo: s.DEMO === "1",
    logLevel: s.LOG_LEVEL,
  };
  if (s.DATABASE_OWNER_URL && !s.DATABASE_URL)
    throw new StartError("DATABASE_OWNER_URL without DATABASE_URL: set both, or only DATABASE_URL.");
  if (s.DATABASE_READ_URL && !s.DATABASE_URL)
    throw new StartError("DATABASE_READ_URL without DATABASE_URL: a replica needs its primary. Set both, or neither.");
  if (config.workers > 1 && config.isDevelopment)
    throw new StartError("WORKERS must be 1 with npm run dev: unset it, or use npm start.");
  refusePublicOutbox(config);
  if (s.ALLOW_UNENCRYPTED === "0") refuseUnencrypted(s);
  return config;
}

/** A provider needs all of its settings or none: a partly configured one is an error, never a silent fallback. */
function together<Name extends string>(
  s: Settings,
  names: Record<Name, keyof Settings>,
): Record<Name, string> | undefined {
  const entries = Object.entries(names) as [Name, keyof Settings][];
  const missing = entries.map(([, setting]) => setting).filter((setting) => s[setting] === undefined);
  if (missing.length === entries.length) return undefined;
  if (missing.length > 0) {
    const set = entries.map(([, setting]) => setting).filter((setting) => s[setting] !== undefined);
    throw new StartError(`${set.join(", ")} without ${missing.join(", ")}: set all of them, or none.`);
  }
  return Object.fromEntries(entries.map(([name, setting]) => [name, String(s[setting])])) as Record<Name, string>;
}

/** A gateway of the institute's choice, or MSG91. */
function readSms(s: Settings) {
  const account = together(s, { key: "MSG91_KEY", reportSecret: "MSG91_REPORT_SECRET" });
  const gateway = together(s, { url: "SMS_URL", key: "SMS_KEY" });
  const more = { method: s.SMS_METHOD, headers: s.SMS_HEADERS, body: s.SMS_BODY, idPath: s.SMS_ID_PATH };
  if (account && gateway) throw new StartError("SMS_URL and MSG91_KEY: set one of them, not both.");
  if (account) return { msg91: account };
  if (gateway) return { gateway: readGateway({ ...gateway, ...more }) };
  if (Object.values(more).some((setting) => setting !== undefined))
    throw new StartError("SMS_METHOD, SMS_HEADERS, SMS_BODY and SMS_ID_PATH need SMS_URL and SMS_KEY.");
  return undefined;
}

/** Where and when backups are made by themselves, and how many are kept. */
function readBackup(s: Settings) {
  const given = together(s, {
    endpoint: "BACKUP_S3_ENDPOINT",
    accessKey: "BACKUP_S3_ACCESS_KEY",
    secretKey: "BACKUP_S3_SECRET_KEY",
  });
  if (!s.BACKUP_TO) return undefined;
  const [, bucket, prefix = ""] = bucketPath.exec(s.BACKUP_TO) ?? [];
  const [hour = 0, minute = 0] = s.BACKUP_AT.split(":").map(Number);
  const [days = 0, weeks = 0, months = 0] = s.BACKUP_KEEP.split(",").map((count) => Number.parseInt(count, 10));
  const plan = { at: { hour, minute }, keep: { days, weeks, months } };
  if (!bucket) return { ...plan, to: { folder: backupFolder(s, s.BACKUP_TO) } };
  const { S3_ENDPOINT: endpoint, S3_ACCESS_KEY: accessKey, S3_SECRET_KEY: secretKey } = s;
  const account = given ?? (endpoint && accessKey && secretKey ? { endpoint, accessKey, secretKey } : undefined);
  if (!account)
    throw new StartError(
      "BACKUP_TO is a bucket: set BACKUP_S3_ENDPOINT, BACKUP_S3_ACCESS_KEY and BACKUP_S3_SECRET_KEY too.",
    );
  if (bucket === s.S3_BUCKET && account.endpoint === s.S3_ENDPOINT)
    throw new StartError("BACKUP_TO must not be the bucket of S3_BUCKET: who loses one would lose both.");
  return { ...plan, to: { bucket: { ...account, bucket }, prefix } };
}

function backupFolder({ DATA_DIR }: Settings, to: string): string {
  const folder = path.resolve(to);
  const files = path.resolve(DATA_DIR, "files");
  if (`${folder}/`.startsWith(`${files}/`))
    throw new StartError("BACKUP_TO must not be in the folder of the files: every backup would hold the ones before.");
  return folder;
}

type Reach = { host: string; publicUrl: string; isDemo: boolean; smtp: unknown; sms: unknown; razorpay: unknown };

/** Anybody who can reach the local outbox can read one-time codes, so it may serve this machine only. */
function refusePublicOutbox({ host, publicUrl, isDemo, smtp, sms, razorpay }: Reach) {
  const local = [
    !smtp && "mail (SMTP_URL, MAIL_FROM)",
    !sms && "SMS (SMS_URL, SMS_KEY)",
    !razorpay && "payment (RAZORPAY_KEY_ID, RAZORPAY_KEY_SECRET, RAZORPAY_WEBHOOK_SECRET)",
  ].filter(Boolean);
  const isReachable = !isLoopback(host) || !isLoopback(new URL(publicUrl).hostname);
  if (local.length === 0 || !isReachable || isDemo) return;
  throw new StartError(
    `HOST or PUBLIC_URL can be reached from outside, but ${local.join(" and ")} would go to the local outbox, where anyone could read one-time codes. Configure these providers, or set DEMO=1 for a demonstration without real people.`,
  );
}

/** Codes, mails and files must not cross a network in the clear by a typing mistake. */
function refuseUnencrypted(s: Settings) {
  for (const name of [
    "SMTP_URL",
    "SMS_URL",
    "S3_ENDPOINT",
    "BACKUP_S3_ENDPOINT",
    "OTEL_EXPORTER_OTLP_ENDPOINT",
  ] as const) {
    const { protocol, hostname, searchParams } = new URL(s[name] ?? "https://localhost");
    const isEncrypted = /^(https|smtps):$/.test(protocol) || searchParams.get("requireTLS") === "true";
    if (isEncrypted || isLoopback(hostname)) continue;
    const better = name === "SMTP_URL" ? "smtps://, or add ?requireTLS=true to the address" : "https://";
    throw new StartError(
      `${name} leads to another machine without encryption. Use ${better}. If that network is yours alone, set ALLOW_UNENCRYPTED=1.`,
    );
  }
}

export function readEnvFile(file: string): Record<string, string> {
  if (!existsSync(file)) return {};
  let source: string;
  try {
    source = readFileSync(file, "utf8").replace(/^\uFEFF/, "");
  } catch (error) {
    throw new StartError(`${path.basename(file)} cannot be read: ${(error as Error).message}`);
  }
  const wrong = source.split(/\r?\n/).findIndex((line) => !/^\s*(#.*|(export\s+)?[A-Za-z_]\w*\s*=.*)?$/.test(line));
  if (wrong >= 0)
    throw new StartError(
      `${path.basename(file)}, line ${wrong + 1}: expected NAME=value. Correct or remove this line.`,
    );
  return parseEnv(source) as Record<string, string>;
}

function isTrust(setting: string): boolean {
  if (/^\d$/.test(setting)) return true;
  try {
    proxyaddr.compile(setting.split(","));
    return true;
  } catch {
    return false;
  }
}

/** Not with age-encryption: loading it would make every start 150 ms longer. */
function isRecipient(setting: string): boolean {
  const decoded = bech32.decodeUnsafe(setting);
  return decoded?.prefix === "age" && bech32.fromWordsUnsafe(decoded.words)?.length === 32;
}

function isLoopback(host: string): boolean {
  return host === "localhost" || host === "[::1]" || host === "::1" || /^127(\.\d{1,3}){3}$/.test(host);
}

function isAnyAddress(host: string): boolean {
  return host === "0.0.0.0" || host === "::";
}

function bracketed(host: string): string {
  return host.includes(":") ? `[${host}]` : host;
}

/** Errors do not show the values of secrets and addresses. */
function shown(name: PropertyKey | undefined, given: Record<string, unknown>): string {
  return /URL|KEY|SECRET|FROM|RECIPIENT|TOKEN|HEADERS|BODY/.test(String(name)) ? "" : `, not "${given[String(name)]}"`;
}
