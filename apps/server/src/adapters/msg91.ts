import { z } from "zod";
import { MessageRefused, type MessageReport, type MessageSender } from "../ports.ts";
import { isSame } from "./is-same.ts";
import { callProvider, parseJson } from "./message-call.ts";

type Account = { key: string; reportSecret: string; baseUrl?: string; timeoutInMs?: number };

const reply = z.object({ type: z.string(), message: z.string().max(200) });

/** MSG91 by its Flow API: it has the wording, and gets the template's id and the values. */
export function msg91({
  key,
  reportSecret,
  baseUrl = "https://control.msg91.com",
  timeoutInMs = 10_000,
}: Account): MessageSender {
  const headers = { authkey: key, accept: "application/json", "content-type": "application/json" };
  return {
    needsId: true,
    async send({ to, template, values, registered: { id, sender } }) {
      if (!id) throw new MessageRefused(`message not sent: no MSG91 id for ${template} in the block messages`);
      const recipient = { mobiles: to.replace(/^\+/, ""), ...values };
      const body = { template_id: id, ...(sender ? { sender } : {}), short_url: "0", recipients: [recipient] };
      const url = `${baseUrl}/api/v5/flow`;
      const call = { method: "POST", url, headers, body: JSON.stringify(body) };
      const answer = await callProvider(call, { who: "MSG91", timeoutInMs });
      const parsed = reply.safeParse(answer);
      if (!parsed.success) throw new Error("message not sent: the answer of MSG91 has an unexpected form");
      // Errors may come with the status 200.
      if (parsed.data.type !== "success") throw new MessageRefused("message not sent: MSG91 answered with an error");
      return { providerId: parsed.data.message };
    },
    readReports(raw, proof) {
      return proof !== undefined && isSame(proof, reportSecret) ? readReports(Buffer.from(raw).toString("utf8")) : null;
    },
  };
}

const text = z.union([z.string(), z.number()]).transform(String);
const report = z.object({
  status: text,
  desc: text.optional(),
  failedReason: text.optional(),
  failureReason: text.optional(),
});
/** Version 3 of the webhook, and the new one: a report by itself. */
const single = report.extend({ requestId: text });
/** Version 2: a form whose field `data` is a list in JSON. */
const list = z.array(z.object({ requestId: text, report: z.array(report).max(100) })).max(1000);

function readReports(body: string): MessageReport[] {
  const one = single.safeParse(parseJson(body));
  if (one.success) return toReport(one.data.requestId, one.data);
  const many = list.safeParse(parseJson(new URLSearchParams(body).get("data") ?? ""));
  return (many.data ?? []).flatMap(({ requestId, report: reports }) =>
    reports.flatMap((each) => toReport(requestId, each)),
  );
}

const failures: Record<string, string> = {
  "2": "failed",
  "9": "number on the do-not-disturb list",
  "16": "rejected",
  "25": "rejected",
  "17": "blocked number",
};

function toReport(
  providerId: string,
  { status, desc, failedReason, failureReason }: z.infer<typeof report>,
): MessageReport[] {
  if (status === "1" || /^delivered$/i.test(status)) return [{ providerId, state: "delivered", reason: null }];
  const known =
    failures[status] ?? (/^(failed|rejected|ndnc|blocked)/i.test(status) ? status.toLowerCase() : undefined);
  if (!known) return [];
  return [{ providerId, state: "failed", reason: failedReason || failureReason || desc || known }];
}
