import { eq } from "drizzle-orm";
import { afterEach, expect, test } from "vitest";
import { meetingAccount } from "../../db/tables/meeting.ts";
import { auditEntry, staff } from "../../db/tables/staff.ts";
import { testInstitute } from "../../test/institute.ts";
import { newStaff } from "../../test/staff.ts";

const institute = await testInstitute();
const { db, deps } = institute;
const owner = await newStaff(institute, ["owner"], "Anitha Devan");
const zoom = { kind: "zoom" as const, name: "Zoom of the institute", atOnce: 1 };
const settings = { accountId: "acc", clientId: "client", user: "host@example.com" };
const secret = "a secret that nobody sees";

afterEach(() => {
  Object.assign(deps, { isLocal: true, isDemo: false });
});

test("an owner adds, changes and closes an account, and its secret is in no answer and no log", async () => {
  const { accounts } = await owner.meetings.saveAccount({ ...zoom, settings, secret });
  const added = accounts.find(({ name }) => name === zoom.name);
  expect(added).toMatchObject({ kind: "zoom", settings, atOnce: 1, closedAt: null, problem: null });
  const accountId = added?.accountId ?? "";
  const changed = await owner.meetings.saveAccount({ ...zoom, accountId, settings, atOnce: 3 });
  expect(changed.accounts.find((one) => one.accountId === accountId)).toMatchObject({ atOnce: 3 });
  const stored = async () => (await db.select().from(meetingAccount).where(eq(meetingAccount.id, accountId)))[0];
  expect((await stored())?.secret).toBe(secret);
  await owner.meetings.saveAccount({ ...zoom, accountId, settings, secret: "another secret" });
  expect((await stored())?.secret).toBe("another secret");
  const closed = await owner.meetings.closeAccount({ accountId });
  expect(closed.accounts.at(-1)).toMatchObject({ accountId, closedAt: expect.any(String) });
  const log = await db.select().from(auditEntry).where(eq(auditEntry.thingId, accountId));
  expect(log.map(({ action }) => action)).toEqual([
    ...[
      "Added a meeting account",
      "Changed a meeting account",
      "Changed a meeting account",
      "Closed a meeting account",
    ],
  ]);
  expect(JSON.stringify([closed, log])).not.toContain("secret that");
  expect(JSON.stringify([closed, log])).not.toContain("another secret");
});

test("what is missing is named field by field, and addresses inside are refused", async () => {
  const fields = (fields: Record<string, unknown>) => ({ status: 400, code: "INVALID_INPUT", fields });
  await expect(owner.meetings.saveAccount({ ...zoom, settings: { accountId: "a" }, secret })).rejects.toMatchObject(
    fields({ clientId: "Please fill in", user: "Please fill in" }),
  );
  await expect(owner.meetings.saveAccount({ ...zoom, settings })).rejects.toMatchObject(
    fields({ secret: "Enter the secret" }),
  );
  await expect(owner.meetings.saveAccount({ ...zoom, settings, secret, atOnce: 0 })).rejects.toMatchObject(
    fields({ atOnce: "At least 1" }),
  );
  deps.isLocal = false;
  const server = { kind: "bigbluebutton" as const, name: "Ours", atOnce: 1, secret };
  for (const url of [
    "http://127.0.0.1/api",
    "https://10.0.0.1/api",
    "https://intranet/api",
    "ftp://x.example.com",
    "local",
  ])
    await expect(owner.meetings.saveAccount({ ...server, settings: { url } })).rejects.toMatchObject(
      fields({ url: "Enter a public address that begins with https://" }),
    );
});

test("the account of this machine answers a test; one that cannot be reached says why", async () => {
  const { accounts } = await owner.meetings.accounts({});
  const local = accounts.find(({ settings }) => settings.url === "local");
  expect(local).toMatchObject({ kind: "bigbluebutton", name: "Meetings on this machine", atOnce: 10 });
  expect(await owner.meetings.testAccount({ accountId: local?.accountId ?? "" })).toEqual({
    ...{ isFine: true, message: "Meetings on this machine answered: the account can be used." },
  });
  const { accounts: more } = await owner.meetings.saveAccount({
    ...{ kind: "bigbluebutton", name: "Nobody", atOnce: 1, secret, settings: { url: "http://127.0.0.1:9/api" } },
  });
  const nobody = more.find(({ name }) => name === "Nobody");
  expect(await owner.meetings.testAccount({ accountId: nobody?.accountId ?? "" })).toEqual({
    ...{ isFine: false, message: "BigBlueButton: getMeetings failed. The server refused the connection." },
  });
});

test("who entered a demonstration does not see the institute's accounts", async () => {
  const visitor = await newStaff(institute, ["owner"], "A visitor");
  await db.update(staff).set({ isDemo: true }).where(eq(staff.id, visitor.person.id));
  const [own] = await db
    .insert(meetingAccount)
    .values({ ...zoom, settings, secret, addedAt: new Date() })
    .returning();
  const { accounts } = await visitor.meetings.accounts({});
  expect(accounts.map(({ name }) => name)).toEqual(["Meetings on this machine"]);
  await expect(visitor.meetings.testAccount({ accountId: own?.id ?? "" })).rejects.toMatchObject({
    code: "UNKNOWN_MEETING_ACCOUNT",
  });
});
