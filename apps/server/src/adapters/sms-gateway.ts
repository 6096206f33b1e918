import { MessageRefused, type MessageSender } from "../ports.ts";
import { callProvider } from "./message-call.ts";

type Gateway = {
  /** May hold placeholders, as the body may: {to}, {digits}, {text}, {sender}, {entity}, {template}, {key}. */
  url: string;
  key: string;
  method?: string | undefined;
  /** A value may hold {key}. */
  headers?: Record<string, string> | undefined;
  body?: string | undefined;
  /** Where the answer has the id of the message: `data.0.id`. */
  idPath?: string | undefined;
  timeoutInMs?: number;
};

export function smsGateway(gateway: Gateway): MessageSender {
  const { key, method = "POST", idPath, timeoutInMs = 10_000 } = gateway;
  const body = method === "GET" ? undefined : (gateway.body ?? '{"to":"{to}","text":"{text}"}');
  const headers = readHeaders(gateway, body);
  const encode = isForm(headers) ? encodeURIComponent : inJson;
  return {
    async send({ to, text, registered }) {
      const { id = "", entityId = "", sender = "" } = registered;
      const parts = { to, digits: to.replace(/^\+/, ""), text, sender, entity: entityId, template: id, key };
      const call = {
        method,
        url: fill(gateway.url, parts, encodeURIComponent),
        headers,
        body: body === undefined ? undefined : fill(body, parts, encode),
      };
      const answer = await callProvider(call, { who: "the gateway", timeoutInMs });
      if (idPath === undefined) return { providerId: null };
      const providerId = readPath(answer, idPath);
      // Gateways often answer 200 with an error in it.
      if (providerId === null) throw new MessageRefused("message not sent: the gateway's answer has no message id");
      return { providerId };
    },
  };
}

function readHeaders({ url, key, headers: own }: Gateway, body: string | undefined): Record<string, string> {
  const given = Object.entries(own ?? {}).map(([name, value]) => [name.toLowerCase(), value.replaceAll("{key}", key)]);
  const hasKey = own !== undefined || `${url}${body ?? ""}`.includes("{key}");
  return {
    ...(hasKey ? {} : { authorization: `Bearer ${key}` }),
    ...(body === undefined ? {} : { "content-type": "application/json" }),
    ...Object.fromEntries(given),
  };
}

function isForm(headers: Record<string, string>): boolean {
  const type = Object.entries(headers).find(([name]) => name.toLowerCase() === "content-type")?.[1] ?? "";
  return type.startsWith("application/x-www-form-urlencoded");
}

/** In one pass: a placeholder within a value stays text. */
function fill(template: string, parts: Record<string, string>, encode: (value: string) => string): string {
  return template.replace(/\{(\w+)\}/g, (slot, name: string) => {
    const value = parts[name];
    return value === undefined ? slot : encode(value);
  });
}

/** The value without its quotes: they stand in the template. */
function inJson(value: string): string {
  return JSON.stringify(value).slice(1, -1);
}

function readPath(answer: unknown, path: string): string | null {
  let found = answer;
  for (const step of path.split(".")) {
    if (typeof found !== "object" || found === null || !Object.hasOwn(found, step)) return null;
    found = (found as Record<string, unknown>)[step];
  }
  const isId = (typeof found === "string" && found !== "") || typeof found === "number";
  return isId ? String(found).slice(0, 200) : null;
}
