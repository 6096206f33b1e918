import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { FakeUpload, fakeServer } from "../../test/fake-upload.ts";
import {
  findInterrupted,
  idleUpload,
  maxPictureBytes,
  mayPass,
  nextUploadState,
  retryDelay,
  sendPicture,
  type UploadEvent,
  type UploadStep,
  whyNoPicture,
} from "./upload.ts";

const load = async () => ({ Upload: FakeUpload as never });
const big = () => new File([new Uint8Array(1_000_000)], "beach.jpg", { type: "image/jpeg", lastModified: 7 });

beforeEach(() => {
  vi.useFakeTimers();
  localStorage.clear();
  fakeServer.reset();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("states", () => {
  const uploadAfter = (...events: UploadEvent[]) => events.reduce(nextUploadState, idleUpload);
  const start: UploadEvent = { type: "start" };
  const half: UploadEvent = { type: "progress", percent: 50 };

  test.each<[UploadStep, UploadEvent[]]>([
    ["running", [start, half]],
    ["paused", [start, { type: "pause" }]],
    ["running", [start, { type: "pause" }, { type: "resume" }]],
    ["canceled", [start, { type: "cancel" }]],
    ["canceled", [start, { type: "pause" }, { type: "cancel" }]],
    ["success", [start, { type: "finish" }]],
    ["error", [start, { type: "fail", text: "no" }]],
    ["running", [start, { type: "fail", text: "no" }, start]],
    ["idle", [{ type: "pause" }]],
    ["canceled", [start, { type: "cancel" }, { type: "finish" }]],
    ["success", [start, { type: "finish" }, { type: "cancel" }]],
  ])("%s after %j", (step, events) => {
    expect(uploadAfter(...events).step).toBe(step);
  });

  test("late events change nothing", () => {
    expect(uploadAfter(start, half, { type: "pause" }, { type: "progress", percent: 90 }).percent).toBe(50);
    expect(uploadAfter(start, { type: "wait" }).isWaiting).toBe(true);
    expect(uploadAfter(start, { type: "wait" }, half).isWaiting).toBe(false);
  });
});

test.each([
  ["a photo", { type: "image/jpeg", size: 5 }, null],
  ["a file whose type the browser does not know", { type: "", size: 5 }, null],
  ["15 MB", { type: "image/png", size: maxPictureBytes }, null],
  ["one byte more", { type: "image/png", size: maxPictureBytes + 1 }, /15 MB/],
  ["a PDF", { type: "application/pdf", size: 5 }, /not a picture/],
  ["an SVG", { type: "image/svg+xml", size: 5 }, /not a picture/],
  ["nothing", { type: "image/png", size: 0 }, /not a picture/],
])("%s is judged before it is sent", (_, file, fault) => {
  if (fault) expect(whyNoPicture(file)).toMatch(fault);
  else expect(whyNoPicture(file)).toBeNull();
});

test("delays grow to half a minute and end when the allowed time is over", () => {
  const delays = [0, 1, 2, 3, 4, 5, 9].map((attempt) => retryDelay({ attempt, failingMs: 0, hasMoved: true }));
  expect(delays).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]);
  expect(retryDelay({ attempt: 9, failingMs: 119_000, hasMoved: false })).toBe(1000);
  expect(retryDelay({ attempt: 9, failingMs: 120_000, hasMoved: false })).toBeNull();
  expect(retryDelay({ attempt: 9, failingMs: 599_999, hasMoved: true })).toBe(1);
  expect(retryDelay({ attempt: 9, failingMs: 600_000, hasMoved: true })).toBeNull();
});

test("an upload that the server refused is not tried again", () => {
  expect([0, 408, 409, 423, 500, 502, 503].every(mayPass)).toBe(true);
  expect([400, 401, 404, 413, 415, 422, 429].some(mayPass)).toBe(false);
});

describe("sending", () => {
  test("a small picture goes in one request", async () => {
    const { done } = send(new File(["x"], "small.png", { type: "image/png" }));
    await vi.runAllTimersAsync();
    expect(fakeServer.requests).toEqual(["POST 1"]);
    expect(done).toEqual(["/media/user/1.webp"]);
  });

  test("a large picture goes in parts, with the progress that the server confirms", async () => {
    const { done, events } = send(big());
    await vi.runAllTimersAsync();
    expect(fakeServer.requests[0]).toBe("POST 0");
    expect(fakeServer.requests[1]).toMatch(/^PATCH /);
    expect(done).toEqual(["/media/user/1.webp"]);
    expect(events.at(-1)).toEqual({ type: "finish" });
    expect(localStorage.length).toBe(0);
  });

  test("after a lost connection the upload continues where it stopped", async () => {
    fakeServer.cutAt = 400_000;
    const { done, events } = send(big());
    await vi.runAllTimersAsync();
    expect(fakeServer.requests).toEqual(["POST 0", "PATCH 0", "HEAD", "PATCH 400000"]);
    expect(events).toContainEqual({ type: "wait" });
    expect(done).toHaveLength(1);
  });

  test("a server that stops answering is given up after ten minutes, one that never answered after two", async () => {
    fakeServer.cutAt = 400_000;
    fakeServer.isDownAfterCut = true;
    const startedAt = Date.now();
    const { events } = send(big());
    await vi.runAllTimersAsync();
    expect(events.at(-1)).toMatchObject({ type: "fail", text: expect.stringContaining("connection") });
    expect(Date.now() - startedAt).toBeGreaterThanOrEqual(600_000);
    expect(Date.now() - startedAt).toBeLessThan(640_000);

    fakeServer.reset();
    fakeServer.isDown = true;
    const again = Date.now();
    send(new File([new Uint8Array(1_000_000)], "other.jpg", { type: "image/jpeg" }));
    await vi.runAllTimersAsync();
    expect(Date.now() - again).toBeGreaterThanOrEqual(120_000);
    expect(Date.now() - again).toBeLessThan(160_000);
  });

  test("without a network the upload waits, and continues as soon as it is back", async () => {
    fakeServer.cutAt = 400_000;
    const onLine = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
    const { done } = send(big());
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(done).toEqual([]);
    onLine.mockReturnValue(true);
    window.dispatchEvent(new Event("online"));
    await vi.advanceTimersByTimeAsync(10);
    expect(done).toHaveLength(1);
    onLine.mockRestore();
  });

  test("a server restart does not lose the parts that have arrived", async () => {
    fakeServer.cutAt = 400_000;
    fakeServer.headStatuses = [502, 503];
    const { done } = send(big());
    await vi.runAllTimersAsync();
    expect(fakeServer.requests.filter((line) => line.startsWith("POST"))).toHaveLength(1);
    expect(fakeServer.requests.at(-1)).toBe("PATCH 400000");
    expect(done).toHaveLength(1);
  });

  test("a connection that hangs is closed and tried again", async () => {
    fakeServer.hangAt = 400_000;
    const { done } = send(big());
    await vi.runAllTimersAsync();
    expect(done).toHaveLength(1);
    expect(fakeServer.requests.at(-1)).toBe("PATCH 400000");
  });

  test("a refusal is shown at once in the words of the server, and the upload is not stored", async () => {
    fakeServer.refusal = { status: 415, body: JSON.stringify({ error: "This is not a picture.", code: "X" }) };
    const { events } = send(big());
    await vi.runAllTimersAsync();
    expect(events.at(-1)).toEqual({ type: "fail", text: "This is not a picture.", isFinal: true });
    expect(localStorage.length).toBe(0);
  });

  test("a lost answer is requested again", async () => {
    fakeServer.losesAnswer = true;
    const asked = vi.fn(async () => Response.json({ profilePicture: "/media/user/asked.webp" }));
    vi.stubGlobal("fetch", asked);
    const { done } = send(big());
    await vi.runAllTimersAsync();
    expect(done).toEqual(["/media/user/asked.webp"]);
  });

  test("pausing sends nothing more until it is resumed; cancelling removes what has arrived", async () => {
    fakeServer.msPerPart = 1000;
    const { sending, done, events } = send(big());
    await vi.advanceTimersByTimeAsync(1500);
    sending.pause();
    const sent = fakeServer.requests.length;
    await vi.advanceTimersByTimeAsync(600_000);
    expect(fakeServer.requests).toHaveLength(sent);
    expect(done).toEqual([]);
    sending.resume();
    await vi.advanceTimersByTimeAsync(10);
    expect(fakeServer.requests.at(sent)).toBe("HEAD");
    sending.cancel();
    await vi.runAllTimersAsync();
    expect(fakeServer.requests.at(-1)).toBe("DELETE");
    expect(localStorage.length).toBe(0);
    expect(events.filter(({ type }) => type === "fail" || type === "finish")).toEqual([]);
  });

  test("pausing and resuming before the library has loaded starts one upload", async () => {
    const { sending, done } = send(big());
    sending.pause();
    sending.resume();
    await vi.runAllTimersAsync();
    expect(fakeServer.requests.filter((line) => line.startsWith("POST"))).toHaveLength(1);
    expect(done).toHaveLength(1);
  });

  test("after a reload the same file continues where it stopped", async () => {
    fakeServer.msPerPart = 1000;
    const { sending } = send(big());
    await vi.advanceTimersByTimeAsync(1500);
    sending.leave();
    expect(findInterrupted(localStorage, Date.now())).toBe("beach.jpg");
    fakeServer.requests.length = 0;
    const { done } = send(big());
    await vi.runAllTimersAsync();
    expect(fakeServer.requests[0]).toBe("HEAD");
    expect(done).toHaveLength(1);
  });
});

test("an upload that the server has removed is forgotten", () => {
  const creationTime = new Date(1_000_000_000_000).toString();
  localStorage.setItem("tus::picture-9-8-a-b::c.jpg::123", JSON.stringify({ creationTime }));
  localStorage.setItem("token", "kept");
  expect(findInterrupted(localStorage, 1_000_000_000_000 + 86_000_000)).toBe("a-b::c.jpg");
  expect(findInterrupted(localStorage, 1_000_000_000_000 + 87_000_000)).toBeNull();
  expect(Object.keys(localStorage)).toEqual(["token"]);
});

function send(file: File) {
  const events: UploadEvent[] = [];
  const done: string[] = [];
  const sending = sendPicture(file, {
    authorization: () => "Bearer x",
    onEvent: (event) => events.push(event),
    onDone: (address) => done.push(address),
    load,
  });
  return { sending, events, done };
}
