import type { Config } from "./config.ts";
import { pdfSignerWarning } from "./pdf-signer-end.ts";
import type { PdfSigner } from "./ports.ts";
import { isLocal } from "./start.ts";

type Given = { greetings: string[]; pdfSigner: PdfSigner | null; now: Date };

/** What the terminal shows when the product has started. */
export function banner(config: Config, { greetings, pdfSigner, now }: Given): string {
  const warning = pdfSignerWarning(pdfSigner, now);
  const local = [
    !config.databaseUrl && "database (DATABASE_URL)",
    !config.smtp && "mail (SMTP_URL)",
    !config.sms && "SMS (SMS_URL or MSG91_KEY)",
    !config.razorpay && "payment (RAZORPAY_KEY_ID)",
    !config.s3 && "files (S3_ENDPOINT)",
  ].filter(Boolean);
  return [
    "",
    `  Shoreline is ready at ${config.publicUrl}`,
    "",
    local.length ? `  Local adapters: ${local.join(", ")}` : "  All providers are configured.",
    ...(isLocal(config)
      ? [
          `  Outbox:  ${config.publicUrl}/dev/outbox shows every mail and text message`,
          `  Sign in: ${config.publicUrl}/login with any ten digits; the code is in the outbox`,
          ...greetings.map((line) => `  ${line}`),
        ]
      : []),
    ...(config.backup ? [] : ["  Backups: only when you make them (BACKUP_TO)"]),
    ...(config.backupRecipient ? [] : ["  Backups: not encrypted (BACKUP_RECIPIENT)"]),
    ...(areKeysOpen(config)
      ? ["  Signing: the keys of certificates are not encrypted in the database (KEY_SECRET)"]
      : []),
    ...(warning ? [`  Signing: ${warning}`] : []),
    ...(config.scanCommand ? [] : ["  Uploads: not scanned for viruses (SCAN_COMMAND)"]),
    ...(config.isDemo ? ["  DEMO=1:  for demonstrations only; every page says so"] : []),
    ...(process.stdout.isTTY ? ["  Stop with Ctrl-C"] : []),
    "",
  ].join("\n");
}

/** They matter where others trust them, and where they leave this machine: to a server of a database, or in a backup that is not encrypted. */
function areKeysOpen({ keySecret, publicUrl, databaseUrl, backup, backupRecipient }: Config): boolean {
  const leave = Boolean(databaseUrl) || (Boolean(backup) && !backupRecipient);
  return !keySecret && (publicUrl.startsWith("https:") || leave);
}
