// What a screen of the portal costs: CPU time, round trips to the database, and PostgreSQL's share.
import {
  type Call,
  countQueries,
  type Measured,
  measureCalls,
  type Product,
  printRow,
  smallestCall,
  startCounting,
  startMeasured,
} from "./calls.ts";
import { enrol } from "./learner.ts";
import { stopAll } from "./product.mjs";

const courseId = "python";
const rounds = 7;
const times = 300;

/** What the portal's screens ask for, each by itself. */
const calls: Record<string, Asked> = {
  profile: ["/api/user/"],
  purchases: ["/api/purchased/"],
  notifications: ["/api/notification/"],
  today: ["/api/schedule/today"],
  certificates: ["/api/certificate/"],
  webinars: ["/api/webinar/mine"],
  schedule: [`/api/schedule/view/${courseId}`],
  sessions: ["/api/user/sessions"],
  passkeys: ["/api/user/passkey/list"],
  channels: ["/api/user/channels"],
  guardian: ["/api/user/guardian"],
};

/** Parts of the same moment are one call. */
const together = (...parts: string[]): Asked => ["/api/classroom/", { parts }];
const frame = together("profile", "purchases", "notifications");
/** What a browser asks for when a screen is opened first: what every screen shows, then what it shows itself. */
const screens: Record<string, Asked[]> = {
  "My Courses": [frame, together("certificates", "today", "webinars")],
  Schedule: [frame, calls.schedule as Asked],
  "Purchase History": [frame],
  Notifications: [frame],
  Certificates: [frame, together("certificates")],
  "Edit Profile": [frame, together("certificates", "sessions", "passkeys", "channels", "guardian")],
};

const asked = new Map([...Object.values(calls), ...Object.values(screens).flat()].map((one) => [nameOf(one), one]));
const names = [...asked.keys()];
type Asked = [path: string, body?: object];
type Cost = Measured & { queries: number };

try {
  const counting = await startCounting();
  const counted: number[] = [];
  for (const call of await listCalls(counting)) counted.push(await countQueries(counting.url, call));
  await stopAll();
  const product = await startMeasured();
  const measured = await measureCalls(product, await listCalls(product), { times, rounds });
  const [least, ...costs] = measured.map((cost, at): Cost => ({ ...cost, queries: counted[at] ?? 0 }));
  if (!least) throw new Error("Nothing was measured.");
  const costOf = (one: Asked) => costs[names.indexOf(nameOf(one))] ?? least;
  console.log(`\nCPU time in ms for one answer, medians of ${rounds} rounds of ${times}.\n`);
  printHead("call");
  printCost({ name: smallestCall.name, cost: least, least });
  for (const [name, one] of Object.entries(calls)) printCost({ name, cost: costOf(one), least });
  console.log("");
  printHead("screen, with all its calls");
  for (const [name, parts] of Object.entries(screens)) {
    const add = (key: keyof Cost) => parts.reduce((sum, part) => sum + costOf(part)[key], 0);
    const cost = { node: add("node"), postgres: add("postgres"), queries: add("queries") };
    printCost({ name: `${name} (${parts.length})`, cost, least });
  }
} finally {
  await stopAll();
}

function nameOf(one: Asked): string {
  return JSON.stringify(one);
}

function printHead(first: string): void {
  printRow(first, "node", "÷ smallest", "round trips", "PostgreSQL", "its share");
  printRow("---", ...Array(5).fill("---:"));
}

function printCost({ name, cost, least }: { name: string; cost: Cost; least: Cost }): void {
  const { node, postgres, queries } = cost;
  const share = `${Math.round((100 * postgres) / (node + postgres))} %`;
  printRow(name, node.toFixed(2), (node / least.node).toFixed(1), queries, postgres.toFixed(2), share);
}

async function listCalls(product: Product): Promise<Call[]> {
  const token = await enrol(product, courseId);
  const toCall = ([path, body = {}]: Asked, name: string): Call => ({ name, path, body: () => body, tokens: [token] });
  return [smallestCall, ...[...asked].map(([name, one]) => toCall(one, name))];
}
