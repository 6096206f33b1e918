import type { DetailedError, HttpRequest, HttpResponse, PreviousUpload, Upload } from "tus-js-client";

export const maxPictureBytes = 15 * 1024 * 1024;
/** Pictures up to this size go in one request. */
const singleRequestBytes = 262_144;
// The limit is 32 MB. Smaller parts, because a proxy that buffers requests loses the whole part when it is cut.
const chunkBytes = 4 * 1024 * 1024;
const maxUploadRetryMs = 600_000;
const maxOperationRetryMs = 120_000;
/** After this time without progress, a connection counts as dead. */
const stalledAfterMs = 45_000;
const uploadLifetimeMs = 86_400_000;

export type UploadStep = "idle" | "running" | "paused" | "success" | "canceled" | "error";
export type UploadState = { step: UploadStep; percent: number; isWaiting: boolean; text: string; canRetry: boolean };
export type UploadEvent =
  | { type: "start" | "wait" | "pause" | "resume" | "cancel" | "finish" }
  | { type: "progress"; percent: number }
  | { type: "fail"; text: string; isFinal?: boolean };

export const idleUpload: UploadState = { step: "idle", percent: 0, isWaiting: false, text: "", canRetry: false };

/** Late events, such as the progress of a paused request, change nothing. */
export function nextUploadState(state: UploadState, event: UploadEvent): UploadState {
  const isRunning = state.step === "running";
  if (event.type === "start") return { ...idleUpload, step: "running" };
  if (event.type === "fail" && event.text)
    return { ...state, step: "error", isWaiting: false, text: event.text, canRetry: !event.isFinal };
  if (event.type === "resume") return state.step === "paused" ? { ...state, step: "running" } : state;
  if (event.type === "cancel")
    return isRunning || state.step === "paused" ? { ...idleUpload, step: "canceled" } : state;
  if (!isRunning) return state;
  if (event.type === "progress") return { ...state, isWaiting: false, percent: event.percent };
  if (event.type === "wait") return { ...state, isWaiting: true };
  if (event.type === "pause") return { ...state, step: "paused", isWaiting: false };
  return { ...idleUpload, step: "success", percent: 100 };
}

/** Why a file is not sent; null when the server decides. */
export function whyNoPicture({ type, size }: { type: string; size: number }): string | null {
  const isOther = type !== "" && (!type.startsWith("image/") || /svg|tiff/.test(type));
  if (isOther || size === 0) return "This is not a picture we can show. Please choose a JPEG, PNG, WebP, GIF or AVIF.";
  if (size > maxPictureBytes) return "This picture is larger than 15 MB. Please choose a smaller one.";
  return null;
}

/** iPhones name them so; many browsers know no type for them. */
export function isHeic({ name, type }: { name: string; type: string }): boolean {
  return /^image\/hei[cf]/.test(type) || /\.hei[cf]$/i.test(name);
}

export const unreadableHeic = "This phone’s picture format (HEIC) cannot be read here. Choose a JPEG or PNG.";

/** Statuses about the picture itself: too large, not a picture, damaged. The same picture never passes. */
function isFinal(status: number): boolean {
  return status === 413 || status === 415 || status === 422;
}

type Failing = { attempt: number; failingMs: number; hasMoved: boolean };

/** The delay before the next try; null to give up. */
export function retryDelay({ attempt, failingMs, hasMoved }: Failing): number | null {
  const leftMs = (hasMoved ? maxUploadRetryMs : maxOperationRetryMs) - failingMs;
  return leftMs > 0 ? Math.min(1000 * 2 ** attempt, 30_000, leftMs) : null;
}

/** Statuses that may pass: no answer, timeout, conflict, locked, or a server error. */
export function mayPass(status: number): boolean {
  return status === 0 || status === 408 || status === 409 || status === 423 || status >= 500;
}

const keyPattern = /^tus::picture-\d+-\d+-(.*)::\d+$/;

/** The name of a file whose upload a reload interrupted. Uploads that the server has dropped are dropped here too. */
export function findInterrupted(storage: Storage, now: number): string | null {
  let name: string | null = null;
  for (const key of Object.keys(storage)) {
    const [, found] = keyPattern.exec(key) ?? [];
    if (found === undefined) continue;
    if (now - createdAt(storage.getItem(key)) < uploadLifetimeMs) name = found;
    else storage.removeItem(key);
  }
  return name;
}

function createdAt(stored: string | null): number {
  try {
    return Date.parse((JSON.parse(stored ?? "") as PreviousUpload).creationTime) || 0;
  } catch {
    return 0;
  }
}

/** Forgets an upload that will not be continued. */
function forgetUpload(file: File): void {
  try {
    for (const key of Object.keys(localStorage))
      if (key.startsWith(`tus::${fingerprintOf(file)}::`)) localStorage.removeItem(key);
  } catch {
    // Storage is blocked, so there is nothing to remove.
  }
}

function fingerprintOf({ size, lastModified, name }: File): string {
  return `picture-${size}-${lastModified}-${name}`;
}

export type Sending = { pause(): void; resume(): void; cancel(): void; leave(): void };

type Options = {
  /** Called for each request: a session may have replaced the ticket. */
  authorization(): string;
  onEvent(event: UploadEvent): void;
  onDone(address: string): void;
  load?: () => Promise<Pick<typeof import("tus-js-client"), "Upload">>;
};

const noAnswer = "The connection was lost. Please try again.";

/** Sends a picture until it has arrived, is cancelled or has failed for good. */
export function sendPicture(
  file: File,
  { authorization, onEvent, onDone, load = () => import("tus-js-client") }: Options,
): Sending {
  const isSmall = file.size <= singleRequestBytes;
  const failing = { attempt: 0, since: 0, hasMoved: isSmall };
  let upload: Upload | null = null;
  let opening: Promise<void> | null = null;
  let turn = 0;
  let isStopped = false;
  let arrived = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function open() {
    const { Upload } = await load();
    upload = new Upload(file, {
      endpoint: new URL("/files", window.location.href).href,
      chunkSize: chunkBytes,
      uploadDataDuringCreation: isSmall,
      storeFingerprintForResuming: !isSmall,
      removeFingerprintOnSuccess: true,
      fingerprint: async (one) => fingerprintOf(one),
      retryDelays: null,
      onBeforeRequest: (request: HttpRequest) => {
        request.setHeader("Authorization", authorization());
        watch();
      },
      onAfterResponse: hear,
      onProgress: (sent, total) => {
        watch();
        onEvent({ type: "progress", percent: Math.floor((100 * sent) / total) });
      },
      onSuccess: ({ lastResponse }) => finish(lastResponse.getBody()),
      onError: (error) => fail(error as Partial<DetailedError>),
    });
    const previous = isSmall ? undefined : (await upload.findPreviousUploads()).at(-1);
    if (previous) upload.resumeFromPreviousUpload(previous);
  }

  function start() {
    isStopped = false;
    watch();
    opening ??= open();
    const mine = ++turn;
    opening.then(
      () => mine === turn && !isStopped && upload?.start(),
      (error) => {
        opening = null;
        fail(error);
      },
    );
  }

  function stop() {
    isStopped = true;
    clearTimeout(timer);
    window.removeEventListener("online", retry);
    upload?.abort().catch(() => {});
  }

  function watch() {
    clearTimeout(timer);
    if (isStopped) return;
    timer = setTimeout(() => {
      stop();
      isStopped = false;
      fail({});
    }, stalledAfterMs);
  }

  /** Counts what the server has confirmed: a browser also reports bytes in its own buffers. */
  function hear(request: HttpRequest, response: HttpResponse) {
    // Without this the library would start from the beginning.
    if (request.getMethod() === "HEAD" && mayPass(response.getStatus())) throw new Error("The server is not there.");
    const offset = Number(response.getHeader("Upload-Offset") ?? 0);
    if (offset <= arrived) return;
    arrived = offset;
    Object.assign(failing, { attempt: 0, since: 0, hasMoved: true });
  }

  function fail({ originalRequest, originalResponse }: Partial<DetailedError>) {
    if (isStopped) return;
    clearTimeout(timer);
    const status = originalResponse?.getStatus() ?? 0;
    if (!mayPass(status)) {
      forgetUpload(file);
      return giveUp(readText(originalResponse?.getBody()), status);
    }
    failing.hasMoved ||= originalRequest?.getMethod() === "PATCH";
    failing.since ||= Date.now();
    onEvent({ type: "wait" });
    window.addEventListener("online", retry, { once: true });
    // Time without a network does not count.
    if (!navigator.onLine) return Object.assign(failing, { attempt: 0, since: 0 });
    const delay = retryDelay({ ...failing, failingMs: Date.now() - failing.since });
    if (delay === null) return giveUp(readText(originalResponse?.getBody()));
    failing.attempt++;
    timer = setTimeout(retry, delay);
  }

  function retry() {
    if (isStopped) return;
    window.removeEventListener("online", retry);
    start();
  }

  function giveUp(text: string, status = 0) {
    stop();
    onEvent({ type: "fail", text, isFinal: isFinal(status) });
  }

  /** If the answer to the last part was lost, asks for the address. */
  async function finish(body: string) {
    clearTimeout(timer);
    let address = readAddress(body);
    const since = Date.now();
    for (let attempt = 0; !address && !isStopped; attempt++) {
      const headers = { authorization: authorization() };
      const answer = await fetch(upload?.url ?? "", { headers }).catch(() => null);
      const text = (await answer?.text().catch(() => "")) ?? "";
      address = answer?.ok ? readAddress(text) : "";
      if (address || isStopped) break;
      const delay = retryDelay({ attempt, failingMs: Date.now() - since, hasMoved: false });
      if (delay === null || !mayPass(answer?.status ?? 0)) return giveUp(readText(text), answer?.status);
      await new Promise((done) => setTimeout(done, delay));
    }
    if (isStopped) return;
    stop();
    onEvent({ type: "finish" });
    onDone(address);
  }

  start();
  return {
    pause: stop,
    resume: start,
    leave: stop,
    cancel() {
      stop();
      forgetUpload(file);
      // If this fails, the server removes the upload after a day.
      upload?.abort(true).catch(() => {});
    },
  };
}

function readAddress(body: string): string {
  const { profilePicture } = readJson(body);
  return typeof profilePicture === "string" ? profilePicture : "";
}

function readText(body = ""): string {
  const { error } = readJson(body);
  return typeof error === "string" ? error : noAnswer;
}

function readJson(body: string): Record<string, unknown> {
  try {
    return JSON.parse(body) as Record<string, unknown>;
  } catch {
    return {};
  }
}
