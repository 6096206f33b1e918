import { sql } from "drizzle-orm";
import { type Exam, type ExamWithDatabase, type Finding, fault, ok, warning } from "./check.ts";
import { razorpayUrl } from "./payment.ts";
import { withinMs } from "./reach.ts";

export async function checkClock({ db }: ExamWithDatabase): Promise<Finding[]> {
  const before = Date.now();
  const { rows } = await db.execute<{ at: number }>(
    sql`select (extract(epoch from clock_timestamp()) * 1000)::float8 as at`,
  );
  // The answer took some time itself.
  const offMs = (rows[0]?.at ?? 0) - (before + Date.now()) / 2;
  return [compare("the database", offMs)];
}

export async function checkClockOfProviders({ config }: Exam): Promise<Finding[]> {
  const urls = [config.razorpay && razorpayUrl, config.s3?.endpoint].filter((url) => url !== undefined);
  for (const url of urls) {
    const response = await fetch(new URL("/", url), {
      method: "HEAD",
      redirect: "manual",
      signal: AbortSignal.timeout(withinMs),
    }).catch(() => null);
    const date = response?.headers.get("date");
    if (date) return [compare(new URL(url).hostname, Date.parse(date) - Date.now())];
  }
  return [];
}

export function compare(who: string, offMs: number): Finding {
  const seconds = Math.round(Math.abs(offMs) / 1000);
  const text = `The clock is ${seconds === 0 ? "the same as" : `${seconds} s away from`} that of ${who}.`;
  const todo = "Turn on time synchronisation: timedatectl set-ntp true";
  if (seconds > 30) return fault(text, todo);
  return seconds > 3 ? warning(text, todo) : ok(text);
}
