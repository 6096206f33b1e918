import { createHash, createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { createMeetingServer } from "../meeting-server/server.ts";
import { call } from "../outside/call.ts";
import { MeetingRefused } from "../ports.ts";
import { startReceiver } from "../test/receiver.ts";
import { bigBlueButton, checksumOf } from "./bigbluebutton.ts";
import type { Reach } from "./meeting-call.ts";

const secret = "639259d4-9dd8-4b25-bf01-95f9567eaf4b";
const wanted = { key: "class-1", name: "React, class 1: Hooks & state", startsAt: new Date(), minutes: 60 };
const kavya = { id: "learner-1", name: "Kavya Raman", isHost: false };
const meera = { id: "staff-1", name: "Meera <b>Krishnan</b>", isHost: true };

/** The local server, spoken to through its protocol. */
function openLocal(given = secret) {
  let now = new Date("2026-11-16T03:30:00Z");
  const reports: Request[] = [];
  const server = createMeetingServer({
    ...{ secret, clock: { now: () => now }, mountedAt: "/dev/meetings" },
    deliver: (request) => {
      reports.push(request);
      return new Response(null, { status: 204 });
    },
  });
  const request = (url: string, init: RequestInit = {}) => {
    const { pathname, search } = new URL(url, "http://localhost");
    return server.app.request(pathname.replace("/dev/meetings", "") + search, init);
  };
  const reach: Reach = async ({ method, url }) => {
    const response = await request(url, { method });
    return { status: response.status, problem: null, body: Buffer.from(await response.arrayBuffer()) };
  };
  const access = { settings: { url: "http://localhost/bigbluebutton/api/" }, secret: given };
  const provider = bigBlueButton(reach, { ...access, callbackUrl: "http://localhost/report" });
  return {
    ...{ provider, server, request, reports },
    pass: (seconds: number) => {
      now = new Date(now.getTime() + seconds * 1000);
    },
    /** Joins as a browser does, and returns the address of the room. */
    async enter(link: string): Promise<string> {
      const joined = await request(link);
      expect(joined.status).toBe(302);
      return joined.headers.get("location") ?? "";
    },
  };
}

test("the checksum is the one of BigBlueButton's documentation, with SHA-256", () => {
  const query = "name=Test+Meeting&meetingID=abc123&attendeePW=111222&moderatorPW=333444";
  const expected = createHash("sha256").update(`create${query}${secret}`).digest("hex");
  expect(checksumOf({ name: "create", query, secret })).toBe(expected);
});

test("people join with links of their own, and the server knows who is there until they leave", async () => {
  const { provider, enter, request, pass } = openLocal();
  await provider.test();
  const made = await provider.make(wanted);
  expect(await provider.listPresent?.(made)).toBeNull();
  const room = await enter(await provider.join(made, wanted, kavya));
  await enter(await provider.join(made, wanted, meera));
  expect(await provider.listPresent?.(made)).toEqual([
    { personId: "learner-1", email: null, name: "Kavya Raman", isHost: false },
    { personId: "staff-1", email: null, name: "Meera <b>Krishnan</b>", isHost: true },
  ]);
  const page = await request(room);
  expect(page.headers.get("content-security-policy")).toContain("default-src 'none'");
  expect(await page.text()).toContain("You are in the meeting");
  await request(`${room}/leave`, { method: "POST" });
  expect((await provider.listPresent?.(made))?.map(({ name }) => name)).toEqual(["Meera <b>Krishnan</b>"]);
  pass(21);
  expect(await provider.listPresent?.(made)).toBeNull();
});

test("a name is never markup in the room", async () => {
  const { provider, enter, request } = openLocal();
  const made = await provider.make(wanted);
  const page = await request(await enter(await provider.join(made, wanted, meera)));
  const text = await page.text();
  expect(text).toContain("Meera &lt;b&gt;Krishnan");
  expect(text).toContain("End the meeting");
});

test("a changed link, another secret and a wrong password open nothing", async () => {
  const { provider, request } = openLocal();
  const made = await provider.make(wanted);
  const link = await provider.join(made, wanted, kavya);
  for (const changed of [link.replace("Kavya", "Asha"), link.replace("VIEWER", "MODERATOR"), `${link}0`]) {
    const answer = await request(changed);
    expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining("checksumError")]);
  }
  const stranger = openLocal("another secret").provider;
  await expect(stranger.test()).rejects.toThrow("BigBlueButton: getMeetings was refused (checksumError).");
  await expect(stranger.test()).rejects.toBeInstanceOf(MeetingRefused);
  const forged = { ...made, details: { attendeePassword: "x", moderatorPassword: "y" } };
  const answer = await request(await provider.join(forged, wanted, kavya));
  expect(await answer.text()).toContain("invalidPassword");
  await expect(provider.remove(forged)).rejects.toThrow("invalidPassword");
});

test("the end is reported with the minutes of each, signed with the secret", async () => {
  const { provider, enter, request, pass, reports, server } = openLocal();
  const made = await provider.make(wanted);
  const room = await enter(await provider.join(made, wanted, kavya));
  for (let n = 0; n < 40; n++) {
    pass(15);
    await request(`${room}/here`, { method: "POST" });
  }
  await request(`${room}/leave`, { method: "POST" });
  pass(50);
  const again = await enter(await provider.join(made, wanted, kavya));
  for (let n = 0; n < 20; n++) {
    pass(15);
    await request(`${again}/here`, { method: "POST" });
  }
  await provider.remove(made);
  await server.settled();
  const [report] = reports;
  const raw = new Uint8Array((await report?.arrayBuffer()) ?? new ArrayBuffer(0));
  const proof = report?.headers.get("authorization") ?? "";
  const read = provider.readCallback?.(raw, proof);
  expect(read).toMatchObject({
    externalId: "class-1",
    visits: [{ personId: "learner-1", minutes: 15, isHost: false }],
  });
  expect(provider.readCallback?.(raw, undefined)).toBeNull();
  expect(provider.readCallback?.(raw, `${proof.slice(0, -2)}AA`)).toBeNull();
  expect(provider.readCallback?.(Buffer.from("[]"), proof)).toBeNull();
  // A meeting that is gone is no error.
  await provider.remove(made);
});

test("a token that has ended, or names another algorithm, proves nothing", () => {
  const { provider } = openLocal();
  const sign = (head: object, claims: object) => {
    const parts = [head, claims].map((part) => Buffer.from(JSON.stringify(part)).toString("base64url")).join(".");
    return `Bearer ${parts}.${createHmac("sha512", secret).update(parts).digest("base64url")}`;
  };
  const raw = Buffer.from(JSON.stringify({ meeting_id: "x", data: { attendees: [] } }));
  const later = Math.floor(Date.now() / 1000) + 60;
  expect(provider.readCallback?.(raw, sign({ alg: "HS512" }, { exp: later }))).toEqual({ externalId: "x", visits: [] });
  expect(provider.readCallback?.(raw, sign({ alg: "HS512" }, { exp: later - 120 }))).toBeNull();
  expect(provider.readCallback?.(raw, sign({ alg: "HS256" }, { exp: later }))).toBeNull();
  expect(provider.readCallback?.(raw, sign({ alg: "HS512" }, {}))).toBeNull();
});

test("a meeting that nobody joins ends by itself, and is created again with the next link", async () => {
  const { provider, enter, pass, server } = openLocal();
  const made = await provider.make(wanted);
  const link = await provider.join(made, wanted, kavya);
  pass(301);
  server.tidy();
  expect(await provider.listPresent?.(made)).toBeNull();
  expect(link).toBe(await provider.join(made, wanted, kavya));
  await enter(link);
});

const receiver = await startReceiver();
const remote = bigBlueButton((request) => call(request, { mayBeLocal: true, mostBytes: 10_000, timeoutInMs: 1000 }), {
  ...{ settings: { url: receiver.url }, secret, callbackUrl: "http://localhost/report" },
});

test.each([
  [200, "<html>Welcome</html>", "not in its own form"],
  [200, "", "not in its own form"],
  [200, "<response><returncode>FAILED</returncode><messageKey>a b &lt;script&gt;</messageKey></response>", "no reason"],
  [404, "Not found", "It answered 404"],
  [500, "Oops", "It answered 500"],
  [302, "", "It answered 302"],
  [200, `<!DOCTYPE x [<!ENTITY a "b">]><response><returncode>&a;</returncode></response>`, "refused"],
])("a server that answers %s with %s is named in the error", async (status, text, expected) => {
  receiver.answerStatus(status, text);
  await expect(remote.test()).rejects.toThrow(expected);
});

test("an empty list of people, one person and odd ids are all read", async () => {
  const made = { externalId: "class-1", details: {} };
  const info = (people: string) =>
    `<response><returncode>SUCCESS</returncode><running>true</running><attendees>${people}</attendees></response>`;
  receiver.answerStatus(200, info(""));
  expect(await remote.listPresent?.(made)).toEqual([]);
  receiver.answerStatus(200, info("<attendee><userID>007</userID><fullName>Asha</fullName></attendee>"));
  expect(await remote.listPresent?.(made)).toEqual([{ personId: "007", email: null, name: "Asha", isHost: false }]);
});
