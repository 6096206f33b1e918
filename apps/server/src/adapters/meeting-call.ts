import type { z } from "zod";
import { MeetingProblem, MeetingRefused } from "../ports.ts";
import { parseJson } from "./message-call.ts";

export type MeetingRequest = { method: string; url: string; headers?: Record<string, string>; body?: string };
export type MeetingAnswer = { status: number | null; problem: string | null; body: Uint8Array };
/** Reaches a provider: over the network, or in this process where the provider is the local one. */
export type Reach = (request: MeetingRequest) => Promise<MeetingAnswer>;

const waitsMs = [300, 1500];

/** Tries again where the request may pass later: no answer, too many requests, trouble at the provider. */
export async function reachAgain(reach: Reach, request: MeetingRequest, isRepeatable = true): Promise<MeetingAnswer> {
  let answer = await reach(request);
  for (const waitMs of isRepeatable ? waitsMs : []) {
    if (!isTemporary(answer.status)) return answer;
    await new Promise((done) => setTimeout(done, waitMs));
    answer = await reach(request);
  }
  return answer;
}

function isTemporary(status: number | null): boolean {
  return status === null || status === 408 || status === 429 || status >= 500;
}

type JsonCall<Reply> = MeetingRequest & {
  /** Who is called: "Zoom". */
  who: string;
  /** What fails with it: "the meeting was not made". */
  problem: string;
  reply: z.ZodType<Reply>;
  /** What makes something must not be done twice. */
  isRepeatable?: boolean;
};

/** Calls a provider that answers in JSON. Undefined: it does not know this. */
export async function callJson<Reply>(reach: Reach, given: JsonCall<Reply>): Promise<Reply | undefined> {
  const { who, problem, reply, isRepeatable = given.method === "GET", ...request } = given;
  const { status, body, problem: why } = await reachAgain(reach, request, isRepeatable);
  if (status === null) throw new MeetingProblem(`${who}: ${problem}. ${why}`);
  if (status === 404 || status === 410) return undefined;
  if (status < 200 || status >= 300) throw refusal(status, `${who}: ${problem}. It answered ${status}.`);
  const parsed = reply.safeParse(parseJson(Buffer.from(body).toString("utf8")) ?? {});
  if (!parsed.success) throw new MeetingProblem(`${who}: ${problem}. The answer has an unexpected form.`);
  return parsed.data;
}

export function refusal(status: number, text: string): Error {
  return isTemporary(status) ? new MeetingProblem(text) : new MeetingRefused(text);
}
