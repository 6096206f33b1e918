import type { HttpRequest, HttpResponse, UploadOptions } from "tus-js-client";

type Answer = { status: number; offset?: number; body?: string };

/** A tus server in memory, with the troubles of a network; for tests. */
export const fakeServer = {
  requests: [] as string[],
  files: [] as File[],
  offset: 0,
  cutAt: 0,
  hangAt: 0,
  isDown: false,
  isDownAfterCut: false,
  losesAnswer: false,
  msPerPart: 0,
  /** Before this is resolved no part goes on. */
  gate: null as Promise<void> | null,
  headStatuses: [] as number[],
  refusal: null as Answer | null,
  reset() {
    Object.assign(this, {
      requests: [],
      files: [],
      offset: 0,
      cutAt: 0,
      hangAt: 0,
      isDown: false,
      isDownAfterCut: false,
    });
    Object.assign(this, { losesAnswer: false, msPerPart: 0, gate: null, headStatuses: [], refusal: null });
  },
};

const address = JSON.stringify({ profilePicture: "/media/user/1.webp" });

/** Replaces the library's class: the same order of requests and callbacks, as far as the page relies on them. */
export class FakeUpload {
  url: string | null = null;
  private readonly file: File;
  private readonly options: UploadOptions;
  private run = 0;

  constructor(file: File, options: UploadOptions) {
    this.file = file;
    fakeServer.files.push(file);
    this.options = options;
  }

  async findPreviousUploads() {
    const fingerprint = await this.options.fingerprint?.(this.file, this.options);
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(`tus::${fingerprint}::`));
    return keys.map((key) => JSON.parse(localStorage.getItem(key) ?? "{}") as { uploadUrl: string });
  }

  resumeFromPreviousUpload({ uploadUrl }: { uploadUrl: string }) {
    this.url = uploadUrl;
  }

  async abort(shouldTerminate = false) {
    this.run++;
    if (shouldTerminate && this.url) fakeServer.requests.push("DELETE");
  }

  async start() {
    const run = ++this.run;
    const { size } = this.file;
    const isCurrent = () => run === this.run;
    try {
      if (this.url) {
        const head = await this.ask("HEAD", "HEAD", () => ({
          status: fakeServer.headStatuses.shift() ?? 200,
          offset: fakeServer.offset,
        }));
        if (head.status >= 300) throw trouble("HEAD", head);
        if (head.offset === size) return this.options.onSuccess?.({ lastResponse: toResponse(head) });
      } else {
        const isWhole = this.options.uploadDataDuringCreation;
        const created = await this.ask("POST", `POST ${isWhole ? size : 0}`, () => ({
          status: 201,
          offset: isWhole ? size : 0,
          body: isWhole ? address : "",
        }));
        this.url = "/files/1";
        if (isWhole) return this.options.onSuccess?.({ lastResponse: toResponse(created) });
        if (this.options.storeFingerprintForResuming) {
          const stored = { uploadUrl: this.url, creationTime: new Date().toString() };
          const fingerprint = await this.options.fingerprint?.(this.file, this.options);
          localStorage.setItem(`tus::${fingerprint}::1`, JSON.stringify(stored));
        }
      }
      const patched = await this.ask("PATCH", `PATCH ${fakeServer.offset}`, () => this.patch(isCurrent));
      if (!isCurrent()) return;
      if (patched.status >= 300) throw trouble("PATCH", patched);
      if (this.options.removeFingerprintOnSuccess) localStorage.clear();
      this.options.onSuccess?.({ lastResponse: toResponse(patched) });
    } catch (error) {
      if (isCurrent()) this.options.onError?.(error as Error);
    }
  }

  private async ask(method: string, line: string, answer: () => Answer | Promise<Answer>): Promise<Answer> {
    const request = { setHeader() {}, getMethod: () => method } as unknown as HttpRequest;
    await this.options.onBeforeRequest?.(request);
    fakeServer.requests.push(line);
    if (fakeServer.isDown) throw trouble(method);
    const given = await answer();
    try {
      await this.options.onAfterResponse?.(request, toResponse(given));
    } catch {
      throw trouble(method);
    }
    return given;
  }

  private async patch(isCurrent: () => boolean): Promise<Answer> {
    const { size } = this.file;
    while (fakeServer.offset < size) {
      if (fakeServer.msPerPart) await new Promise((done) => setTimeout(done, fakeServer.msPerPart));
      await fakeServer.gate;
      if (!isCurrent()) return { status: 200 };
      fakeServer.offset = Math.min(fakeServer.offset + 200_000, size);
      this.options.onProgress?.(fakeServer.offset, size);
      if (fakeServer.offset === fakeServer.cutAt) {
        fakeServer.cutAt = 0;
        fakeServer.isDown = fakeServer.isDownAfterCut;
        throw trouble("PATCH");
      }
      if (fakeServer.offset === fakeServer.hangAt) {
        fakeServer.hangAt = 0;
        await new Promise(() => {});
      }
    }
    if (fakeServer.refusal) return fakeServer.refusal;
    if (!fakeServer.losesAnswer) return { status: 200, offset: size, body: address };
    fakeServer.losesAnswer = false;
    throw trouble("PATCH");
  }
}

function toResponse({ status, offset, body = "" }: Answer): HttpResponse {
  const getHeader = (name: string) => (name === "Upload-Offset" && offset !== undefined ? String(offset) : undefined);
  return { getStatus: () => status, getBody: () => body, getHeader, getUnderlyingObject: () => null };
}

function trouble(method: string, answer?: Answer): Error {
  const originalRequest = { getMethod: () => method };
  return Object.assign(new Error("tus"), { originalRequest, originalResponse: answer ? toResponse(answer) : null });
}
