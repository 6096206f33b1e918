import type { LessonFile } from "@shoreline/contract";
import { ApiError } from "@shoreline/contract/client";
import { act, cleanup, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { UploadList } from "../ui/upload-list.tsx";
import type { Send } from "./send-part.ts";
import { unfinishedText } from "./unfinished-uploads.ts";
import { type Uploads, useUploads } from "./use-uploads.ts";

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  localStorage.clear();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const refusal = (status: number, code: string, error: string, fields = {}) =>
  new ApiError(new Response(null, { status }), { code, error, fields } as never);

/** A server that takes whole files, and what it says about each afterwards. */
function fakeServer() {
  const server = {
    answers: [] as (Partial<LessonFile> | Error)[],
    refuses: null as Error | null,
    isAway: false,
    starts: 0,
  };
  const arrived = new Map<string, number>();
  const send: Send = async ({ method, address, body }) => {
    if (server.isAway) return { status: 0, offset: null, text: "" };
    if (method === "PATCH") arrived.set(address, (arrived.get(address) ?? 0) + (body?.size ?? 0));
    return { status: method === "HEAD" ? 200 : 204, offset: arrived.get(address) ?? 0, text: "" };
  };
  const start = async ({ name }: { name: string }) => {
    if (server.refuses) throw server.refuses;
    server.starts++;
    return { fileId: `file ${server.starts}`, address: `/uploads/${server.starts}`, name };
  };
  const read = async (fileId: string) => {
    const answer = server.answers.shift() ?? { state: "ready" as const };
    if (answer instanceof Error) throw answer;
    return {
      fileId,
      name: "clean.pdf",
      type: "application/pdf",
      bytes: 3,
      state: "ready" as const,
      refusedWhy: "",
      ...answer,
    };
  };
  return { server, calls: { place: "class 1", start, read, send } };
}

let latest: Uploads;

function Form({ calls, most }: { calls: ReturnType<typeof fakeServer>["calls"]; most: number }) {
  latest = useUploads(calls);
  return <UploadList uploads={latest} label="Files" most={most} />;
}

function open(most = 10) {
  const { server, calls } = fakeServer();
  render(<Form calls={calls} most={most} />);
  const choose = async (...names: string[]) => {
    const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
    await user.upload(
      screen.getByLabelText("Files"),
      names.map((name) => new File(["abc"], name)),
    );
    await settle();
  };
  const row = (name: string) => within(screen.getByText(name).closest("li") as HTMLElement);
  return { server, choose, row };
}

const settle = (ms = 0) => act(() => vi.advanceTimersByTimeAsync(ms));

test("a file is ready once the server has looked at it, under its clean name", async () => {
  const { server, choose, row } = open();
  server.answers = [{ state: "checking" }, { state: "ready" }];
  await choose("slides.pdf");
  expect(row("slides.pdf").getByText("Uploaded. It is being checked.")).toBeTruthy();
  expect([latest.isBusy, latest.fileIds]).toEqual([true, []]);
  await settle(1000);
  expect(row("clean.pdf").getByText("Uploaded")).toBeTruthy();
  expect([latest.isBusy, latest.fileIds]).toEqual([false, ["file 1"]]);
});

test("a file that the scan refuses says why, and is not offered again", async () => {
  const { server, choose, row } = open();
  server.answers = [{ state: "refused", refusedWhy: "The virus scan refused this file." }];
  await choose("virus.pdf");
  expect(row("virus.pdf").getByText("The virus scan refused this file.")).toBeTruthy();
  expect(row("virus.pdf").queryByRole("button", { name: /Try again/ })).toBeNull();
  expect([latest.isBusy, latest.fileIds]).toEqual([false, []]);
});

test("a refused start says why in its own words; after a change of mind it goes on", async () => {
  const { server, choose, row } = open();
  server.refuses = refusal(409, "COURSE_STORAGE_FULL", "The files of this course have no room left.");
  await choose("large.pdf");
  expect(row("large.pdf").getByText("The files of this course have no room left.")).toBeTruthy();
  server.refuses = refusal(400, "INVALID_INPUT", "Some details are wrong.", { bytes: "This file is empty" });
  await choose("empty.pdf");
  expect(row("empty.pdf").getByText("This file is empty")).toBeTruthy();
  expect(row("empty.pdf").queryByRole("button", { name: /Try again/ })).toBeNull();
  expect(row("empty.pdf").queryByRole("progressbar")).toBeNull();
  expect(unfinishedText(latest)).toBe("A file was not uploaded. Please try again or remove it.");
  server.refuses = null;
  await act(async () => row("large.pdf").getByRole("button", { name: "Try again with large.pdf" }).click());
  await settle(1000);
  expect(latest.fileIds).toEqual(["file 1"]);
});

test.each([
  [413, "HOMEWORK_FILE_TOO_LARGE"],
  [415, "FILE_TYPE_NOT_ALLOWED"],
])("a file of a size or kind that is refused with %i can only be removed", async (status, code) => {
  const { server, choose, row } = open();
  server.refuses = refusal(status, code, "Not this one.");
  await choose("program.exe");
  expect(row("program.exe").getAllByRole("button")).toHaveLength(1);
  expect(row("program.exe").queryByRole("progressbar")).toBeNull();
  expect(unfinishedText(latest)).toBe("A file was not taken. Please remove it.");
});

test("while the server is away it waits and asks again; a file that is gone is not asked for for ever", async () => {
  const { server, choose, row } = open();
  server.answers = [refusal(503, "INTERNAL", "Busy"), refusal(404, "UNKNOWN_FILE", "Gone")];
  await choose("slides.pdf");
  expect(latest.isBusy).toBe(true);
  await settle(2000);
  expect(row("slides.pdf").getByText(/not there any more/)).toBeTruthy();
  expect(latest.isBusy).toBe(false);
});

test("a paused file goes on, and a removed one is forgotten", async () => {
  const { server, choose, row } = open();
  server.isAway = true;
  await choose("slides.pdf");
  await act(async () => row("slides.pdf").getByRole("button", { name: "Pause slides.pdf" }).click());
  expect(row("slides.pdf").getByText(/paused/)).toBeTruthy();
  server.isAway = false;
  await act(async () => row("slides.pdf").getByRole("button", { name: "Go on with slides.pdf" }).click());
  await settle(1000);
  expect(latest.fileIds).toEqual(["file 1"]);
  await act(async () => row("clean.pdf").getByRole("button", { name: "Remove clean.pdf" }).click());
  expect([latest.items, latest.fileIds]).toEqual([[], []]);
});

test("more files than there is room for are not taken, and the form says so", async () => {
  const { choose } = open(2);
  await choose("a.pdf", "b.pdf", "c.pdf");
  expect(latest.items).toHaveLength(2);
  expect(screen.getByText("At most 2 files at once: the others were not added.")).toBeTruthy();
});
