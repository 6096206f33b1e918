import { createHmac } from "node:crypto";
import { type CallOptions, call } from "../../outside/call.ts";

type Message = { id: string; body: string; at: Date; secret: string };

/** As standardwebhooks.com says, so that receivers find a library for it. */
export function signedHeaders({ id, body, at, secret }: Message): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  const signature = createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64");
  return {
    "content-type": "application/json",
    "content-length": String(Buffer.byteLength(body)),
    "user-agent": "Institute-Webhooks/1",
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "webhook-signature": `v1,${signature}`,
  };
}

/** Without a problem it was delivered. */
export type Answer = { status: number | null; problem: string | null };

const mostBytes = 2048;

/** Posts once. Redirects are not followed, and of a long answer only the beginning is read. */
export async function post(
  request: { url: string; headers: Record<string, string>; body: string },
  options: Omit<CallOptions, "mostBytes">,
): Promise<Answer> {
  const { status, problem, body } = await call({ ...request, method: "POST" }, { ...options, mostBytes });
  if (status === null) return { status, problem };
  return { status, problem: status >= 200 && status < 300 ? null : refusalOf(status, body) };
}

function refusalOf(status: number, answer: Buffer): string {
  if (status >= 300 && status < 400) return `The address answered ${status}. Redirects are not followed.`;
  const text = answer
    .toString("utf8")
    .replace(/[\p{Cc}\s]+/gu, " ")
    .trim();
  const begin = [...text].slice(0, 200).join("");
  return begin ? `The address answered ${status}: ${begin}` : `The address answered ${status}.`;
}
