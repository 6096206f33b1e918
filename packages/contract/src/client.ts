import type { Endpoint, FileReply, Input, Reply, StreamReply } from "./endpoint.ts";
import type { ErrorBody, ErrorCode, FieldErrors } from "./errors.ts";
import type { Api } from "./index.ts";
import type { LearningRoutes } from "./learning-routes.ts";
import type { PlaceRoutes } from "./place-routes.ts";
import type { ProofRoutes } from "./proof-routes.ts";
import { splitRoute } from "./public-routes.ts";
import type { Routes } from "./routes.ts";
import type { StaffRoutes } from "./staff-routes.ts";

export type Fetch = (path: string, init: RequestInit) => Promise<Response>;
type CallOptions = { signal?: AbortSignal };
/** A stream arrives as a whole. */
export type Arrived<E extends Endpoint> = Reply<E> extends StreamReply ? FileReply : Reply<E>;
type Call<E extends Endpoint> = (input: Input<E>, options?: CallOptions) => Promise<Arrived<E>>;

/** `client.course.read({ courseId })`: one typed function for each line of the route table. */
type Client = {
  [Room in keyof Api]: { [Name in keyof Api[Room]]: Api[Room][Name] extends Endpoint ? Call<Api[Room][Name]> : never };
};

/** The server refused the call. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: ErrorCode;
  readonly fields: FieldErrors;
  readonly requestId: string | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(response: Response, body: ErrorBody) {
    super(body.error);
    this.status = response.status;
    this.code = body.code;
    this.fields = body.fields ?? {};
    this.requestId = response.headers.get("x-request-id") ?? undefined;
    const retryAfter = response.headers.get("retry-after");
    this.retryAfterSeconds = retryAfter ? Number(retryAfter) : undefined;
  }
}

/** No reply from our server: the browser is offline, the call timed out, or a proxy replied instead. */
export class NetworkError extends Error {
  /** The status of the proxy's reply. */
  readonly status: number | undefined;

  constructor(text: string, { status, cause }: { status?: number | undefined; cause?: unknown } = {}) {
    super(text, { cause });
    this.status = status;
  }
}

type AllRoutes = Routes & PlaceRoutes & LearningRoutes & ProofRoutes & StaffRoutes;
type Table = { [Room in keyof AllRoutes]?: Partial<AllRoutes[Room]> };
/** The calls of one table. */
export type ClientOf<T extends Table> = {
  [Room in keyof T & keyof Client]: Pick<Client[Room], keyof T[Room] & keyof Client[Room]>;
};

/** `table` is `routes`, or `publicRoutes` for what public pages need. */
export function createClient<T extends Table>(fetcher: Fetch, table: T): ClientOf<T> {
  const callsOf = (calls: Record<string, string>) => lazily(calls, (route) => caller(fetcher, route));
  return lazily(table as Record<string, Record<string, string>>, callsOf) as unknown as ClientOf<T>;
}

/** Each value is made when it is first used: a page uses few of many calls. */
function lazily<From, To>(from: Record<string, From>, make: (value: From) => To): Record<string, To> {
  const made: Record<string, To> = {};
  for (const name of Object.keys(from)) {
    const get = () => {
      const value = make(from[name] as From);
      Object.defineProperty(made, name, { value });
      return value;
    };
    Object.defineProperty(made, name, { get, configurable: true, enumerable: true });
  }
  return made;
}

function caller(fetcher: Fetch, route: string) {
  return async (input: Record<string, unknown>, { signal }: CallOptions = {}) => {
    const { method, path } = splitRoute(route);
    const rest = { ...input };
    const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
      const value = encodeURIComponent(String(rest[name]));
      delete rest[name];
      return value;
    });
    const init: RequestInit = { method, headers: { accept: "application/json" } };
    if (signal) init.signal = signal;
    if (method === "GET") return read(fetcher(filled + queryOf(rest), init));
    init.headers = { ...init.headers, "content-type": "application/json" };
    init.body = JSON.stringify(rest);
    return read(fetcher(filled, init));
  };
}

function queryOf(rest: Record<string, unknown>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(rest)) if (value !== undefined) query.set(name, String(value));
  return query.size ? `?${query}` : "";
}

async function read(answer: Promise<Response>): Promise<unknown> {
  const response = await answer.catch(noAnswer("No answer from the server."));
  const { ok, status, headers } = response;
  if (ok && headers.has("content-disposition")) return readFile(response);
  const body = await response.json().catch(noAnswer(`The server's reply (${status}) could not be read.`, status));
  if (!ok) throw new ApiError(response, body as ErrorBody);
  return body;
}

async function readFile(response: Response): Promise<FileReply> {
  const name = /filename="([^"]+)"/.exec(response.headers.get("content-disposition") ?? "")?.[1];
  const buffer = await response.arrayBuffer().catch(noAnswer("The download was interrupted."));
  if (!name) throw new NetworkError("The server's reply is neither JSON nor a file.", { status: response.status });
  return { bytes: new Uint8Array(buffer), name };
}

function noAnswer(text: string, status?: number) {
  return (cause: unknown): never => {
    throw new NetworkError(text, { status, cause });
  };
}
