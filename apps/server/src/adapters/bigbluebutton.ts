import { createHash, createHmac } from "node:crypto";
import { XMLParser } from "fast-xml-parser";
import { z } from "zod";
import type { MadeMeeting, MeetingAccess, MeetingGuest, MeetingProvider, WantedMeeting } from "../ports.ts";
import { MeetingProblem, MeetingRefused } from "../ports.ts";
import { readAnalytics } from "./bigbluebutton-analytics.ts";
import { isSame } from "./is-same.ts";
import { type Reach, reachAgain, refusal } from "./meeting-call.ts";

const who = "BigBlueButton";

/** https://docs.bigbluebutton.org/development/api */
export function bigBlueButton(reach: Reach, { settings, secret, callbackUrl }: MeetingAccess): MeetingProvider {
  const base = (settings.url ?? "").replace(/\/+$/, "");

  const addressOf = (name: string, parameters: Record<string, string>) => {
    const query = new URLSearchParams(parameters).toString();
    return `${base}/${name}?${query ? `${query}&` : ""}checksum=${checksumOf({ name, query, secret })}`;
  };

  async function ask<Reply>(
    name: string,
    { parameters = {}, reply }: { parameters?: Record<string, string>; reply: z.ZodType<Reply> },
  ): Promise<Reply | undefined> {
    const answer = await reachAgain(reach, { method: "GET", url: addressOf(name, parameters) });
    if (answer.status === null) throw new MeetingProblem(`${who}: ${name} failed. ${answer.problem}`);
    const found = Envelope.safeParse(parseXml(answer.body));
    if (!found.success) {
      const why = `${who}: ${name} failed. It answered ${answer.status}, not in its own form.`;
      throw answer.status === 200 ? new MeetingProblem(why) : refusal(answer.status, why);
    }
    const { returncode, messageKey = "" } = found.data.response;
    if (messageKey === "notFound") return undefined;
    if (returncode !== "SUCCESS") throw new MeetingRefused(`${who}: ${name} was refused (${wordOf(messageKey)}).`);
    const parsed = reply.safeParse(found.data.response);
    if (!parsed.success) throw new MeetingProblem(`${who}: ${name} failed. The answer has an unexpected form.`);
    return parsed.data;
  }

  /** The same id again answers with the meeting that exists. A meeting that nobody joins ends by itself after some minutes. */
  const create = ({ externalId, details }: MadeMeeting, { name }: WantedMeeting) =>
    ask("create", {
      parameters: {
        ...{ name, meetingID: externalId, record: "false" },
        ...{ attendeePW: details.attendeePassword ?? "", moderatorPW: details.moderatorPassword ?? "" },
        "meta_analytics-callback-url": callbackUrl,
      },
      reply: z.unknown(),
    });

  return {
    async test() {
      await ask("getMeetings", { reply: z.unknown() });
    },
    /** Made when the first person joins; until then it is a name, and a server that was seen to answer. */
    async make({ key }) {
      await ask("isMeetingRunning", { parameters: { meetingID: key }, reply: z.unknown() });
      const passwordOf = (role: string) => createHmac("sha256", secret).update(`${role} ${key}`).digest("hex");
      return {
        externalId: key,
        details: {
          attendeePassword: passwordOf("attendee").slice(0, 24),
          moderatorPassword: passwordOf("moderator").slice(0, 24),
        },
      };
    },
    change: async (made) => made,
    async remove({ externalId, details }) {
      const parameters = { meetingID: externalId, password: details.moderatorPassword ?? "" };
      await ask("end", { parameters, reply: z.unknown() });
    },
    async join(made, wanted, { id, name, isHost }) {
      await create(made, wanted);
      const { attendeePassword = "", moderatorPassword = "" } = made.details;
      return addressOf("join", {
        ...{ meetingID: made.externalId, fullName: name, userID: id, redirect: "true" },
        ...{ role: isHost ? "MODERATOR" : "VIEWER", password: isHost ? moderatorPassword : attendeePassword },
      });
    },
    async listPresent({ externalId }) {
      const info = await ask("getMeetingInfo", { parameters: { meetingID: externalId }, reply: MeetingInfo });
      if (info?.running !== "true") return null;
      return info.attendees.map(toGuest);
    },
    readCallback: (raw, proof) => (isFrom(secret, proof) ? readAnalytics(raw) : null),
  };
}

/** Of the call's name, its query and the secret, as the server computes it. */
export function checksumOf({ name, query, secret }: { name: string; query: string; secret: string }): string {
  return createHash("sha256").update(`${name}${query}${secret}`).digest("hex");
}

// Ids and names stay text: "007" is not 7. Entities of a document of its own are never expanded.
const parser = new XMLParser({ parseTagValue: false, ignoreAttributes: true, isArray: (name) => name === "attendee" });

function parseXml(body: Uint8Array): unknown {
  try {
    return parser.parse(Buffer.from(body));
  } catch {
    return undefined;
  }
}

const Envelope = z.object({
  response: z.looseObject({ returncode: z.string(), messageKey: z.string().optional().catch(undefined) }),
});

const mostGuests = 1000;
const Attendee = z.object({
  userID: z.string(),
  fullName: z.string().catch(""),
  role: z.string().catch("VIEWER"),
});
const MeetingInfo = z.object({
  running: z.string(),
  // An empty element is read as an empty text.
  attendees: z
    .union([z.object({ attendee: z.array(Attendee).max(mostGuests) }), z.string()])
    .optional()
    .transform((given) => (typeof given === "object" ? given.attendee : [])),
});

function toGuest({ userID, fullName, role }: z.infer<typeof Attendee>): MeetingGuest {
  return { personId: userID, email: null, name: fullName, isHost: role === "MODERATOR" };
}

/** Only a word: the message may quote what we sent. */
function wordOf(messageKey: string): string {
  return /^\w{1,60}$/.test(messageKey) ? messageKey : "no reason given";
}

/** A token of the shared secret (JWT, HS512), as the server signs its reports. */
function isFrom(secret: string, proof = ""): boolean {
  const [, head = "", body = "", signature = ""] = /^Bearer ([\w-]+)\.([\w-]+)\.([\w-]+)$/.exec(proof) ?? [];
  if (!secret || !head) return false;
  const expected = createHmac("sha512", secret).update(`${head}.${body}`).digest("base64url");
  if (!isSame(signature, expected)) return false;
  const claims = Claims.safeParse(readPart(body));
  return claims.success && Algorithm.safeParse(readPart(head)).success && claims.data.exp * 1000 > Date.now();
}

const Claims = z.object({ exp: z.number() });
const Algorithm = z.object({ alg: z.literal("HS512") });

function readPart(part: string): unknown {
  try {
    return JSON.parse(Buffer.from(part, "base64url").toString("utf8"));
  } catch {
    return undefined;
  }
}
