import { type Answer, type Send, sendPart } from "./send-part.ts";
import { uploadKey } from "./started-uploads.ts";
import { read, remove, write } from "./storage.ts";

// A part that is lost is sent again; smaller ones cost more requests.
const partBytes = 16 * 1024 * 1024;
const uploadLifetimeMs = 86_400_000;
const longestWaitMs = 30_000;

type Step = "running" | "waiting" | "paused" | "sent" | "failed" | "canceled";
/** `waiting`: the network or the server is away, and it goes on by itself. `text`: why it has failed. */
export type BigUpload = { step: Step; percent: number; text: string };

type Started = { fileId: string; address: string };
type Options = {
  /** Where the file goes, such as a class: the same file for another place is another upload. */
  place: string;
  start(): Promise<Started>;
  /** Asked for each request: a session may have changed. */
  headers?(): Record<string, string>;
  onChange(upload: BigUpload): void;
  onSent(fileId: string): void;
  send?: Send;
};

export type SendingFile = { pause(): void; resume(): void; cancel(): void };

/** Sends a file until all of it has arrived. After a reload, who chooses the same file goes on where it stopped. */
export function sendBigFile(
  file: File,
  { place, start, headers = () => ({}), onChange, onSent, send = sendPart }: Options,
): SendingFile {
  const key = uploadKey({ place, file });
  let turn = new AbortController();
  let upload: Started | null = null;
  let state: BigUpload = { step: "running", percent: 0, text: "" };

  const change = (changed: Partial<BigUpload>) => {
    state = { ...state, ...changed };
    onChange(state);
  };
  const showSent = (bytes: number) => change({ step: "running", percent: Math.floor((100 * bytes) / file.size) });

  function end(changed: Partial<BigUpload>) {
    turn.abort();
    if (changed.step !== "paused") remove("localStorage", key);
    change(changed);
  }

  async function go(signal: AbortSignal) {
    let offset: number | null = null;
    let failed = 0;
    while (!signal.aborted) {
      upload ??= remembered(key) ?? (await begin());
      if (!upload || signal.aborted) return;
      const from: number | null = offset;
      const answer: Answer = from === null ? await ask(upload, "HEAD", signal) : await sendFrom(upload, from, signal);
      if (signal.aborted) return;
      if (isDone(answer.status) && answer.offset !== null) {
        if (from !== null) failed = 0;
        offset = answer.offset;
        showSent(answer.offset);
        if (answer.offset < file.size) continue;
        end({ step: "sent", percent: 100 });
        return onSent(upload.fileId);
      }
      offset = null;
      if (answer.status === 404 || answer.status === 410) {
        // It was too old.
        remove("localStorage", key);
        upload = null;
        if (failed++ > 3) return end({ step: "failed", text: textOf(answer.text) });
      } else if (mayPass(answer.status)) {
        change({ step: "waiting" });
        await until(waitMs(failed++), signal);
      } else return end({ step: "failed", text: textOf(answer.text) });
    }
  }

  async function begin(): Promise<Started | null> {
    try {
      const started = await start();
      write("localStorage", key, JSON.stringify({ ...started, at: Date.now() }));
      return started;
    } catch (error) {
      end({ step: "failed", text: (error as Error).message });
      return null;
    }
  }

  const ask = ({ address }: Started, method: "HEAD" | "DELETE", signal: AbortSignal) =>
    send({ method, address, headers: headers(), signal });

  const sendFrom = ({ address }: Started, offset: number, signal: AbortSignal) =>
    send({
      ...{ method: "PATCH", address, signal, body: file.slice(offset, offset + partBytes) },
      headers: { ...headers(), "content-type": "application/offset+octet-stream", "upload-offset": String(offset) },
      onProgress: (bytes) => signal.aborted || showSent(Math.min(offset + bytes, file.size - 1)),
    });

  void go(turn.signal);
  return {
    pause() {
      if (state.step === "running" || state.step === "waiting") end({ step: "paused" });
    },
    resume() {
      if (state.step !== "paused" && state.step !== "failed") return;
      turn = new AbortController();
      change({ step: "running", text: "" });
      void go(turn.signal);
    },
    cancel() {
      if (state.step === "sent" || state.step === "canceled") return;
      // If this fails, the server removes the upload after a day.
      if (upload) void ask(upload, "DELETE", new AbortController().signal);
      end({ step: "canceled" });
    },
  };
}

/** Whether an upload of this file was interrupted by a reload, and can go on. */
function remembered(key: string): Started | null {
  try {
    const { fileId, address, at } = JSON.parse(read("localStorage", key) ?? "") as Started & { at: number };
    return Date.now() - at < uploadLifetimeMs ? { fileId, address } : null;
  } catch {
    return null;
  }
}

const isDone = (status: number) => status === 200 || status === 204;

/** No answer, a timeout, another tab that took over, too many requests, or a fault of the server. */
const mayPass = (status: number) => [0, 408, 409, 423, 429].includes(status) || status >= 500;

const waitMs = (failed: number) => Math.min(1000 * 2 ** failed, longestWaitMs);

/** The time passes, the network comes back, or the upload stops. */
function until(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((done) => {
    const wake = () => {
      clearTimeout(timer);
      window.removeEventListener("online", wake);
      signal.removeEventListener("abort", wake);
      done();
    };
    const timer = setTimeout(wake, ms);
    window.addEventListener("online", wake);
    signal.addEventListener("abort", wake);
  });
}

function textOf(body: string): string {
  try {
    const { error } = JSON.parse(body) as { error?: unknown };
    if (typeof error === "string") return error;
  } catch {
    // Not an answer of ours.
  }
  return "The upload failed. Please try again.";
}
