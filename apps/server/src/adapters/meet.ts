import { createPrivateKey, createSign } from "node:crypto";
import { z } from "zod";
import type { MeetingAccess, MeetingProvider, MeetingVisit } from "../ports.ts";
import { MeetingProblem, MeetingRefused } from "../ports.ts";
import { callJson, type Reach } from "./meeting-call.ts";

const who = "Google Meet";
const addresses = { api: "https://meet.googleapis.com/v2", token: "https://oauth2.googleapis.com/token" };
const scopes = "https://www.googleapis.com/auth/meetings.space.created";
const earlyMs = 60_000;
const mostPages = 20;

/** A service account that acts for a user of the institute: https://developers.google.com/workspace/meet/api */
export function meet(reach: Reach, { settings, secret }: MeetingAccess, { api, token } = addresses): MeetingProvider {
  const { serviceEmail = "", user = "" } = settings;
  let kept: { token: string; endsAt: number } | undefined;

  async function readToken(): Promise<string> {
    if (kept && kept.endsAt > Date.now()) return kept.token;
    const assertion = signAssertion({ serviceEmail, user, audience: token, secret });
    const reply = await callJson(reach, {
      ...{ who, problem: "the account was not accepted", method: "POST", url: token, isRepeatable: true },
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams({ grant_type: "urn:ietf:params:oauth:grant-type:jwt-bearer", assertion }).toString(),
      reply: Token,
    });
    if (!reply) throw new MeetingRefused(`${who}: the account was not accepted. It answered 404.`);
    kept = { token: reply.access_token, endsAt: Date.now() + reply.expires_in * 1000 - earlyMs };
    return kept.token;
  }

  type Ask<Reply> = { path: string; body?: object; problem: string; reply: z.ZodType<Reply> };

  async function ask<Reply>({ path, body, problem, reply }: Ask<Reply>): Promise<Reply | undefined> {
    const headers = { authorization: `Bearer ${await readToken()}`, "content-type": "application/json" };
    const given = { who, problem, url: `${api}${path}`, headers, reply };
    return callJson(reach, {
      ...given,
      ...(body ? { method: "POST", body: JSON.stringify(body) } : { method: "GET" }),
    });
  }

  async function readPages<Item>(path: string, { field, item }: { field: string; item: z.ZodType<Item> }) {
    const items: Item[] = [];
    const reply = z.object({ [field]: z.array(item).optional(), nextPageToken: z.string().optional() });
    let page = "";
    for (let count = 0; count < mostPages; count++) {
      const url = `${path}${path.includes("?") ? "&" : "?"}${new URLSearchParams({ pageSize: "100", ...(page ? { pageToken: page } : {}) })}`;
      const found = await ask({ path: url, problem: "the report was not read", reply });
      if (!found) return items;
      items.push(...((found[field] as Item[] | undefined) ?? []));
      page = String(found.nextPageToken ?? "");
      if (!page) return items;
    }
    throw new MeetingProblem(`${who}: the report was not read. It has too many pages.`);
  }

  return {
    async test() {
      await readToken();
    },
    async make() {
      const problem = "the meeting was not made";
      const config = { accessType: "OPEN", entryPointAccess: "ALL" };
      const made = await ask({ path: "/spaces", body: { config }, problem, reply: Space });
      if (!made) throw new MeetingRefused(`${who}: ${problem}. It answered 404.`);
      return { externalId: made.name, details: { joinUrl: made.meetingUri } };
    },
    // A space has no time.
    change: async (made) => made,
    async remove({ externalId }) {
      const path = `/${externalId}:endActiveConference`;
      await ask({ path, body: {}, problem: "the meeting was not ended", reply: z.unknown() }).catch((error) => {
        // Nobody is in it: a space cannot be deleted, and nobody gets its address any more.
        if (!(error instanceof MeetingRefused)) throw error;
      });
    },
    join: async ({ details }) => details.joinUrl ?? "",
    async readReport({ externalId }) {
      const filter = new URLSearchParams({ filter: `space.name = "${externalId}"` });
      const records = await readPages(`/conferenceRecords?${filter}`, { field: "conferenceRecords", item: Conference });
      // The record has an end only when everybody has left.
      if (records.length === 0 || records.some(({ endTime }) => !endTime)) return null;
      const lists = await Promise.all(
        records.map(({ name }) => readPages(`/${name}/participants`, { field: "participants", item: Participant })),
      );
      return lists.flat().flatMap(toVisit);
    },
  };
}

type Claims = { serviceEmail: string; user: string; audience: string; secret: string };

function signAssertion({ serviceEmail, user, audience, secret }: Claims): string {
  const now = Math.floor(Date.now() / 1000);
  const claims = { iss: serviceEmail, sub: user, scope: scopes, aud: audience, iat: now, exp: now + 3600 };
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString("base64url");
  const signed = `${encode({ alg: "RS256", typ: "JWT" })}.${encode(claims)}`;
  try {
    // As it stands in the key file, where line ends are written as \n.
    const key = createPrivateKey(secret.replaceAll("\\n", "\n"));
    return `${signed}.${createSign("RSA-SHA256").update(signed).sign(key).toString("base64url")}`;
  } catch {
    throw new MeetingRefused(`${who}: the private key cannot be read.`);
  }
}

const Token = z.object({ access_token: z.string().min(1), expires_in: z.number().positive() });
const Space = z.object({ name: z.string().regex(/^spaces\/[\w-]+$/), meetingUri: z.url({ protocol: /^https$/ }) });
const Conference = z.object({
  name: z.string().regex(/^conferenceRecords\/[\w-]+$/),
  endTime: z.iso.datetime().optional(),
});
const named = z.object({ displayName: z.string().catch("") }).optional();
const Participant = z.object({
  signedinUser: named,
  anonymousUser: named,
  phoneUser: named,
  earliestStartTime: z.iso.datetime(),
  latestEndTime: z.iso.datetime().optional(),
});

/** From the first moment to the last: the list does not say who was away in between. */
function toVisit(given: z.infer<typeof Participant>): MeetingVisit[] {
  const { signedinUser, anonymousUser, phoneUser, earliestStartTime, latestEndTime } = given;
  if (!latestEndTime) return [];
  const [firstSeenAt, lastSeenAt] = [new Date(earliestStartTime), new Date(latestEndTime)];
  return [
    {
      ...{ personId: null, email: null, isHost: false, firstSeenAt, lastSeenAt },
      name: (signedinUser ?? anonymousUser ?? phoneUser)?.displayName ?? "",
      minutes: Math.round((lastSeenAt.getTime() - firstSeenAt.getTime()) / 60_000),
    },
  ];
}
