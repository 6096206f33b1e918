import { createHash } from "node:crypto";
import { localMeetingServer } from "@shoreline/domain/meeting-account";
import type { Hono } from "hono";
import { LRUCache } from "lru-cache";
import type { Db } from "../db/connect.ts";
import { readServerSecret } from "../db/server-secret.ts";
import { createMeetingServer, type MeetingServer } from "../meeting-server/server.ts";
import { mayBeLocal } from "../outside/addresses.ts";
import { call } from "../outside/call.ts";
import type { Clock, MeetingAccess, MeetingProvider, Meetings } from "../ports.ts";
import { MeetingRefused } from "../ports.ts";
import { bigBlueButton } from "./bigbluebutton.ts";
import { meet } from "./meet.ts";
import type { Reach } from "./meeting-call.ts";
import { zoom } from "./zoom.ts";

const mountedAt = "/dev/meetings";
const mostBytes = 1_000_000;
const providersKept = 50;

type Options = {
  db: Db;
  clock: Clock;
  publicUrl: string;
  isLocal: boolean;
  isDemo: boolean;
  deliver(request: Request): Response | Promise<Response>;
  /** Makes one server of those of several processes. */
  share?: ((mountedAt: string, app: Hono) => Hono) | undefined;
};

/** The providers of meetings, and while the product runs locally the meeting server of this machine. */
export async function openMeetings({ db, clock, publicUrl, isLocal, isDemo, deliver, share }: Options) {
  const own = isLocal
    ? createMeetingServer({ secret: await readServerSecret(db, "local-meetings"), clock, mountedAt, deliver })
    : undefined;
  const server = own && share ? { ...own, app: share(mountedAt, own.app) } : own;
  // Everybody is an owner in a demonstration: no visitor may use us to call other servers.
  const outside: Reach = isDemo
    ? async () => ({ status: null, problem: "A demonstration calls no other server.", body: Buffer.alloc(0) })
    : (request) => call(request, { mayBeLocal: mayBeLocal({ isLocal, isDemo }), mostBytes });
  // Tokens of an account are kept with it.
  const kept = new LRUCache<string, MeetingProvider>({ max: providersKept });
  const keeping = (kind: string, open: (access: MeetingAccess) => MeetingProvider) => (access: MeetingAccess) => {
    const key = createHash("sha256")
      .update(JSON.stringify([kind, access]))
      .digest("hex");
    const found = kept.get(key) ?? open(access);
    kept.set(key, found);
    return found;
  };
  const meetings: Meetings = {
    bigbluebutton: keeping("bigbluebutton", (access) =>
      access.settings.url === localMeetingServer
        ? bigBlueButton(reachLocal(server), {
            ...access,
            settings: { url: `${publicUrl}${mountedAt}/bigbluebutton/api` },
          })
        : bigBlueButton(outside, access),
    ),
    zoom: keeping("zoom", (access) => zoom(outside, access)),
    meet: keeping("meet", (access) => meet(outside, access)),
  };
  return { meetings, ...(server ? { meetingServer: server } : {}) };
}

/** Without a socket, but through the same protocol. */
function reachLocal(server: MeetingServer | undefined): Reach {
  return async ({ method, url, headers }) => {
    if (!server) throw new MeetingRefused("The meeting server of this machine is for trying out only.");
    const { pathname, search } = new URL(url);
    const response = await server.app.request(pathname.slice(mountedAt.length) + search, {
      method,
      ...(headers ? { headers } : {}),
    });
    return { status: response.status, problem: null, body: Buffer.from(await response.arrayBuffer()) };
  };
}
