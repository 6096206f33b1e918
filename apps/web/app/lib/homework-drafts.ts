import { read, remove, write } from "./storage.ts";

/**
 * What a learner has typed and not handed in yet, with the attempt to send it, so that the server stores that once. Questions and
 * answers are kept with homework.
 */
export type HomeworkDraft = {
  /** Of a question. */
  title?: string;
  text: string;
  link: string;
  /** Uploaded already. */
  files?: { fileId: string; name: string; bytes: number }[];
  attempt?: { id: string; content: string };
};

const key = "homework-drafts";
const mostKept = 20;
type Kept = { of: string; draft: HomeworkDraft };

export function readDraft(of: string): HomeworkDraft | undefined {
  return readAll().find((one) => one.of === of)?.draft;
}

export function keepDraft(of: string, draft: HomeworkDraft): void {
  const others = readAll().filter((one) => one.of !== of);
  write("localStorage", key, JSON.stringify([{ of, draft }, ...others].slice(0, mostKept)));
}

export function forgetDraft(of: string): void {
  write("localStorage", key, JSON.stringify(readAll().filter((one) => one.of !== of)));
}

/** A sign-out removes all of them: the next person at this computer must not find them. */
export function forgetDrafts(): void {
  remove("localStorage", key);
}

function readAll(): Kept[] {
  try {
    return JSON.parse(read("localStorage", key) ?? "[]");
  } catch {
    return [];
  }
}
