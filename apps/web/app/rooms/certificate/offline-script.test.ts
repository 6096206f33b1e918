import { offlinePage, type Pinned } from "@shoreline/proof/offline-page";
import { expect, test } from "vitest";
import { fileOf, samples } from "../../test/certificate-files.tsx";

const { trusted, files } = samples;

async function open(): Promise<void> {
  const pinned: Pinned = { trusted, savedAt: "2026-11-18T10:00:00.000Z" };
  const page = new DOMParser().parseFromString(await offlinePage({ ...pinned, script: "" }), "text/html");
  document.body.innerHTML = page.body.innerHTML;
  await import("@shoreline/proof/offline-script");
}

async function choose(...chosen: File[]): Promise<string[]> {
  const input = document.getElementById("file") as HTMLInputElement;
  Object.defineProperty(input, "files", { value: chosen, configurable: true });
  input.dispatchEvent(new Event("change"));
  const titles = () => [...document.querySelectorAll("#findings h2")].map(({ textContent }) => textContent ?? "");
  while (titles().length < chosen.length) await new Promise((wait) => setTimeout(wait, 10));
  return titles();
}

test("a file that cannot be read or is too large has a card of its own, and the others are checked", async () => {
  await open();
  const folder = fileOf("", "folder");
  folder.arrayBuffer = () => Promise.reject(new DOMException("Not a file", "NotFoundError"));
  const large = fileOf("x", "film.mp4");
  Object.defineProperty(large, "size", { value: 31_000_000 });
  large.arrayBuffer = () => Promise.reject(new Error("It was read although it is too large."));
  expect(await choose(folder, large, fileOf(files.pdf))).toEqual([
    "⌇This file could not be read",
    "⌇This file is too large",
    "○Issued by us; validity not checked",
  ]);
  expect(document.getElementById("count")?.textContent).toBe("3 files checked.");
  expect(document.activeElement?.textContent).toBe("⌇This file could not be read");
});
