import { z } from "zod";
import { StartError } from "./start-error.ts";

type GatewaySettings = { url: string; key: string; headers: string | undefined; body: string | undefined };

const placeholders = ["to", "digits", "text", "sender", "entity", "template", "key"];

/** Faults show neither the values, which may hold keys, nor the texts. */
export function readGateway<More extends GatewaySettings>(given: More) {
  refuseUnknown("SMS_URL", given.url);
  refuseUnknown("SMS_BODY", given.body ?? "");
  if (/^https?:\/\/[^/?#]*\{/.test(given.url))
    throw new StartError("SMS_URL must have its placeholders after the host.");
  const headers = given.headers === undefined ? undefined : readHeaders(given.headers);
  const type = Object.entries(headers ?? {}).find(([name]) => name.toLowerCase() === "content-type")?.[1];
  const isForm = type?.startsWith("application/x-www-form-urlencoded") ?? false;
  if (type && !isForm && !type.startsWith("application/json"))
    throw new StartError(
      "SMS_HEADERS must name application/json or application/x-www-form-urlencoded as content-type.",
    );
  if (given.body !== undefined && !isForm && !isJson(given.body.replace(/\{\w+\}/g, "0")))
    throw new StartError("SMS_BODY must be JSON, or SMS_HEADERS must say that it is a form.");
  return { ...given, headers };
}

function refuseUnknown(setting: string, text: string): void {
  const used = Array.from(text.matchAll(/\{(\w+)\}/g), ([, name = ""]) => name);
  const unknown = used.find((name) => !placeholders.includes(name));
  if (unknown) throw new StartError(`${setting} has {${unknown}}. Known are {${placeholders.join("}, {")}}.`);
}

const Headers = z.record(z.string().regex(/^[\w-]+$/), z.string().regex(/^[\x20-\x7e]*$/));

function readHeaders(setting: string): Record<string, string> {
  const parsed = isJson(setting) ? Headers.safeParse(JSON.parse(setting)) : undefined;
  if (parsed?.success) return parsed.data;
  throw new StartError('SMS_HEADERS must be JSON like {"authkey":"{key}"}.');
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
