import type { Config } from "../config.ts";
import { type Exam, type Finding, fault, ok, warning } from "./check.ts";

/** Whether people elsewhere are to use it. */
export function isPublic({ publicUrl }: Pick<Config, "publicUrl">): boolean {
  return !/^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(new URL(publicUrl).hostname);
}

export function checkConfiguration({ config }: Exam): Finding[] {
  const local = [
    !config.smtp && "mail",
    !config.sms && "SMS",
    !config.razorpay && "payments",
    !config.s3 && "files",
    !config.databaseUrl && "database",
  ].filter(Boolean);
  const isHttps = config.publicUrl.startsWith("https:");
  const clear = [config.smtp?.url, config.sms && "gateway" in config.sms && config.sms.gateway.url, config.s3?.endpoint]
    .filter((url) => typeof url === "string")
    .filter((url) => /^(http|smtp):/.test(url) && !url.includes("requireTLS=true"))
    .map((url) => new URL(url).hostname)
    .filter((host) => isPublic({ publicUrl: `http://${host}` }));
  return [
    ok(local.length > 0 ? `Settings are read. Local: ${local.join(", ")}.` : "Settings are read. Nothing is local."),
    ...(isPublic(config) && !isHttps
      ? [
          fault(
            "PUBLIC_URL is not encrypted.",
            "Put a proxy with TLS before the product and set PUBLIC_URL to https://…",
          ),
        ]
      : []),
    ...(isPublic(config) && !config.keySecret
      ? [
          fault(
            "KEY_SECRET is not set: the keys of certificates are not encrypted in the database and in backups.",
            "Set KEY_SECRET to a secret of 32 characters or more, keep a copy elsewhere, then run: npm run keys -- rewrap",
          ),
        ]
      : []),
    ...(isHttps && !config.trustProxy
      ? [
          warning(
            "TRUST_PROXY is not set: behind a proxy all visitors share one address, and its limits.",
            "Set TRUST_PROXY to the number of proxies, such as 1.",
          ),
        ]
      : []),
    ...(config.isDemo
      ? [warning("DEMO=1: anybody can read all codes and mails.", "Unset DEMO before real people use it.")]
      : []),
    ...(clear.length > 0
      ? [
          warning(
            `Not encrypted on the way to ${clear.join(", ")}.`,
            "Use https:// or smtps://, unless that network is yours alone.",
          ),
        ]
      : []),
  ];
}
