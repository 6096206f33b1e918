import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { createReadStream, readFileSync, rmSync } from "node:fs";
import { request } from "node:http";
import path from "node:path";
import { waitUntil } from "../children.ts";
import { json, send } from "../http.ts";
import type { Options, Result } from "../round.ts";
import { openExternal } from "../world.ts";

const megabyte = 1024 * 1024;
const bytes = Number(process.env.RECORDING_MB ?? 2048) * megabyte;
const blockBytes = 16 * megabyte;
/** More than this above the idle process would be a leak. */
const mostMb = 200;
const cuts = ["kill", "cut", "kill"] as const;

/**
 * A recording of 2 GB (or `RECORDING_MB`) is sent to two processes in turn: after each quarter the process is killed, or the connection cut, and
 * the other process goes on. It must be stored with every byte, and never be in memory.
 */
export async function* recording({ rounds, root }: Options): AsyncGenerator<Result> {
  const world = await openExternal({ processes: 2, root });
  for (let n = 0; n < rounds; n++) {
    const name = `recording ${n + 1}`;
    const entered = await send(world.base(), {
      ...{ method: "POST", path: "/api/staff/entrance/demo", body: { role: "owner" } },
    });
    const cookie = String(entered.headers["set-cookie"]).split(";")[0] ?? "";
    const started = await send(world.base(), {
      ...{ method: "POST", path: "/api/staff/library/uploads", headers: { cookie } },
      body: { name: "class 12.mp4", bytes, courseId: "sql" },
    });
    const { fileId, address } = json(started);
    if (typeof address !== "string") {
      yield { name, faults: [`the upload did not start: ${started.status} ${started.body}`], figures: {} };
      continue;
    }
    const film = makeFilm();
    const memory = watchMemory(() => world.products.map(({ child }) => child.pid));
    const begunAt = performance.now();
    const again: number[] = [];
    for (let turn = 0; turn <= cuts.length; turn++) {
      const at = turn % world.ports.length;
      const base = `http://127.0.0.1:${world.ports[at]}`;
      const from = await reach(base, { address, cookie });
      const upTo = turn === cuts.length ? bytes : Math.floor((bytes * (turn + 1)) / (cuts.length + 1));
      again.push(turn === 0 ? 0 : Math.floor((bytes * turn) / (cuts.length + 1)) - from);
      const sending = sendFrom(base, { address, cookie, from, film });
      await sending.until(upTo);
      if (cuts[turn] === "kill") {
        await world.end(at, "SIGKILL");
        await world.start(at);
      }
      if (turn < cuts.length) sending.cut();
      else await sending.answered;
    }
    const sentAfter = (performance.now() - begunAt) / 1000;
    const readState = async () => (await world.query<{ state: string }>(stateOf, [fileId]))[0]?.state;
    await waitUntil(async () => (await readState()) !== "checking", { seconds: 600, what: "the file is stored" });
    const peak = memory.stop();
    const place = path.join(world.dataDir, "files/learning", String(fileId));
    const stored = await hashStored(place);
    const faults = [
      ...((await readState()) === "ready" ? [] : [`the file is ${await readState()}`]),
      ...(stored === film.hash() ? [] : ["the stored bytes are not those that were sent"]),
      ...(peak > mostMb ? [`a process took ${peak} MB more than idle`] : []),
      ...world.exits,
    ];
    await world.query("delete from lesson_file where id = $1", [fileId]);
    rmSync(place);
    const figures = {
      ...{ "MB more than idle": peak, "s until all was sent": Math.round(sentAfter) },
      "MB sent again": Math.round(again.reduce((sum, one) => sum + one, 0) / megabyte),
      "s until it was stored": Math.round((performance.now() - begunAt) / 1000),
    };
    yield { name, faults, figures };
  }
}

const stateOf = "select state from lesson_file where id = $1";

/** Each block says where it belongs, so that one in the wrong place is noticed. */
function makeFilm() {
  const block = randomBytes(blockBytes);
  const at = (offset: number): Buffer => {
    const start = Math.floor(offset / blockBytes) * blockBytes;
    block.writeDoubleBE(start, 0);
    return block.subarray(offset - start, Math.min(blockBytes, bytes - start));
  };
  return {
    at,
    hash() {
      const hash = createHash("sha256");
      for (let offset = 0; offset < bytes; offset += blockBytes) hash.update(at(offset));
      return hash.digest("hex");
    },
  };
}

type Upload = { address: string; cookie: string };

/** How much has arrived, once somebody can say it. */
async function reach(base: string, { address, cookie }: Upload): Promise<number> {
  let offset: number | undefined;
  await waitUntil(
    async () => {
      const answer = await send(base, { method: "HEAD", path: address, headers: { cookie } });
      if (answer.status === 200) offset = Number(answer.headers["upload-offset"]);
      return offset !== undefined;
    },
    { seconds: 60, what: "the upload can go on" },
  );
  return offset ?? 0;
}

function sendFrom(
  base: string,
  { address, cookie, from, film }: Upload & { from: number; film: ReturnType<typeof makeFilm> },
) {
  const answered = Promise.withResolvers<number>();
  const headers = {
    ...{ cookie, "tus-resumable": "1.0.0", "content-type": "application/offset+octet-stream" },
    ...{ "upload-offset": String(from), "content-length": String(bytes - from) },
  };
  const sent = request(new URL(address, base), { method: "PATCH", headers }, (answer) => {
    answer.resume();
    answered.resolve(answer.statusCode ?? 0);
  });
  let isGone = false;
  sent.on("error", () => {
    isGone = true;
    answered.resolve(0);
  });
  return {
    answered: answered.promise,
    cut: () => sent.destroy(),
    async until(upTo: number): Promise<void> {
      for (let offset = from; offset < upTo && !isGone; ) {
        // The block is used again, so what was given away is a copy.
        const part = Buffer.from(film.at(offset).subarray(0, Math.min(megabyte, upTo - offset)));
        offset += part.length;
        if (!sent.write(part)) await Promise.race([once(sent, "drain"), answered.promise]);
      }
      if (upTo === bytes) sent.end();
    },
  };
}

/** The most that one of these processes takes more than when it was first seen. */
function watchMemory(pids: () => number[]) {
  const idle = new Map<number, number>();
  let peak = 0;
  const timer = setInterval(() => {
    for (const pid of pids()) {
      const mb = rssInMb(pid);
      if (mb === 0) continue;
      idle.set(pid, Math.max(idle.get(pid) ?? 0, idle.has(pid) ? 0 : mb));
      peak = Math.max(peak, mb - (idle.get(pid) ?? mb));
    }
  }, 100);
  return {
    stop() {
      clearInterval(timer);
      return peak;
    },
  };
}

function rssInMb(pid: number): number {
  try {
    return Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1024);
  } catch {
    return 0;
  }
}

/** A line with the type comes before the bytes. */
async function hashStored(file: string): Promise<string> {
  const hash = createHash("sha256");
  let isHeader = true;
  for await (const part of createReadStream(file) as AsyncIterable<Buffer>) {
    hash.update(isHeader ? part.subarray(part.indexOf("\n") + 1) : part);
    isHeader = false;
  }
  return hash.digest("hex");
}
