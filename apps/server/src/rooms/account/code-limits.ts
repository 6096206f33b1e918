import { Refusal } from "@shoreline/contract";
import type { Ctx } from "../../context.ts";
import { enqueue } from "../../jobs/queue.ts";
import { mailOf, sendMail } from "../../mail.ts";
import { readInstitute } from "../site/queries.ts";
import { isSolved } from "./effort-check.ts";
import { codesRunningOut } from "./mails.ts";
import { isRegistered, numberOf, type Phone } from "./queries.ts";

const hour = 3600;
const day = 86_400;

type Limit = { name: string; points: number; seconds: number; key: string };

/** A person needs one or two codes. A browser in which the holder has signed in has an allowance of its own. */
function limitsOfDevice(number: string, deviceHash: string): Limit[] {
  const key = `${number} ${deviceHash}`;
  return [
    { name: "code.device.hour", points: 6, seconds: hour, key },
    { name: "code.device.day", points: 15, seconds: day, key },
  ];
}

/** Others share an allowance, of which one address gets a part: a stranger must not use up the holder's codes. */
function limitsOfStranger(number: string, address = "unknown"): Limit[] {
  return [
    { name: "code.address.hour", points: 6, seconds: hour, key: `${number} ${address}` },
    perNumberAndHour(number),
    { name: "code.number.day", points: 40, seconds: day, key: number },
  ];
}

const perNumberAndHour = (number: string): Limit => ({
  name: "code.number.hour",
  points: 18,
  seconds: hour,
  key: number,
});

const freeOfCheck = 3;
/** What a check asks of a browser: about a second on a phone, and more when the day's messages are used up. */
export const effort = { usual: 50_000, high: 300_000 };

const budget = (smsPerDay: number): Limit => ({ name: "code.all", points: smsPerDay, seconds: day, key: "all" });
const used = (ctx: Ctx, { name, key, ...limit }: Limit) => ctx.counter(name, limit).used(key);

/** `knownDevice` is the hash of a device that this number has used before. */
type Request = { phone: Phone; knownDevice: string | null; check?: string | undefined };

/** Refuses a code that would exceed a limit. Returns what to count once the code was sent: nothing else counts. */
export async function checkLimits(ctx: Ctx, { phone, knownDevice, check }: Request): Promise<Limit[]> {
  const number = numberOf(phone);
  if (knownDevice) {
    const own = limitsOfDevice(number, knownDevice);
    // A device that has used up its own allowance shares that of strangers.
    if (!(await findUsedUp(ctx, own))) return [...own, budget(ctx.smsPerDay)];
  }
  const limits = limitsOfStranger(number, ctx.address);
  const over = await findUsedUp(ctx, limits);
  if (over) throw new Refusal("TOO_MANY_REQUESTS", { headers: { "retry-after": String(over.seconds) } });
  const needed = await effortFor(ctx, phone);
  if (needed > 0 && !(check && (await isSolved(ctx, check, { effort: needed })))) throw new Refusal("CHECK_NEEDED");
  return [...limits, budget(ctx.smsPerDay)];
}

async function findUsedUp(ctx: Ctx, limits: Limit[]): Promise<Limit | undefined> {
  const counts = await Promise.all(limits.map((limit) => used(ctx, limit)));
  return limits.find(({ points }, n) => (counts[n] ?? 0) >= points);
}

/** The check comes when a number has had several codes, and for new numbers when the day's messages run out. */
async function effortFor(ctx: Ctx, phone: Phone): Promise<number> {
  const sentToNumber = await used(ctx, perNumberAndHour(numberOf(phone)));
  const share = await shareOfBudget(ctx);
  const isScarce = share >= 0.8 && !(await isRegistered(ctx.db, phone));
  if (isScarce && share >= 1) return effort.high;
  return isScarce || sentToNumber >= freeOfCheck ? effort.usual : 0;
}

/** 1 when the messages of a day are used up. */
export async function shareOfBudget(ctx: Ctx): Promise<number> {
  return (await used(ctx, budget(ctx.smsPerDay))) / ctx.smsPerDay;
}

const alarms = [50, 80, 100];

/** Counts a code that was sent, and alarms staff when the day's messages run out. */
export async function countSent(ctx: Ctx, limits: Limit[]): Promise<void> {
  const counts = await Promise.all(limits.map(({ name, key, ...limit }) => ctx.counter(name, limit).count(key)));
  const total = counts.at(-1) ?? 0;
  const reached = alarms.find((percent) => total === Math.ceil((ctx.smsPerDay * percent) / 100));
  if (reached === undefined) return;
  const { email } = await readInstitute(ctx.db);
  const data = { percent: reached, sent: total, planned: ctx.smsPerDay };
  await enqueue(ctx.db, sendMail, mailOf(codesRunningOut, { to: email, data }));
}
