type Part = {
  method: "HEAD" | "PATCH" | "DELETE";
  address: string;
  headers: Record<string, string>;
  body?: Blob;
  signal: AbortSignal;
  onProgress?(bytes: number): void;
};

/** `status` is 0 without an answer; `offset` is what has arrived, if the server says so. */
export type Answer = { status: number; offset: number | null; text: string };
export type Send = (part: Part) => Promise<Answer>;

/** After this time without progress, a connection counts as dead. */
const stalledAfterMs = 45_000;

/** Not with `fetch`, which does not say how much it has sent. */
export const sendPart: Send = ({ method, address, headers, body, signal, onProgress }) =>
  new Promise((done) => {
    const request = new XMLHttpRequest();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = () => request.abort();
    const watch = () => {
      clearTimeout(timer);
      timer = setTimeout(stop, stalledAfterMs);
    };
    request.onloadend = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", stop);
      const offset = request.getResponseHeader("upload-offset");
      done({ status: request.status, offset: offset === null ? null : Number(offset), text: request.responseText });
    };
    request.upload.onprogress = ({ loaded }) => {
      watch();
      onProgress?.(loaded);
    };
    request.open(method, address);
    request.setRequestHeader("tus-resumable", "1.0.0");
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    signal.addEventListener("abort", stop);
    watch();
    request.send(body);
  });
