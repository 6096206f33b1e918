import { createHash, createHmac } from "node:crypto";
import { readFileSync } from "node:fs";
import { XMLBuilder } from "fast-xml-parser";
import { type Context, Hono } from "hono";
import { isSame } from "../gateway/sign.ts";
import type { Clock } from "../ports.ts";
import { createMeetings, isPresent, type Meeting, reportOf } from "./meetings.ts";
import { drawRoom, roomPolicy } from "./page.ts";

type Options = {
  secret: string;
  clock: Clock;
  /** Where this app is mounted: /dev/meetings. */
  mountedAt: string;
  /** Sends the report of a meeting that is over. */
  deliver(request: Request): Response | Promise<Response>;
};

export type MeetingServer = ReturnType<typeof createMeetingServer>;

/** A local meeting server that speaks BigBlueButton's API. Nobody is seen or heard in it, but it knows who is there. */
export function createMeetingServer({ secret, clock, mountedAt, deliver }: Options) {
  const meetings = createMeetings();
  const inFlight = new Set<Promise<unknown>>();
  const report = (meeting: Meeting) => {
    const sending = sendReport(meeting, { secret, now: clock.now(), deliver }).catch(() => {});
    inFlight.add(sending);
    sending.finally(() => inFlight.delete(sending));
  };
  const tidy = () => meetings.endEmpty(clock.now()).forEach(report);

  const app = new Hono({ strict: false });
  app.use("/*", async (_c, next) => {
    tidy();
    await next();
  });

  app.get("/bigbluebutton/api/:call", (c) => {
    const call = c.req.param("call");
    const query = new URL(c.req.url).search.slice(1);
    if (!hasChecksum({ call, query, secret })) return answer(c, failed("checksumError", "Checksums do not match"));
    const given = new URLSearchParams(query);
    const handle = calls[call];
    return handle ? handle(c, given) : answer(c, failed("unsupportedRequest", "This request is not supported."));
  });

  const find = (given: URLSearchParams) => meetings.find(given.get("meetingID") ?? "");
  const notFound = failed("notFound", "We could not find a meeting with that meeting ID");

  const calls: Record<string, (c: Context, given: URLSearchParams) => Response> = {
    create(c, given) {
      const id = given.get("meetingID") ?? "";
      if (!id || id.length > 256) return answer(c, failed("missingParamMeetingID", "You must specify a meeting ID"));
      const meeting = meetings.create(
        {
          ...{ id, name: given.get("name") ?? id, callbackUrl: given.get("meta_analytics-callback-url") ?? "" },
          attendeePassword: given.get("attendeePW") || "ap",
          moderatorPassword: given.get("moderatorPW") || "mp",
        },
        clock.now(),
      );
      if (!meeting) return answer(c, failed("maxMeetings", "There are too many meetings."));
      const { internalId, attendeePassword, moderatorPassword, createdAt, people } = meeting;
      return answer(c, {
        ...{ returncode: "SUCCESS", meetingID: id, internalMeetingID: internalId, parentMeetingID: "bbb-none" },
        ...{ attendeePW: attendeePassword, moderatorPW: moderatorPassword, createTime: createdAt.getTime() },
        ...{ hasUserJoined: people.length > 0, duration: 0, hasBeenForciblyEnded: false },
      });
    },
    join(c, given) {
      const meeting = find(given);
      if (!meeting) return answer(c, notFound);
      const password = given.get("password") ?? "";
      const isModerator = isSame(password, meeting.moderatorPassword);
      if (!isModerator && !isSame(password, meeting.attendeePassword))
        return answer(c, failed("invalidPassword", "The password is wrong"));
      const name = (given.get("fullName") ?? "").slice(0, 200);
      if (!name) return answer(c, failed("missingParamFullName", "You must specify a name"));
      const role = isModerator && given.get("role") !== "VIEWER" ? "MODERATOR" : "VIEWER";
      const token = meetings.join(meeting, { userId: given.get("userID") ?? name, name, role }, clock.now());
      if (!token) return answer(c, failed("maxParticipants", "The meeting is full"));
      return c.redirect(`${mountedAt}/room/${token}`, 302);
    },
    isMeetingRunning: (c, given) => answer(c, { returncode: "SUCCESS", running: isRunning(find(given)) }),
    getMeetings: (c) =>
      answer(c, { returncode: "SUCCESS", meetings: { meeting: meetings.list().map((one) => describe(one)) } }),
    getMeetingInfo(c, given) {
      const meeting = find(given);
      return answer(c, meeting ? { returncode: "SUCCESS", ...describe(meeting) } : notFound);
    },
    end(c, given) {
      const meeting = find(given);
      if (!meeting) return answer(c, notFound);
      if (!isSame(given.get("password") ?? "", meeting.moderatorPassword))
        return answer(c, failed("invalidPassword", "The password is wrong"));
      report(meetings.end(meeting));
      return answer(c, { returncode: "SUCCESS", messageKey: "sentEndMeetingRequest" });
    },
  };

  const isRunning = (meeting: Meeting | undefined) =>
    meeting?.people.some((person) => isPresent(person, clock.now())) ?? false;

  function describe(meeting: Meeting) {
    const { id, internalId, name, createdAt, people } = meeting;
    const present = people.filter((person) => isPresent(person, clock.now()));
    return {
      ...{ meetingName: name, meetingID: id, internalMeetingID: internalId, createTime: createdAt.getTime() },
      ...{ running: isRunning(meeting), participantCount: present.length },
      attendees: { attendee: present.map(({ userId, name, role }) => ({ userID: userId, fullName: name, role })) },
    };
  }

  app.get("/room/:token", (c) => {
    const found = meetings.findToken(c.req.param("token"));
    c.header("content-security-policy", roomPolicy);
    c.header("cache-control", "no-store");
    return c.html(drawRoom(found, mountedAt), found ? 200 : 404);
  });
  app.post("/room/:token/here", (c) => {
    const found = meetings.findToken(c.req.param("token"));
    if (!found) return c.json({ isOver: true }, 410);
    meetings.see(found.person, clock.now());
    return c.json({ people: found.meeting.people.filter((person) => isPresent(person, clock.now())).length });
  });
  app.post("/room/:token/leave", (c) => {
    const found = meetings.findToken(c.req.param("token"));
    if (found) meetings.leave(found.person, clock.now());
    return c.body(null, 204);
  });
  app.post("/room/:token/end", (c) => {
    const found = meetings.findToken(c.req.param("token"));
    if (found?.person.role === "MODERATOR") report(meetings.end(found.meeting));
    return c.body(null, 204);
  });
  app.get("/room.js", (c) => sendFile(c, { name: "room.js", type: "text/javascript; charset=utf-8" }));
  app.get("/room.css", (c) => sendFile(c, { name: "room.css", type: "text/css; charset=utf-8" }));

  return {
    app,
    /** Call this regularly: it ends what everybody has left. */
    tidy,
    /** Resolves when all reports in progress are sent. */
    settled: async () => {
      await Promise.all(inFlight);
    },
  };
}

/** The query is signed as it stands in the address, without its checksum. */
function hasChecksum({ call, query, secret }: { call: string; query: string; secret: string }): boolean {
  const given = new URLSearchParams(query).get("checksum") ?? "";
  const signed = query.replace(/(^|&)checksum=[^&]*/, "").replace(/^&/, "");
  return isSame(given, createHash("sha256").update(`${call}${signed}${secret}`).digest("hex"));
}

function failed(messageKey: string, message: string) {
  return { returncode: "FAILED", messageKey, message };
}

const builder = new XMLBuilder({ format: true });

function answer(c: Context, response: object): Response {
  return c.body(builder.build({ response }), 200, { "content-type": "text/xml; charset=utf-8" });
}

type Sending = Pick<Options, "secret" | "deliver"> & { now: Date };

/** As BigBlueButton's own script does: a token of the shared secret that ends after a day. */
async function sendReport(meeting: Meeting, { secret, now, deliver }: Sending): Promise<void> {
  if (!URL.canParse(meeting.callbackUrl)) return;
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString("base64url");
  const signed = `${encode({ typ: "JWT", alg: "HS512" })}.${encode({ exp: Math.floor(Date.now() / 1000) + 86_400 })}`;
  const signature = createHmac("sha512", secret).update(signed).digest("base64url");
  await deliver(
    new Request(meeting.callbackUrl, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${signed}.${signature}` },
      body: JSON.stringify(reportOf(meeting, now)),
    }),
  );
}

function sendFile(c: Context, { name, type }: { name: string; type: string }) {
  const text = readFileSync(new URL(name, import.meta.url), "utf8");
  return c.body(text, 200, { "content-type": type, "cache-control": "no-cache" });
}
