import { X509Certificate } from "node:crypto";
import { readFile } from "node:fs/promises";
import tls from "node:tls";
import { and, inArray, isNull } from "drizzle-orm";
import { signingKey } from "../db/tables/signing.ts";
import { codeOf, type Exam, type ExamWithDatabase, type Finding, fault, ok, warning } from "./check.ts";
import { nameOf, withinMs } from "./reach.ts";

const day = 86_400_000;

export async function checkSigningKeys({ db, config, now }: ExamWithDatabase): Promise<Finding[]> {
  const keys = await db
    .select()
    .from(signingKey)
    .where(and(isNull(signingKey.retiredAt), inArray(signingKey.kind, ["ed25519", "p256"])));
  const clear = keys.filter(({ privateKey, isWrapped }) => privateKey && !isWrapped);
  const own = keys.find(({ kind }) => kind === "p256")?.certificate;
  const ends = own && !config.pdfSigner ? new X509Certificate(Buffer.from(own, "base64")).validToDate : null;
  return [
    clear.length > 0 && config.keySecret
      ? fault(`${clear.length} signing keys are not encrypted yet.`, "Run: npm run keys -- rewrap")
      : ok(`${keys.length} signing keys, ${keys.length - clear.length} of them encrypted.`),
    ...(ends
      ? [describeEnd("Our own certificate for PDF files", { ends, now, todo: "Run: npm run keys -- rotate" })]
      : []),
  ];
}

export async function checkCertificates({ config, now }: Exam): Promise<Finding[]> {
  const found: Finding[] = [];
  if (config.pdfSigner) {
    // The first one of the file is the institute's own.
    const { validToDate: ends } = new X509Certificate(await readFile(config.pdfSigner.certificateFile));
    const todo = "Renew it and replace the files of PDF_CERTIFICATE_FILE and PDF_KEY_FILE.";
    found.push(describeEnd("The certificate of PDF_CERTIFICATE_FILE", { ends, now, todo }));
  }
  if (config.publicUrl.startsWith("https:")) found.push(await checkTls(config.publicUrl, now));
  return found;
}

async function checkTls(publicUrl: string, now: Date): Promise<Finding> {
  const { hostname, port } = new URL(publicUrl);
  const host = hostname.replace(/^\[|\]$/g, "");
  // Also one that is wrong is read: the report says what is wrong with it.
  const socket = tls.connect({ host, port: Number(port || 443), ...nameOf(host), rejectUnauthorized: false });
  try {
    await new Promise<void>((done, fail) => {
      socket.setTimeout(withinMs, () => fail(Object.assign(new Error("timeout"), { code: "ETIMEDOUT" })));
      socket.once("secureConnect", () => done());
      socket.once("error", fail);
    });
    const ends = new Date(socket.getPeerCertificate().valid_to);
    const todo = "Renew it, and see why it is not renewed by itself.";
    if (!socket.authorized && ends > now)
      return fault(
        `Browsers refuse the certificate of ${host} (${String(socket.authorizationError)}).`,
        "Install a certificate for this name, with its chain.",
      );
    return describeEnd(`The TLS certificate of ${host}`, { ends, now, todo });
  } catch (error) {
    return fault(`${publicUrl} cannot be reached (${codeOf(error)}).`, "Check DNS, the proxy and the firewall.");
  } finally {
    socket.destroy();
  }
}

export function describeEnd(name: string, { ends, now, todo }: { ends: Date; now: Date; todo: string }): Finding {
  const days = Math.floor((ends.getTime() - now.getTime()) / day);
  if (days < 0) return fault(`${name} ended on ${ends.toISOString().slice(0, 10)}.`, todo);
  const text = `${name} ends in ${days} days.`;
  return days < 14 ? warning(text, todo) : ok(text);
}
