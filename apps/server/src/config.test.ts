import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { readConfig } from "./config.ts";

const read = (env: Record<string, string>) => readConfig({ env });

test("every setting has a default", () => {
  const config = read({});
  expect(config).toMatchObject({ port: 3000, host: "127.0.0.1", publicUrl: "http://localhost:3000", isDemo: false });
  expect(path.isAbsolute(config.dataDir)).toBe(true);
  expect([config.smtp, config.sms, config.s3, config.databaseUrl]).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});

test.each([
  [{ PORT: "abc" }, 'PORT must be a number from 1 to 65535, not "abc".'],
  [{ PORT: "70000" }, 'PORT must be a number from 1 to 65535, not "70000".'],
  [{ PORT: "80.5" }, 'PORT must be a number from 1 to 65535, not "80.5".'],
  [{ LOG_LEVEL: "loud" }, 'LOG_LEVEL must be trace, debug, info, warn, error or silent, not "loud".'],
  [
    { DATABASE_URL: "mysql://u:secret@h/d" },
    "DATABASE_URL must be an address like postgres://user:password@host:5432/database.",
  ],
  [{ PUBLIC_URL: "www.example.com" }, "PUBLIC_URL must be an address like https://www.example.com."],
  [{ WORKERS: "0" }, 'WORKERS must be a whole number from 1 to 64, not "0".'],
  [{ WORKERS: "65" }, 'WORKERS must be a whole number from 1 to 64, not "65".'],
  [{ WORKERS: "1.5" }, 'WORKERS must be a whole number from 1 to 64, not "1.5".'],
  [{ WORKERS: "many" }, 'WORKERS must be a whole number from 1 to 64, not "many".'],
  [{ WORKERS: "2", NODE_ENV: "development" }, "WORKERS must be 1 with npm run dev: unset it, or use npm start."],
  [{ SMS_PER_DAY: "many" }, 'SMS_PER_DAY must be a whole number of messages, not "many".'],
  [{ SMS_COUNTRIES: "India" }, 'SMS_COUNTRIES must be country codes like +91,+971, not "India".'],
  [{ TRUST_PROXY: "yes" }, 'TRUST_PROXY must be a number of proxies, or their addresses like 10.0.0.0/8, not "yes".'],
  [
    { TRUST_PROXY: "10.0.0.0/99" },
    'TRUST_PROXY must be a number of proxies, or their addresses like 10.0.0.0/8, not "10.0.0.0/99".',
  ],
  [
    { BACKUP_RECIPIENT: "age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8q" },
    "BACKUP_RECIPIENT must be an age public key like age1… (npm run backup -- keys FILE).",
  ],
  [{ DEMO: "true" }, 'DEMO must be 0 or 1, not "true".'],
  [
    { BACKUP_TO: "ftp://x" },
    'BACKUP_TO must be a folder, or like s3://bucket/prefix with a bucket of at least three letters, not "ftp://x".',
  ],
  [{ BACKUP_AT: "8pm" }, 'BACKUP_AT must be a time of day in UTC like 20:30, not "8pm".'],
  [{ BACKUP_AT: "24:00" }, 'BACKUP_AT must be a time of day in UTC like 20:30, not "24:00".'],
  [{ BACKUP_KEEP: "7" }, 'BACKUP_KEEP must be numbers of days, weeks and months like 7d,4w,12m, not "7".'],
  [
    { BACKUP_KEEP: "0d,4w,12m" },
    'BACKUP_KEEP must be numbers of days, weeks and months like 7d,4w,12m, not "0d,4w,12m".',
  ],
  [
    { BACKUP_TO: "s3://bucket" },
    "BACKUP_TO is a bucket: set BACKUP_S3_ENDPOINT, BACKUP_S3_ACCESS_KEY and BACKUP_S3_SECRET_KEY too.",
  ],
  [
    { BACKUP_TO: "data/files/backups" },
    "BACKUP_TO must not be in the folder of the files: every backup would hold the ones before.",
  ],
])("%j is reported in one line", (env, line) => {
  expect(() => read(env as Record<string, string>)).toThrow(line);
  try {
    read(env as Record<string, string>);
  } catch (error) {
    expect((error as Error).message).toBe(line);
  }
});

test("the public key of backups is accepted, and a secret key in its place is refused without being shown", () => {
  const recipient = "age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p";
  expect(read({ BACKUP_RECIPIENT: recipient }).backupRecipient).toBe(recipient);
  const BACKUP_RECIPIENT = "AGE-SECRET-KEY-1GQ9778VQXMMJVE8SK7J6VT8UJ4HDQAJUVSFCWCM02D8GEWQ72PVQ2Y5J33";
  expect(() => read({ BACKUP_RECIPIENT })).toThrow(/^BACKUP_RECIPIENT must be an age public key (?!.*GQ9778)/);
});

test("backups go to a folder, to a bucket of the same account, or to a bucket elsewhere", () => {
  expect(read({}).backup).toBeUndefined();
  expect(read({ BACKUP_TO: "/mnt/backups" }).backup).toEqual({
    to: { folder: "/mnt/backups" },
    at: { hour: 20, minute: 30 },
    keep: { days: 7, weeks: 4, months: 12 },
  });
  const s3 = { S3_ENDPOINT: "https://s3.example.com", S3_BUCKET: "files", S3_ACCESS_KEY: "k", S3_SECRET_KEY: "s" };
  const same = read({ ...s3, BACKUP_TO: "s3://backups/shoreline/", BACKUP_AT: "01:05", BACKUP_KEEP: "3d,0w,1m" });
  expect(same.backup).toEqual({
    to: {
      bucket: { endpoint: "https://s3.example.com", bucket: "backups", accessKey: "k", secretKey: "s" },
      prefix: "shoreline",
    },
    at: { hour: 1, minute: 5 },
    keep: { days: 3, weeks: 0, months: 1 },
  });
  expect(() => read({ ...s3, BACKUP_TO: "s3://files/backups" })).toThrow("must not be the bucket of S3_BUCKET");
  const elsewhere = {
    BACKUP_S3_ENDPOINT: "https://elsewhere.example.com",
    BACKUP_S3_ACCESS_KEY: "a",
    BACKUP_S3_SECRET_KEY: "b",
  };
  expect(read({ ...s3, ...elsewhere, BACKUP_TO: "s3://files" }).backup?.to).toMatchObject({
    bucket: { endpoint: "https://elsewhere.example.com", bucket: "files" },
    prefix: "",
  });
});

test("a certificate for PDF files needs its key", () => {
  expect(read({ PDF_CERTIFICATE_FILE: "a.pem", PDF_KEY_FILE: "b.pem" }).pdfSigner).toEqual({
    certificateFile: "a.pem",
    keyFile: "b.pem",
  });
  expect(() => read({ PDF_CERTIFICATE_FILE: "a.pem" })).toThrow("PDF_CERTIFICATE_FILE without PDF_KEY_FILE");
});

test("every error has its own line, and none shows a secret", () => {
  expect(() => read({ PORT: "x", DEMO: "maybe" })).toThrow(/^PORT .*\nDEMO .*$/);
  expect(() => read({ DATABASE_URL: "mysql://u:secret@h/d" })).not.toThrow("secret");
});

test.each([
  [{ SMTP_URL: "smtp://mail.example.com" }, "SMTP_URL without MAIL_FROM: set all of them, or none."],
  [{ DATABASE_OWNER_URL: "postgres://owner@h/d" }, "DATABASE_OWNER_URL without DATABASE_URL"],
  [
    { OTEL_EXPORTER_OTLP_HEADERS: "api-key=secret", OTEL_TRACES_SAMPLER_ARG: "0.5" },
    "OTEL_EXPORTER_OTLP_HEADERS, OTEL_TRACES_SAMPLER_ARG without OTEL_EXPORTER_OTLP_ENDPOINT",
  ],
  [{ DATABASE_READ_URL: "postgres://reader@h/d" }, "DATABASE_READ_URL without DATABASE_URL"],
  [
    { DATABASE_URL: "postgres://a@h/d", DATABASE_READ_URL: "mysql://h/d" },
    "DATABASE_READ_URL must be an address like postgres://",
  ],
  [{ BACKUP_S3_ACCESS_KEY: "k" }, "BACKUP_S3_ACCESS_KEY without BACKUP_S3_ENDPOINT, BACKUP_S3_SECRET_KEY"],
  [{ SMS_KEY: "k" }, "SMS_KEY without SMS_URL"],
  [{ SMS_METHOD: "GET" }, "SMS_METHOD, SMS_HEADERS, SMS_BODY and SMS_ID_PATH need SMS_URL and SMS_KEY."],
  [{ MSG91_KEY: "k" }, "MSG91_KEY without MSG91_REPORT_SECRET"],
  [{ WHATSAPP_TOKEN: "t" }, "WHATSAPP_TOKEN without WHATSAPP_NUMBER_ID, WHATSAPP_APP_SECRET, WHATSAPP_VERIFY_TOKEN"],
  [{ RAZORPAY_KEY_ID: "rzp_live_1" }, "RAZORPAY_KEY_ID without RAZORPAY_KEY_SECRET, RAZORPAY_WEBHOOK_SECRET"],
  [
    { S3_ENDPOINT: "https://s3.example.com", S3_BUCKET: "b" },
    "S3_ENDPOINT, S3_BUCKET without S3_ACCESS_KEY, S3_SECRET_KEY",
  ],
])("a partly configured provider is refused: %j", (env, text) => {
  expect(() => read(env as Record<string, string>)).toThrow(text);
});

describe("traces", () => {
  const OTEL_EXPORTER_OTLP_ENDPOINT = "https://collector.example.com:4318/";

  test("an address turns them on; headers are decoded", () => {
    expect(read({}).traces).toBeUndefined();
    const url = "https://collector.example.com:4318/v1/traces";
    expect(read({ OTEL_EXPORTER_OTLP_ENDPOINT }).traces).toEqual({
      ...{ url, headers: {}, serviceName: "shoreline", share: 0.1 },
    });
    const more = { OTEL_EXPORTER_OTLP_HEADERS: "API-Key=a%3Db, tenant=t", OTEL_SERVICE_NAME: "institute" };
    expect(read({ OTEL_EXPORTER_OTLP_ENDPOINT, ...more, OTEL_TRACES_SAMPLER_ARG: "1" }).traces).toEqual({
      ...{ url, headers: { "api-key": "a=b", tenant: "t" }, serviceName: "institute", share: 1 },
    });
  });

  test.each([
    [{ OTEL_EXPORTER_OTLP_HEADERS: "s3cret" }, "OTEL_EXPORTER_OTLP_HEADERS must be headers like api-key=secret"],
    [{ OTEL_EXPORTER_OTLP_HEADERS: "key=%zz" }, "OTEL_EXPORTER_OTLP_HEADERS must be headers like api-key=secret"],
    [{ OTEL_TRACES_SAMPLER_ARG: "2" }, "OTEL_TRACES_SAMPLER_ARG must be a share from 0 to 1"],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: "grpc://c:4317" }, "OTEL_EXPORTER_OTLP_ENDPOINT must be an address like"],
  ])("%j is refused in one line", (env, text) => {
    const given = { OTEL_EXPORTER_OTLP_ENDPOINT, ...env } as Record<string, string>;
    expect(() => read(given)).toThrow(text);
    expect(() => read(given)).not.toThrow("s3cret");
  });
});

describe("text messages", () => {
  const gateway = { SMS_URL: "https://sms.example.com/send", SMS_KEY: "s3cret" };
  const form = '{"content-type":"application/x-www-form-urlencoded"}';

  test("a gateway may have a method, headers, a body and a place for the id", () => {
    const SMS_HEADERS = '{"authkey":"{key}"}';
    const SMS_BODY = '{"to":"{digits}","n":{to},"text":"{text}"}';
    const { sms } = read({ ...gateway, SMS_METHOD: "PUT", SMS_HEADERS, SMS_BODY, SMS_ID_PATH: "data.0.id" });
    expect(sms).toEqual({
      gateway: {
        url: gateway.SMS_URL,
        key: "s3cret",
        method: "PUT",
        headers: { authkey: "{key}" },
        body: SMS_BODY,
        idPath: "data.0.id",
      },
    });
    expect(() => read({ ...gateway, SMS_HEADERS: form, SMS_BODY: "to={to}&text={text}" })).not.toThrow();
  });

  test.each([
    [{ SMS_URL: "https://sms.example.com/?to={number}" }, "SMS_URL has {number}. Known are {to}, {digits}"],
    [{ SMS_URL: "https://{to}.example.com/" }, "SMS_URL must have its placeholders after the host."],
    [{ SMS_BODY: '{"to":"{nobody}"}' }, "SMS_BODY has {nobody}."],
    [{ SMS_BODY: "to={to}" }, "SMS_BODY must be JSON, or SMS_HEADERS must say that it is a form."],
    [{ SMS_HEADERS: "s3cret" }, 'SMS_HEADERS must be JSON like {"authkey":"{key}"}.'],
    [{ SMS_HEADERS: '{"a b":"s3cret"}' }, "SMS_HEADERS must be JSON like"],
    [{ SMS_HEADERS: '{"a":"s3cret\\nb: c"}' }, "SMS_HEADERS must be JSON like"],
    [{ SMS_HEADERS: '{"content-type":"text/xml"}' }, "SMS_HEADERS must name application/json or"],
    [{ SMS_METHOD: "DELETE" }, "SMS_METHOD must be GET, POST or PUT"],
    [{ SMS_ID_PATH: "data[0]" }, "SMS_ID_PATH must be names with dots between them"],
    [{ MSG91_KEY: "k", MSG91_REPORT_SECRET: "s".repeat(24) }, "SMS_URL and MSG91_KEY: set one of them, not both."],
  ])("a mistake is named without its secrets: %j", (env, text) => {
    let message = "";
    try {
      read({ ...gateway, ...env } as Record<string, string>);
    } catch (error) {
      message = (error as Error).message;
    }
    expect(message).toContain(text);
    expect(message).not.toContain("s3cret");
  });

  test("MSG91 limits the countries as a gateway does", () => {
    const { sms, smsCountries } = read({ MSG91_KEY: "k", MSG91_REPORT_SECRET: "s".repeat(24) });
    expect(sms).toEqual({ msg91: { key: "k", reportSecret: "s".repeat(24) } });
    expect(smsCountries).toEqual(["+91"]);
  });

  test.each([
    { MSG91_REPORT_SECRET: "tiny-s3cret" },
    { WHATSAPP_VERIFY_TOKEN: "tiny-s3cret" },
    { KEY_SECRET: "tiny-s3cret" },
  ])("a secret that can be guessed is refused and not shown: %j", (env) => {
    expect(() => read(env as Record<string, string>)).toThrow(/must have/);
    expect(() => read(env as Record<string, string>)).not.toThrow("s3cret");
  });
});

describe("reachable from outside", () => {
  const providers = {
    SMTP_URL: "smtps://mail.example.com",
    MAIL_FROM: "a@example.com",
    SMS_URL: "https://sms.example.com",
    SMS_KEY: "k",
    RAZORPAY_KEY_ID: "rzp_test_1",
    RAZORPAY_KEY_SECRET: "s",
    RAZORPAY_WEBHOOK_SECRET: "w",
  };

  test.each([
    { PUBLIC_URL: "http://127.evil.example" },
    { HOST: "0.0.0.0" },
    { HOST: "::" },
    { PUBLIC_URL: "https://www.example.com" },
    { HOST: "192.0.2.1" },
  ])("%j with the local outbox is refused, except for a demonstration", (env) => {
    expect(() => read(env as Record<string, string>)).toThrow("one-time codes");
    expect(read({ ...env, DEMO: "1" } as Record<string, string>).isDemo).toBe(true);
    expect(read({ ...env, ...providers } as Record<string, string>).isDemo).toBe(false);
  });

  test.each(["127.0.0.1", "127.5.5.5", "localhost", "::1"])(
    "%s is reachable from this machine only, so it is accepted",
    (host) => {
      expect(read({ HOST: host }).host).toBe(host);
    },
  );
});

describe("encryption", () => {
  const plain = {
    SMTP_URL: { SMTP_URL: "smtp://mail.example.com:587", MAIL_FROM: "a@example.com" },
    SMS_URL: { SMS_URL: "http://sms.example.com/send", SMS_KEY: "k" },
    OTEL_EXPORTER_OTLP_ENDPOINT: { OTEL_EXPORTER_OTLP_ENDPOINT: "http://collector.example.com:4318" },
    S3_ENDPOINT: {
      S3_ENDPOINT: "http://s3.example.com",
      S3_BUCKET: "b",
      S3_ACCESS_KEY: "a",
      S3_SECRET_KEY: "s",
    },
  };

  test.each(Object.entries(plain))("%s without encryption to another machine must be asked for twice", (name, env) => {
    expect(() => read(env)).toThrow(`${name} leads to another machine without encryption. Use `);
    expect(() => read({ ...env, ALLOW_UNENCRYPTED: "1" })).not.toThrow();
    const near = Object.fromEntries(
      Object.entries(env).map(([key, value]) => [key, value.replace(/\w+\.example\.com(?=[:/]|$)/, "127.0.0.1")]),
    );
    expect(() => read(near)).not.toThrow();
  });

  test("a mail server that must switch to TLS is encrypted", () => {
    const SMTP_URL = "smtp://mail.example.com:587/?requireTLS=true";
    expect(read({ SMTP_URL, MAIL_FROM: "a@example.com" }).smtp?.url).toBe(SMTP_URL);
  });
});

describe(".env", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "env-"));
  const withFile = (text: string, env: Record<string, string> = {}) => {
    const envFile = path.join(folder, ".env");
    writeFileSync(envFile, text);
    return readConfig({ env, envFile });
  };

  test("is read when present; the environment overrides it; an empty value means not set", () => {
    const text =
      '# our settings\nPORT=4000\nexport MAIL_FROM="Academy <a@example.com>"\nSMTP_URL=smtps://x.example.com\nSMS_KEY=\n';
    expect(withFile(text)).toMatchObject({ port: 4000, smtp: { from: "Academy <a@example.com>" }, sms: undefined });
    expect(withFile(text, { PORT: "5000" }).port).toBe(5000);
  });

  test("an error names the number of a line that is not NAME=value", () => {
    expect(() => withFile("PORT=4000\nthis is no setting\n")).toThrow(
      ".env, line 2: expected NAME=value. Correct or remove this line.",
    );
  });

  test("may be missing", () => {
    expect(readConfig({ env: {}, envFile: path.join(folder, "none") }).port).toBe(3000);
  });
});
