import type { BodyTimes } from "./body.ts";

/** A phone on a bad network may need minutes for a picture, but bytes must keep coming and no request lasts forever. */
export const uploadTimes: BodyTimes = { idleMs: 30_000, totalMs: 840_000 };

type UploadBody = { stream: ReadableStream<Uint8Array>; isLate(): boolean };

/** When the connection breaks or stalls, the stream ends instead of failing, so the bytes that arrived are stored. */
export function readUploadBody(body: ReadableStream<Uint8Array>, { idleMs, totalMs }: BodyTimes): UploadBody {
  const reader = body.getReader();
  const giveUpAt = Date.now() + totalMs;
  let isLate = false;
  const stream = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const part = await inTime(reader.read(), Math.min(idleMs, giveUpAt - Date.now()));
      isLate = part === "late";
      if (typeof part !== "string" && part.value) return controller.enqueue(part.value);
      if (isLate) reader.cancel().catch(() => {});
      controller.close();
    },
    cancel: (reason) => reader.cancel(reason),
  });
  return { stream, isLate: () => isLate };
}

async function inTime<T>(reading: Promise<T>, ms: number): Promise<T | "cut" | "late"> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<"late">((done) => {
    timer = setTimeout(() => done("late"), Math.max(0, ms));
  });
  try {
    return await Promise.race([reading.catch(() => "cut" as const), late]);
  } finally {
    clearTimeout(timer);
  }
}
