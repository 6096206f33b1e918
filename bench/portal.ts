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

/** Every call of the portal's screens. */
const calls = {
  profile: "/api/user/",
  purchases: "/api/purchased/",
  notifications: "/api/notification/",
  today: "/api/schedule/today",
  certificates: "/api/certificate/",
  webinars: "/api/webinar/mine",
  schedule: `/api/schedule/view/${courseId}`,
  sessions: "/api/user/sessions",
  passkeys: "/api/user/passkey/list",
  channels: "/api/user/channels",
  guardian: "/api/user/guardian",
};
type Name = keyof typeof calls;

/** What a browser asks for when a screen is opened first. Every screen asks for the first three. */
const frame: Name[] = ["profile", "purchases", "notifications"];
const screens: Record<string, Name[]> = {
  "My Courses": ["certificates", "today", "webinars"],
  Schedule: ["schedule"],
  "Purchase History": [],
  Notifications: [],
  Certificates: ["certificates"],
  "Edit Profile": ["certificates", "sessions", "passkeys", "channels", "guardian"],
};

const names = Object.keys(calls) as Name[];
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
  console.log(`\nCPU time in ms for one answer, medians of ${rounds} rounds of ${times}.\n`);
  printHead("call");
  printCost({ name: smallestCall.name, cost: least, least });
  for (const [at, cost] of costs.entries()) printCost({ name: names[at] ?? "", cost, least });
  console.log("");
  printHead("screen, with all its calls");
  for (const [name, own] of Object.entries(screens)) {
    const parts = [...frame, ...own].map((one) => costs[names.indexOf(one)]).filter((one) => one !== undefined);
    const add = (key: keyof Cost) => parts.reduce((sum, part) => sum + part[key], 0);
    const cost = { node: add("node"), postgres: add("postgres"), queries: add("queries") };
    printCost({ name: `${name} (${parts.length})`, cost, least });
  }
} finally {
  await stopAll();
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
  return [smallestCall, ...names.map((name): Call => ({ name, path: calls[name], tokens: [token] }))];
}
