import { MessageRefused } from "../ports.ts";

type Call = { method: string; url: string; headers: Record<string, string>; body?: string | undefined };
type Options = {
  /** Who is called, for errors: "the gateway". */
  who: string;
  timeoutInMs: number;
  /** Returns a short code in an answer that is an error: neither number, text nor key may be in it. */
  describe?(answer: unknown): string;
  /** For providers that mark what may be tried again in the answer. */
  isTemporary?(answer: unknown): boolean;
};

/** Calls a provider of text messages. Returns its answer as JSON, or undefined when it is something else. */
export async function callProvider({ method, url, headers, body }: Call, options: Options): Promise<unknown> {
  const { who, timeoutInMs, describe = () => "", isTemporary = () => false } = options;
  let response: Response;
  let answer: unknown;
  try {
    response = await fetch(url, {
      method,
      headers,
      ...(body === undefined ? {} : { body }),
      // Following a redirect would send number, text and key to another server.
      redirect: "manual",
      signal: AbortSignal.timeout(timeoutInMs),
    });
    answer = parseJson(await readStart(response));
  } catch (error) {
    throw new Error(`message not sent: no answer from ${who} (${reason(error)})`);
  }
  if (response.ok) return answer;
  const text = `message not sent: ${who} answered ${response.status}${describe(answer)}`;
  throw isFinal(response.status) && !isTemporary(answer) ? new MessageRefused(text) : new Error(text);
}

/** What the provider refuses now, it refuses again: but for a time-out and too many requests. */
function isFinal(status: number): boolean {
  return status >= 400 && status < 500 && ![408, 425, 429].includes(status);
}

const maxBytes = 65_536;

/** An answer is short. Of a longer one the rest is not read. */
async function readStart(response: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of response.body ?? []) {
    parts.push(part);
    bytes += part.byteLength;
    if (bytes > maxBytes) break;
  }
  return Buffer.concat(parts).toString("utf8");
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Only the code: messages of fetch may quote headers, and with them the key. */
function reason(error: unknown): string {
  const { name, cause } = error as { name?: string; cause?: { code?: string } };
  return cause?.code ?? name ?? "unknown";
}
