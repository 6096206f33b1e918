import {
  type Api,
  allRoutes,
  api,
  type ClassroomPart,
  classroomParts,
  type Endpoint,
  type ErrorCode,
  errors,
  type Input,
} from "@shoreline/contract";
import type { Arrived } from "@shoreline/contract/client";
import type { FileReply } from "@shoreline/contract/endpoint";
import { splitRoute } from "@shoreline/contract/public-routes";
import { onTestFinished, vi } from "vitest";

type Answer<E> = E extends Endpoint ? (input: Input<E>) => Arrived<E> | Refused | Promise<Arrived<E> | Refused> : never;
type Answers = { [Room in keyof Api]?: { [Name in keyof Api[Room]]?: Answer<Api[Room][Name]> } };
type AnyAnswers = Record<string, Record<string, ((input: object) => unknown) | undefined> | undefined>;

/** `call` is "enrolment.buy"; `token` is the one that came along. */
type Sent = { call: string; input: Record<string, unknown>; token: string | null };

/** What an answer returns to refuse. */
export class Refused {
  readonly code: ErrorCode;
  readonly fields: Record<string, string>;

  constructor(code: ErrorCode, fields: Record<string, string> = {}) {
    this.code = code;
    this.fields = fields;
  }
}

/** The server as the browser sees it until the test is over. An answer that throws is no answer, as when offline. */
export function startFakeApi(answers: Answers) {
  const sent: Sent[] = [];
  vi.stubGlobal("fetch", async (path: string, init: RequestInit = {}) => {
    const { room, name, params } = find(init.method ?? "GET", path);
    const input = { ...params, ...(init.body ? JSON.parse(String(init.body)) : {}) };
    const token = new Headers(init.headers).get("authorization")?.replace("Bearer ", "") ?? null;
    const ask = async (call: string, input: Record<string, unknown>) => {
      sent.push({ call, input, token });
      const [room = "", name = ""] = call.split(".");
      const answer = (answers as AnyAnswers)[room]?.[name];
      if (!answer) throw new TypeError(`${call} has no answer in this test`);
      return answer(input);
    };
    const reply = room === "classroom" ? await askParts(input.parts, ask) : await ask(`${room}.${name}`, input);
    if (isFile(reply)) return sendFile(reply);
    if (!(reply instanceof Refused)) return Response.json(reply);
    const { status, text } = errors[reply.code];
    return Response.json({ error: text, code: reply.code, fields: reply.fields }, { status });
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  return { sent, inputsOf: (call: string) => sent.filter((one) => one.call === call).map(({ input }) => input) };
}

function isFile(reply: unknown): reply is FileReply {
  return reply instanceof Object && "bytes" in reply && ArrayBuffer.isView(reply.bytes);
}

function sendFile({ bytes, name }: FileReply): Response {
  return new Response(new Uint8Array(bytes), { headers: { "content-disposition": `attachment; filename="${name}"` } });
}

/** A test answers the calls that the parts stand for. */
async function askParts(
  parts: ClassroomPart[],
  ask: (call: string, input: Record<string, unknown>) => Promise<unknown>,
) {
  const replies = await Promise.all(parts.map(async (part) => [part, await ask(callOf(part), {})] as const));
  return replies.find(([, reply]) => reply instanceof Refused)?.[1] ?? Object.fromEntries(replies);
}

function callOf(part: ClassroomPart): string {
  for (const [room, calls] of Object.entries(api))
    for (const [name, endpoint] of Object.entries(calls))
      if (endpoint === classroomParts[part]) return `${room}.${name}`;
  throw new Error(`${part} is no part of the classroom`);
}

function find(method: string, address: string) {
  const { pathname, searchParams } = new URL(address, "http://localhost");
  for (const [room, calls] of Object.entries<Record<string, string>>(allRoutes))
    for (const [name, route] of Object.entries(calls)) {
      const wanted = splitRoute(route);
      const pattern = wanted.path.replace(/\{(\w+)\}/g, "(?<$1>[^/]+)");
      const match = method === wanted.method && new RegExp(`^${pattern}/?$`).exec(pathname);
      if (match) return { room, name, params: { ...Object.fromEntries(searchParams), ...decode(match.groups) } };
    }
  throw new Error(`${method} ${pathname} is no call of the product`);
}

function decode(groups: Record<string, string> = {}): Record<string, string> {
  return Object.fromEntries(Object.entries(groups).map(([name, value]) => [name, decodeURIComponent(value)]));
}
