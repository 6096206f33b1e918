import type { ServerResponse } from "node:http";
import { expect, test } from "vitest";
import { call } from "../outside/call.ts";
import { MeetingRefused } from "../ports.ts";
import { startReceiver } from "../test/receiver.ts";
import { zoom } from "./zoom.ts";

const receiver = await startReceiver();
const base = `http://localhost:${receiver.port}`;
const access = { settings: { accountId: "acc", clientId: "client", user: "host@example.com" }, secret: "hush" };
const open = () =>
  zoom(
    (request) => call(request, { mayBeLocal: true, mostBytes: 100_000, timeoutInMs: 2000 }),
    { ...access, callbackUrl: "" },
    { api: `${base}/v2`, token: `${base}/oauth/token` },
  );
const wanted = { key: "class-1", name: "React", startsAt: new Date("2026-11-16T03:30:00Z"), minutes: 60 };
const made = { externalId: "88123", details: { joinUrl: "https://zoom.us/j/88123?pwd=x" } };
const asha = { id: "learner-1", name: "Asha", isHost: false };

type Answers = Record<string, [status: number, body: unknown]>;

/** Answers each path once more than it was asked before. */
function speak(answers: Answers) {
  receiver.received.length = 0;
  receiver.answerWith((response: ServerResponse) => {
    const { path = "" } = receiver.received.at(-1) ?? {};
    const name = Object.keys(answers).find((begin) => path.startsWith(begin));
    const [status, body] = (name ? answers[name] : undefined) ?? [404, {}];
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  });
}
const token: Answers = { "/oauth/token": [200, { access_token: "t1", expires_in: 3600 }] };

test("a meeting is made for the host with a token that is kept until it ends", async () => {
  const provider = open();
  speak({
    ...token,
    "/v2/users": [201, { id: 88123, join_url: made.details.joinUrl, start_url: "https://zoom.us/s/1" }],
  });
  expect(await provider.make(wanted)).toEqual(made);
  await provider.make(wanted);
  const paths = receiver.received.map(({ path }) => path);
  expect(paths).toEqual([
    "/oauth/token?grant_type=account_credentials&account_id=acc",
    "/v2/users/host%40example.com/meetings",
    "/v2/users/host%40example.com/meetings",
  ]);
  const [first, second] = receiver.received;
  expect(first?.headers.authorization).toBe(`Basic ${Buffer.from("client:hush").toString("base64")}`);
  expect(second?.headers.authorization).toBe("Bearer t1");
  expect(JSON.parse(second?.body ?? "")).toMatchObject({
    ...{ topic: "React", type: 2, start_time: "2026-11-16T03:30:00Z", duration: 60, timezone: "UTC" },
    settings: { approval_type: 2, join_before_host: true },
  });
});

test("learners get the join link, and the host an address that was asked for just now", async () => {
  const provider = open();
  speak({ ...token, "/v2/meetings/88123": [200, { start_url: "https://zoom.us/s/88123?zak=1" }] });
  expect(await provider.join(made, wanted, asha)).toBe(made.details.joinUrl);
  expect(receiver.received).toEqual([]);
  expect(await provider.join(made, wanted, { ...asha, isHost: true })).toBe("https://zoom.us/s/88123?zak=1");
});

test("a meeting that is gone is made again when it moves, and removing it succeeds", async () => {
  const provider = open();
  speak({ ...token, "/v2/users": [201, { id: "99", join_url: "https://zoom.us/j/99" }] });
  expect(await provider.change(made, wanted)).toMatchObject({ externalId: "99" });
  await provider.remove(made);
  speak({ ...token, "/v2/meetings/88123": [204, {}] });
  expect(await provider.change(made, wanted)).toEqual(made);
});

test("the report is read page by page, in minutes", async () => {
  const provider = open();
  const person = { name: "Asha", user_email: "asha@example.com", join_time: "2026-11-16T03:31:00Z" };
  const line = { ...person, leave_time: "2026-11-16T04:01:00Z", duration: 1800 };
  speak({
    ...token,
    "/v2/report/meetings/88123/participants?page_size=300&next_page_token=p2": [200, { participants: [line] }],
    "/v2/report/meetings/88123/participants": [200, { participants: [line], next_page_token: "p2" }],
  });
  const visits = await provider.readReport?.(made, wanted);
  expect(visits).toHaveLength(2);
  expect(visits?.[0]).toMatchObject({ personId: null, email: "asha@example.com", name: "Asha", minutes: 30 });
  speak(token);
  expect(await provider.readReport?.(made, wanted)).toBeNull();
});

test("pages without end, odd answers and a refused account are errors that name no secret", async () => {
  const endless = { participants: [], next_page_token: "again" };
  speak({ ...token, "/v2/report": [200, endless] });
  await expect(open().readReport?.(made, wanted)).rejects.toThrow("too many pages");
  speak({ ...token, "/v2/users": [201, { id: 1, join_url: "javascript:alert(1)" }] });
  await expect(open().make(wanted)).rejects.toThrow("unexpected form");
  speak({ "/oauth/token": [401, { reason: "Invalid client_id or client_secret hush" }] });
  const refused = await open()
    .test()
    .catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(MeetingRefused);
  expect(String(refused)).toContain("Zoom: the account was not accepted. It answered 401.");
  expect(String(refused)).not.toContain("hush");
});

test("a read is tried again after trouble at the provider, and making a meeting is not", async () => {
  const provider = open();
  speak({ ...token, "/v2/report": [503, {}] });
  await expect(provider.readReport?.(made, wanted)).rejects.toThrow("It answered 503");
  expect(receiver.received.filter(({ path }) => path.startsWith("/v2/report"))).toHaveLength(3);
  speak({ "/v2/users": [503, {}] });
  await expect(provider.make(wanted)).rejects.toThrow("It answered 503");
  expect(receiver.received).toHaveLength(1);
});
