import { createVerify, generateKeyPairSync } from "node:crypto";
import { expect, test } from "vitest";
import { call } from "../outside/call.ts";
import { MeetingRefused } from "../ports.ts";
import { startReceiver } from "../test/receiver.ts";
import { meet } from "./meet.ts";

const receiver = await startReceiver();
const base = `http://localhost:${receiver.port}`;
const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
const pem = privateKey.export({ type: "pkcs8", format: "pem" }).toString();
const open = (secret = pem) =>
  meet(
    (request) => call(request, { mayBeLocal: true, mostBytes: 100_000, timeoutInMs: 2000 }),
    {
      settings: { serviceEmail: "robot@project.iam.gserviceaccount.com", user: "host@example.com" },
      ...{ secret, callbackUrl: "" },
    },
    { api: `${base}/v2`, token: `${base}/token` },
  );
const wanted = { key: "class-1", name: "React", startsAt: new Date("2026-11-16T03:30:00Z"), minutes: 60 };
const made = { externalId: "spaces/jQCFfuBOdN5z", details: { joinUrl: "https://meet.google.com/abc-mnop-xyz" } };

function speak(answers: Record<string, [status: number, body: unknown]>) {
  receiver.received.length = 0;
  const all = { "/token": [200, { access_token: "t1", expires_in: 3599 }] as [number, unknown], ...answers };
  receiver.answerWith((response) => {
    const { path = "" } = receiver.received.at(-1) ?? {};
    const [status, body] = Object.entries(all).find(([begin]) => path.startsWith(begin))?.[1] ?? [404, {}];
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  });
}

// In the key file line ends are written as \n.
test.each([pem, pem.replaceAll("\n", "\\n")])(
  "a space is made in the name of the user, proved with the key",
  async (key) => {
    speak({ "/v2/spaces": [200, { name: made.externalId, meetingUri: made.details.joinUrl }] });
    expect(await open(key).make(wanted)).toEqual(made);
    const [token, space] = receiver.received;
    const assertion = new URLSearchParams(token?.body).get("assertion") ?? "";
    const [head = "", claims = "", signature = ""] = assertion.split(".");
    const isSigned = createVerify("RSA-SHA256").update(`${head}.${claims}`).verify(publicKey, signature, "base64url");
    expect(isSigned).toBe(true);
    expect(JSON.parse(Buffer.from(claims, "base64url").toString())).toMatchObject({
      ...{ iss: "robot@project.iam.gserviceaccount.com", sub: "host@example.com", aud: `${base}/token` },
      scope: "https://www.googleapis.com/auth/meetings.space.created",
    });
    expect(space?.headers.authorization).toBe("Bearer t1");
    expect(JSON.parse(space?.body ?? "")).toEqual({ config: { accessType: "OPEN", entryPointAccess: "ALL" } });
  },
);

test("the report waits until the conference is over, then names everybody with minutes", async () => {
  const record = { name: "conferenceRecords/c1" };
  speak({ "/v2/conferenceRecords?": [200, { conferenceRecords: [record] }] });
  expect(await open().readReport?.(made, wanted)).toBeNull();
  const times = { earliestStartTime: "2026-11-16T03:28:00Z", latestEndTime: "2026-11-16T04:13:00Z" };
  speak({
    "/v2/conferenceRecords?": [200, { conferenceRecords: [{ ...record, endTime: "2026-11-16T04:30:00Z" }] }],
    "/v2/conferenceRecords/c1/participants": [
      200,
      {
        participants: [
          { signedinUser: { user: "users/1", displayName: "Asha Menon" }, ...times },
          { anonymousUser: { displayName: "Guest" }, ...times },
        ],
      },
    ],
  });
  const visits = await open().readReport?.(made, wanted);
  expect(visits?.map(({ name, minutes }) => [name, minutes])).toEqual([
    ["Asha Menon", 45],
    ["Guest", 45],
  ]);
  const asked = receiver.received.find(({ path }) => path.startsWith("/v2/conferenceRecords?"));
  expect(new URL(asked?.path ?? "", base).searchParams.get("filter")).toBe(`space.name = "${made.externalId}"`);
  speak({ "/v2/conferenceRecords?": [200, {}] });
  expect(await open().readReport?.(made, wanted)).toBeNull();
});

test("ending a conference that does not run is no error; a broken key and odd answers are", async () => {
  speak({ "/v2/spaces/jQCFfuBOdN5z:endActiveConference": [400, {}] });
  await open().remove(made);
  await expect(open("not a key").test()).rejects.toThrow(
    new MeetingRefused("Google Meet: the private key cannot be read."),
  );
  speak({ "/v2/spaces": [200, { name: "spaces/../x", meetingUri: "https://meet.google.com/a" }] });
  await expect(open().make(wanted)).rejects.toThrow("unexpected form");
  speak({ "/token": [400, { error: "invalid_grant" }] });
  await expect(open().test()).rejects.toThrow("the account was not accepted. It answered 400.");
});
