import type { Uploads } from "./use-uploads.ts";

/** What a form says that waits for its files; empty when it need not wait. */
export function unfinishedText({ items, isBusy }: Pick<Uploads, "items" | "isBusy">): string {
  if (isBusy) return "Please wait until all files are uploaded, or remove those that are not.";
  if (items.some(({ step }) => step === "failed")) return "A file was not uploaded. Please try again or remove it.";
  if (items.some(({ step }) => step === "refused")) return "A file was not taken. Please remove it.";
  return "";
}
