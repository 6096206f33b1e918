import type { LessonFile, StartedUpload } from "@shoreline/contract";
import { ApiError } from "@shoreline/contract/client";
import { useCallback, useEffect, useRef, useState } from "react";
import { type BigUpload, type SendingFile, sendBigFile } from "./big-upload.ts";
import { errorText } from "./problem.ts";
import type { Send } from "./send-part.ts";
import { newId } from "./submission.ts";

/** `checking`: all of it has arrived, and the server looks at it. `refused`: sending it again would not help. */
type Step = BigUpload["step"] | "checking" | "ready" | "refused";
export type UploadItem = {
  key: string;
  name: string;
  bytes: number;
  step: Step;
  percent: number;
  text: string;
  /** Empty until it is ready. */
  fileId: string;
};

type Calls = {
  /** Where the files go, such as a class. */
  place: string;
  start(file: { name: string; bytes: number }): Promise<StartedUpload>;
  /** What became of a file that has arrived. */
  read(fileId: string): Promise<LessonFile>;
  /** With the token of who sends; staff have a cookie. */
  headers?(): Record<string, string>;
  send?: Send;
};

export type Uploads = ReturnType<typeof useUploads>;

/** Files on their way to the server. They stop with the page, and go on when the same file is chosen again. */
export function useUploads(calls: Calls) {
  const [items, setItems] = useState<UploadItem[]>([]);
  const sending = useRef(new Map<string, SendingFile>());
  const gone = useRef(new AbortController());
  const latest = useRef(calls);
  latest.current = calls;

  useEffect(() => {
    const all = sending.current;
    gone.current = new AbortController();
    return () => {
      gone.current.abort();
      for (const one of all.values()) one.pause();
    };
  }, []);

  const change = useCallback((key: string, changed: Partial<UploadItem>) => {
    setItems((before) => before.map((item) => (item.key === key ? { ...item, ...changed } : item)));
  }, []);

  const add = (files: Iterable<File>) => {
    for (const file of files) {
      const key = newId();
      const { name, size: bytes } = file;
      let isHopeless = false;
      const refuse = (error: unknown) => {
        isHopeless = error instanceof ApiError && hopeless.includes(error.status);
        return sayWhy(error);
      };
      setItems((before) => [...before, { key, name, bytes, step: "running", percent: 0, text: "", fileId: "" }]);
      const one = sendBigFile(file, {
        place: calls.place,
        start: () => latest.current.start({ name, bytes }).catch(refuse),
        headers: () => latest.current.headers?.() ?? {},
        onChange: (upload) => {
          if (upload.step === "failed" && isHopeless) change(key, { ...upload, step: "refused" });
          else if (upload.step !== "sent") change(key, upload);
        },
        onSent: (fileId) => void check(key, fileId),
        ...(calls.send ? { send: calls.send } : {}),
      });
      sending.current.set(key, one);
    }
  };

  const check = async (key: string, fileId: string) => {
    change(key, { step: "checking", percent: 100 });
    const found = await untilChecked(() => latest.current.read(fileId), gone.current.signal);
    if (!found) return;
    if (found.state === "ready") change(key, { step: "ready", fileId, name: found.name });
    else change(key, { step: "refused", text: found.refusedWhy || "The file was refused." });
  };

  const remove = (key: string) => {
    sending.current.get(key)?.cancel();
    sending.current.delete(key);
    setItems((before) => before.filter((item) => item.key !== key));
  };

  return {
    items,
    add,
    remove,
    pause: (key: string) => sending.current.get(key)?.pause(),
    resume: (key: string) => sending.current.get(key)?.resume(),
    /** Forgets all, because what they were for is saved. */
    clear: () => setItems([]),
    isBusy: items.some(({ step }) => !["ready", "failed", "refused", "canceled"].includes(step)),
    fileIds: items.flatMap(({ fileId }) => (fileId ? [fileId] : [])),
  };
}

/** The file is empty, too large or of a kind that is not taken. */
const hopeless = [400, 413, 415];

/** The message of a refused start; of a wrong field its own. */
function sayWhy(error: unknown): never {
  throw new Error((error instanceof ApiError && Object.values(error.fields)[0]) || errorText(error));
}

type Checked = Pick<LessonFile, "state" | "refusedWhy" | "name">;

const gone: Checked = {
  ...{ state: "refused", name: "", refusedWhy: "The file is not there any more. Please choose it again." },
};

/** Null: asking again may help. */
function whyGone(error: unknown) {
  return error instanceof ApiError && error.status < 500 && error.status !== 429 ? gone : null;
}

const firstWaitMs = 400;
const longestWaitMs = 5000;

/** Asks again, more and more rarely, until the file was looked at; null when the page is gone. */
async function untilChecked(read: () => Promise<LessonFile>, signal: AbortSignal): Promise<Checked | null> {
  for (let wait = firstWaitMs; !signal.aborted; wait = Math.min(wait * 1.5, longestWaitMs)) {
    const found = await read().catch(whyGone);
    if (found && found.state !== "checking" && found.state !== "uploading") return signal.aborted ? null : found;
    await new Promise((done) => setTimeout(done, wait));
  }
  return null;
}
