import type { Logger } from "pino";
import { fileStore } from "./adapters/file-store.ts";
import { folderUploads } from "./adapters/folder-uploads.ts";
import { localPayments } from "./adapters/local-payments.ts";
import { openMeetings } from "./adapters/meetings.ts";
import { msg91 } from "./adapters/msg91.ts";
import { outboxMailer, outboxMessages } from "./adapters/outbox.ts";
import { readPdfSigner } from "./adapters/pdf-signer.ts";
import { razorpayPayments } from "./adapters/razorpay.ts";
import { s3Uploads } from "./adapters/s3-uploads.ts";
import { scanCommand } from "./adapters/scan-command.ts";
import { smsGateway } from "./adapters/sms-gateway.ts";
import { smtpMailer } from "./adapters/smtp.ts";
import { whatsappCloud } from "./adapters/whatsapp.ts";
import { banner } from "./banner.ts";
import { type Config, readConfig } from "./config.ts";
import { isAway } from "./db/away.ts";
import { type Db, openDatabase } from "./db/connect.ts";
import { type Progress, provideDatabase } from "./db/provide.ts";
import { createLog } from "./http/log.ts";
import { builtSite } from "./http/pages.ts";
import { uploadLifetimeInMs as lifetimeInMs } from "./http/uploads.ts";
import type { MessageSender } from "./ports.ts";
import { isLocal, type OpenMeetings, type OpenPayments, startProduct } from "./start.ts";
import { StartError } from "./start-error.ts";

const progress: Progress = (step, detail) => console.log(`  ${step.padEnd(10)} ${detail}`);

try {
  await main();
} catch (error) {
  if (!(error instanceof StartError)) throw error;
  console.error(`\n${error.message}`);
  process.exit(1);
}

async function main() {
  const config = readConfig({ env: process.env, envFile: ".env" });
  const log = createLog({ level: config.logLevel });
  const closers: (() => Promise<void>)[] = [];
  stopOnSignal(closers, { withinMs: 25_000 + config.drainSeconds * 1000 });
  outliveDatabase(log);
  try {
    const database = await provideDatabase(config, progress, (lastWords) =>
      log.error({ lastWords }, "PostgreSQL ended and is started again"),
    );
    closers.unshift(() => database.close());
    const opened = openDatabase(database.connection);
    const development = config.isDevelopment
      ? await (await import("./http/development.ts")).developmentSite()
      : undefined;
    if (development) closers.unshift(() => development.stop());
    const site = development ?? (await builtSite());
    const parts = adapters(config, opened.db);
    const product = await startProduct({ config, database, log, site, adapters: parts, opened, progress });
    closers.unshift(() => product.stop());
    development?.attach(product.http.server);
    database.ended.then((lastWords) => {
      log.fatal({ lastWords }, "PostgreSQL ended");
      process.exit(1); // without a database there is nothing to finish
    });
    console.log(banner(config, { greetings: product.greetings, pdfSigner: parts.pdfSigner, now: new Date() }));
  } catch (error) {
    await stopAll(closers);
    throw error;
  }
}

function adapters(config: Config, db: Db) {
  return {
    mailer: config.smtp ? smtpMailer(config.smtp) : outboxMailer(db),
    sms: smsSender(config, db),
    whatsapp: whatsappSender(config, db),
    files: fileStore(config),
    uploads: config.s3
      ? s3Uploads(config.s3, { lifetimeInMs })
      : folderUploads(`${config.dataDir}/uploads`, { lifetimeInMs }),
    scan: config.scanCommand ? scanCommand(config.scanCommand) : null,
    pdfSigner: config.pdfSigner ? readPdfSigner(config.pdfSigner, new Date()) : null,
    openPayments: paymentsOpener(config),
    openMeetings: meetingsOpener(config),
  };
}

function smsSender({ sms }: Config, db: Db): MessageSender {
  if (!sms) return outboxMessages(db, "sms");
  return "msg91" in sms ? msg91(sms.msg91) : smsGateway(sms.gateway);
}

/** An institute that pays for SMS but not for WhatsApp does not offer it. */
function whatsappSender({ whatsapp, sms }: Config, db: Db): MessageSender | null {
  if (whatsapp) return whatsappCloud(whatsapp);
  return sms ? null : outboxMessages(db, "whatsapp");
}

/** Runs after the migrations: the local gateway stores its records in the database. */
function paymentsOpener({ razorpay, publicUrl }: Config): OpenPayments {
  if (!razorpay) return (parts) => localPayments({ ...parts, publicUrl });
  const baseUrl = "https://api.razorpay.com";
  const checkoutUrl = "https://checkout.razorpay.com/v1/checkout.js";
  return async () => ({ payments: razorpayPayments({ ...razorpay, baseUrl, checkoutUrl }) });
}

function meetingsOpener(config: Config): OpenMeetings {
  const { publicUrl, isDemo } = config;
  return (parts) => openMeetings({ ...parts, publicUrl, isDemo, isLocal: isLocal(config) });
}

/** Ctrl-C reaches this process twice: from the terminal and from the script that started it. */
function stopOnSignal(closers: (() => Promise<void>)[], { withinMs }: { withinMs: number }): void {
  let isStopping = false;
  const stop = async () => {
    if (isStopping) return;
    isStopping = true;
    // Exit even if a part hangs; PostgreSQL then stops on its own.
    setTimeout(() => process.exit(1), withinMs).unref();
    await stopAll(closers);
    process.exit(0);
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, stop);
}

/** The last resort: a library that forgets to look at a promise must not end the process when the database restarts. */
function outliveDatabase(log: Logger): void {
  process.on("unhandledRejection", (error) => {
    if (!isAway(error)) throw error;
    log.error({ err: error }, "nobody handled that the database is away");
  });
}

async function stopAll(closers: (() => Promise<void>)[]) {
  for (const close of closers) await close();
}
