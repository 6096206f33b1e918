import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type BigUpload, sendBigFile } from "./big-upload.ts";
import type { Answer, Send } from "./send-part.ts";
import { forgetUploads } from "./started-uploads.ts";

const megabyte = 1024 * 1024;

beforeEach(() => {
  vi.useFakeTimers();
  localStorage.clear();
});
afterEach(() => vi.useRealTimers());

/** A server that keeps what has arrived. `faults` are the next answers in place of its own. */
function fakeServer() {
  const server = { arrived: 0, isThere: true, starts: 0, requests: [] as string[], faults: [] as Partial<Answer>[] };
  const send: Send = async ({ method, body, headers, signal, onProgress }) => {
    await Promise.resolve();
    server.requests.push(method === "PATCH" ? `PATCH ${headers["upload-offset"]}` : method);
    const fault = server.faults.shift();
    if (signal.aborted) return { status: 0, offset: null, text: "" };
    if (fault) return { status: 0, offset: null, text: "", ...fault };
    if (!server.isThere) return { status: 404, offset: null, text: "" };
    if (method === "DELETE") server.isThere = false;
    if (method === "PATCH") {
      if (Number(headers["upload-offset"]) !== server.arrived) return { status: 409, offset: null, text: "" };
      onProgress?.((body?.size ?? 0) / 2);
      server.arrived += body?.size ?? 0;
    }
    return { status: method === "HEAD" ? 200 : 204, offset: server.arrived, text: "" };
  };
  const start = async () => {
    server.starts++;
    Object.assign(server, { isThere: true, arrived: 0 });
    return { fileId: `file ${server.starts}`, address: `/uploads/${server.starts}` };
  };
  return { server, send, start };
}

const film = (size = 40 * megabyte) => new File([new Uint8Array(size)], "class 12.mp4", { lastModified: 7 });

function sending(parts: ReturnType<typeof fakeServer>, file = film(), place = "class 12") {
  const seen: BigUpload[] = [];
  const sent: string[] = [];
  const upload = sendBigFile(file, {
    ...{ place, start: parts.start, send: parts.send },
    onChange: (state) => seen.push(state),
    onSent: (fileId) => sent.push(fileId),
  });
  return { upload, sent, seen, last: () => seen.at(-1) };
}

const settle = () => vi.advanceTimersByTimeAsync(0);

test("a file goes in parts, and says how far it is", async () => {
  const parts = fakeServer();
  const { sent, seen, last } = sending(parts);
  await settle();
  expect(parts.server.requests).toEqual(["HEAD", "PATCH 0", `PATCH ${16 * megabyte}`, `PATCH ${32 * megabyte}`]);
  expect(sent).toEqual(["file 1"]);
  expect(seen.map(({ percent }) => percent)).toEqual([0, 20, 40, 60, 80, 90, 100, 100]);
  expect(last()).toEqual({ step: "sent", percent: 100, text: "" });
  expect(localStorage.length).toBe(0);
});

test("without a network it waits, and goes on as soon as it is back", async () => {
  const parts = fakeServer();
  parts.server.faults = [{ status: 200, offset: 0 }, {}, {}, {}];
  const { sent, last } = sending(parts);
  await vi.advanceTimersByTimeAsync(1500);
  expect(last()?.step).toBe("waiting");
  parts.server.faults = [];
  window.dispatchEvent(new Event("online"));
  await settle();
  expect(sent).toEqual(["file 1"]);
});

test.each([409, 408, 429, 500, 503])(
  "after the status %d it asks how much has arrived, and goes on from there",
  async (status) => {
    const parts = fakeServer();
    const { sent } = sending(parts);
    parts.server.faults = [{ status: 200, offset: 0 }, { status }];
    parts.server.arrived = 0;
    await vi.advanceTimersByTimeAsync(5000);
    expect(parts.server.requests.slice(0, 4)).toEqual(["HEAD", "PATCH 0", "HEAD", "PATCH 0"]);
    expect(sent).toEqual(["file 1"]);
  },
);

test("a paused upload sends nothing, and goes on where it stopped", async () => {
  const parts = fakeServer();
  const { upload, sent, last } = sending(parts);
  upload.pause();
  await vi.advanceTimersByTimeAsync(60_000);
  const before = parts.server.requests.length;
  expect([last()?.step, sent]).toEqual(["paused", []]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(parts.server.requests).toHaveLength(before);
  upload.resume();
  await settle();
  expect(sent).toHaveLength(1);
});

test("after a reload the same file goes on with the same upload, for the same place only", async () => {
  const parts = fakeServer();
  parts.server.faults = [{ status: 200, offset: 0 }];
  const first = sending(parts);
  await Promise.resolve();
  await vi.advanceTimersByTimeAsync(0);
  expect(first.sent).toEqual(["file 1"]);
  const reloaded = fakeServer();
  localStorage.setItem(
    `upload class 12 ${40 * megabyte} 7 class 12.mp4`,
    JSON.stringify({ fileId: "old", address: "/uploads/old", at: Date.now() }),
  );
  reloaded.server.arrived = 30 * megabyte;
  const again = sending(reloaded);
  await settle();
  expect([again.sent, reloaded.server.starts]).toEqual([["old"], 0]);
  expect(reloaded.server.requests).toEqual(["HEAD", `PATCH ${30 * megabyte}`]);
  const elsewhere = fakeServer();
  sending(elsewhere, film(), "class 13");
  await settle();
  expect(elsewhere.server.starts).toBe(1);
});

test("an upload that the server has dropped starts again from the beginning", async () => {
  const parts = fakeServer();
  parts.server.isThere = false;
  localStorage.setItem(
    `upload class 12 ${40 * megabyte} 7 class 12.mp4`,
    JSON.stringify({ fileId: "old", address: "/uploads/old", at: Date.now() }),
  );
  const { sent } = sending(parts);
  await settle();
  expect([sent, parts.server.starts]).toEqual([["file 1"], 1]);
});

test("what the server refuses is shown in its words, and can be tried again", async () => {
  const parts = fakeServer();
  const refused = { ...parts, start: () => Promise.reject(new Error("There is no room left for files.")) };
  const { last } = sending(refused);
  await settle();
  expect(last()).toMatchObject({ step: "failed", text: "There is no room left for files." });
  parts.server.faults = [{ status: 401, text: '{"error":"Please sign in."}' }];
  const other = sending(parts);
  await settle();
  expect(other.last()).toMatchObject({ step: "failed", text: "Please sign in." });
  other.upload.resume();
  await settle();
  expect(other.sent).toHaveLength(1);
});

test("a cancelled upload is removed from the server and forgotten", async () => {
  const parts = fakeServer();
  parts.server.faults = [{}];
  const { upload, last } = sending(parts);
  await settle();
  upload.cancel();
  await vi.advanceTimersByTimeAsync(60_000);
  expect([last()?.step, parts.server.requests.at(-1), localStorage.length]).toEqual(["canceled", "DELETE", 0]);
});

test("a sign-out forgets uploads that were interrupted, and nothing else", async () => {
  localStorage.setItem("film-speed", "2");
  const { send, start } = fakeServer();
  const one = sendBigFile(film(), { place: "a class", start, send, onChange: () => {}, onSent: () => {} });
  await Promise.resolve();
  one.pause();
  await vi.advanceTimersByTimeAsync(10);
  expect(Object.keys(localStorage).some((key) => key.includes("class 12.mp4"))).toBe(true);
  forgetUploads();
  expect(Object.keys(localStorage)).toEqual(["film-speed"]);
});
