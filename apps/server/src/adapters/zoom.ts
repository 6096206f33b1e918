import { z } from "zod";
import type { MadeMeeting, MeetingAccess, MeetingProvider, MeetingVisit, WantedMeeting } from "../ports.ts";
import { MeetingProblem, MeetingRefused } from "../ports.ts";
import { callJson, type Reach } from "./meeting-call.ts";

const who = "Zoom";
const addresses = { api: "https://api.zoom.us/v2", token: "https://zoom.us/oauth/token" };
/** A token ends a minute earlier for us, so that none ends on its way. */
const earlyMs = 60_000;
const mostPages = 20;

/** Server-to-server OAuth: https://developers.zoom.us/docs/internal-apps/s2s-oauth/ */
export function zoom(reach: Reach, { settings, secret }: MeetingAccess, { api, token } = addresses): MeetingProvider {
  const { accountId = "", clientId = "", user = "me" } = settings;
  let kept: { token: string; endsAt: number } | undefined;

  async function readToken(): Promise<string> {
    if (kept && kept.endsAt > Date.now()) return kept.token;
    const reply = await callJson(reach, {
      ...{ who, problem: "the account was not accepted", method: "POST", isRepeatable: true },
      url: `${token}?${new URLSearchParams({ grant_type: "account_credentials", account_id: accountId })}`,
      headers: { authorization: `Basic ${Buffer.from(`${clientId}:${secret}`).toString("base64")}` },
      reply: Token,
    });
    if (!reply) throw new MeetingRefused(`${who}: the account was not accepted. It answered 404.`);
    kept = { token: reply.access_token, endsAt: Date.now() + reply.expires_in * 1000 - earlyMs };
    return kept.token;
  }

  type Ask<Reply> = { method?: string; path: string; body?: object; problem: string; reply: z.ZodType<Reply> };

  async function ask<Reply>({ method = "GET", path, body, problem, reply }: Ask<Reply>): Promise<Reply | undefined> {
    const headers = { authorization: `Bearer ${await readToken()}`, "content-type": "application/json" };
    const given = { who, problem, method, url: `${api}${path}`, headers, reply };
    return callJson(reach, {
      ...given,
      ...(body ? { body: JSON.stringify(body) } : {}),
      isRepeatable: method !== "POST",
    });
  }

  const pathOf = ({ externalId }: MadeMeeting) => `/meetings/${encodeURIComponent(externalId)}`;

  return {
    async test() {
      const found = await ask({
        ...{ path: `/users/${encodeURIComponent(user)}`, problem: "the host was not read", reply: z.unknown() },
      });
      if (found === undefined) throw new MeetingRefused(`${who}: there is no user ${user}.`);
    },
    async make(wanted) {
      const made = await ask({
        ...{ method: "POST", path: `/users/${encodeURIComponent(user)}/meetings`, body: toBody(wanted) },
        ...{ problem: "the meeting was not made", reply: Made },
      });
      if (!made) throw new MeetingRefused(`${who}: there is no user ${user}.`);
      return { externalId: String(made.id), details: { joinUrl: made.join_url } };
    },
    async change(made, wanted) {
      const problem = "the meeting was not changed";
      // A meeting that is gone at the provider is made again.
      const path = pathOf(made);
      const done = await ask({ method: "PATCH", path, body: toBody(wanted), problem, reply: z.unknown() });
      return done === undefined ? this.make(wanted) : made;
    },
    async remove(made) {
      await ask({ method: "DELETE", path: pathOf(made), problem: "the meeting was not removed", reply: z.unknown() });
    },
    /** The address for the host ends after two hours, so it is asked for each time. */
    async join(made, _wanted, { isHost }) {
      if (!isHost) return made.details.joinUrl ?? "";
      const found = await ask({ path: pathOf(made), problem: "the meeting was not read", reply: Started });
      if (!found) throw new MeetingRefused(`${who}: the meeting is gone.`);
      return found.start_url;
    },
    async readReport({ externalId }) {
      const visits: MeetingVisit[] = [];
      let page = "";
      for (let count = 0; count < mostPages; count++) {
        const query = new URLSearchParams({ page_size: "300", ...(page ? { next_page_token: page } : {}) });
        const path = `/report/meetings/${encodeURIComponent(externalId)}/participants?${query}`;
        const found = await ask({ path, problem: "the report was not read", reply: Report });
        if (!found) return null;
        visits.push(...found.participants.map(toVisit));
        page = found.next_page_token;
        if (!page) return visits;
      }
      throw new MeetingProblem(`${who}: the report was not read. It has too many pages.`);
    },
  };
}

function toBody({ name, startsAt, minutes }: WantedMeeting) {
  return {
    ...{ topic: name.slice(0, 200), type: 2, start_time: startsAt.toISOString().replace(/\.\d+/, "") },
    ...{ duration: minutes, timezone: "UTC" },
    settings: { join_before_host: true, jbh_time: 15, waiting_room: false, approval_type: 2, mute_upon_entry: true },
  };
}

const Token = z.object({ access_token: z.string().min(1), expires_in: z.number().positive() });
const link = z.url({ protocol: /^https$/ });
const Made = z.object({ id: z.union([z.number(), z.string().min(1)]), join_url: link });
const Started = z.object({ start_url: link });
const Participant = z.object({
  name: z.string().catch(""),
  user_email: z.string().catch(""),
  join_time: z.iso.datetime(),
  leave_time: z.iso.datetime(),
  duration: z.number().min(0),
});
const Report = z.object({ participants: z.array(Participant).max(300), next_page_token: z.string().catch("") });

/** Durations are in seconds. Who comes back later has a second line. */
function toVisit({ name, user_email, join_time, leave_time, duration }: z.infer<typeof Participant>): MeetingVisit {
  return {
    ...{ personId: null, email: user_email || null, name, isHost: false, minutes: Math.round(duration / 60) },
    ...{ firstSeenAt: new Date(join_time), lastSeenAt: new Date(leave_time) },
  };
}
