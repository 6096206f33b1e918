import { createHmac } from "node:crypto";
import { z } from "zod";
import type { MessageReport, MessageSender } from "../ports.ts";
import { isSame } from "./is-same.ts";
import { callProvider, parseJson } from "./message-call.ts";

type Account = {
  token: string;
  /** The id of the institute's number at Meta, not the number itself. */
  numberId: string;
  appSecret: string;
  verifyToken: string;
  baseUrl?: string;
  timeoutInMs?: number;
};

const version = "v24.0";

const reply = z.object({ messages: z.array(z.object({ id: z.string().min(1).max(200) })).min(1) });

/** WhatsApp by Meta's Cloud API: it has the wording, and gets the template's name, language and values. */
export function whatsappCloud({
  token,
  numberId,
  appSecret,
  verifyToken,
  baseUrl = "https://graph.facebook.com",
  timeoutInMs = 10_000,
}: Account): MessageSender {
  const url = `${baseUrl}/${version}/${encodeURIComponent(numberId)}/messages`;
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  return {
    async send({ to, values, registered: { id, language = "en" } }) {
      const parameters = Object.values(values).map((value) => ({ type: "text", text: value }));
      const body = {
        messaging_product: "whatsapp",
        recipient_type: "individual",
        to: to.replace(/^\+/, ""),
        type: "template",
        template: { name: id, language: { code: language }, components: [{ type: "body", parameters }] },
      };
      const call = { method: "POST", url, headers, body: JSON.stringify(body) };
      const answer = await callProvider(call, { who: "WhatsApp", timeoutInMs, describe: describeFault, isTemporary });
      const parsed = reply.safeParse(answer);
      const message = parsed.data?.messages[0];
      if (!message) throw new Error("message not sent: the answer of WhatsApp has an unexpected form");
      return { providerId: message.id };
    },
    readReports(raw, signature) {
      return signature && isSigned(raw, { signature, appSecret }) ? readStatuses(raw) : null;
    },
    isVerifyToken: (given) => isSame(given, verifyToken),
  };
}

const fault = z.object({ error: z.object({ code: z.int() }) });

/** Never the message: it may quote what we sent. */
function describeFault(answer: unknown): string {
  const parsed = fault.safeParse(answer);
  return parsed.success ? ` (error ${parsed.data.error.code})` : "";
}

/** Meta's codes for overload and limits on the pace, which may come with any status. */
const temporary = new Set([1, 2, 4, 80007, 130429, 131000, 131016, 131048, 131056, 131057]);

function isTemporary(answer: unknown): boolean {
  const parsed = fault.safeParse(answer);
  return parsed.success && temporary.has(parsed.data.error.code);
}

function isSigned(raw: Uint8Array, { signature, appSecret }: { signature: string; appSecret: string }): boolean {
  const expected = `sha256=${createHmac("sha256", appSecret).update(raw).digest("hex")}`;
  return isSame(signature, expected);
}

const status = z.object({
  id: z.string().max(200),
  status: z.string(),
  errors: z
    .array(z.object({ code: z.int(), title: z.string().optional() }))
    .optional()
    .catch(undefined),
});
// One call has up to a thousand changes, some of which are not about messages of ours.
const notice = z.object({
  entry: z.array(
    z.object({
      changes: z.array(z.object({ value: z.object({ statuses: z.array(z.unknown()).optional() }).catch({}) })),
    }),
  ),
});

const states = { sent: "accepted", delivered: "delivered", read: "read", failed: "failed" } as const;

function readStatuses(raw: Uint8Array): MessageReport[] {
  const parsed = notice.safeParse(parseJson(Buffer.from(raw).toString("utf8")));
  const all = parsed.data?.entry.flatMap(({ changes }) => changes.flatMap(({ value }) => value.statuses ?? [])) ?? [];
  return all.flatMap((one): MessageReport[] => {
    const { data } = status.safeParse(one);
    const state = data && Object.hasOwn(states, data.status) ? states[data.status as keyof typeof states] : undefined;
    if (!data || !state) return [];
    const [error] = data.errors ?? [];
    return [{ providerId: data.id, state, reason: error ? `${error.code} ${error.title ?? ""}`.trim() : null }];
  });
}
