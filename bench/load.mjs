import { readFileSync } from "node:fs";
import autocannon from "autocannon";

/** Measures answered requests per second, and the CPU time of the serving process per request. */
export async function load({ url, pid, path, query, headers, status, duration }) {
  const request = query ? { setupRequest: (sent) => next(sent, path + query()) } : { path };
  const before = cpuMicroseconds(pid);
  const result = await autocannon({ url, connections: 16, duration, requests: [request], headers });
  const cpu = cpuMicroseconds(pid) - before;
  const { total } = result.requests;
  if (total === 0 || result.statusCodeStats[status]?.count !== total || result.errors > 0)
    throw new Error(`${url}${path}: expected only ${status}, got ${JSON.stringify(result.statusCodeStats)}`);
  return { speed: total / result.duration, cpu: cpu / total };
}

let visitors = 0;

/** Each comes from another address: one visitor may not have so many pages rendered. */
function next(sent, path) {
  const n = ++visitors;
  const address = `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`;
  return { ...sent, path, headers: { ...sent.headers, "x-forwarded-for": address } };
}

/**
 * Sends a number of requests, eight at a time, and refuses any answer but 2xx.
 * @param {string} url
 * @param {{ amount: number, next(): { method: string, path: string, headers: Record<string, string>, body?: string } }} load
 */
export async function sendMany(url, { amount, next }) {
  const setupRequest = (sent) => ({ ...sent, ...next() });
  const result = await autocannon({ url, connections: 8, amount, requests: [{ setupRequest }] });
  if (result["2xx"] !== amount) throw new Error(`${next().path}: ${JSON.stringify(result.statusCodeStats)}`);
}

/** User and system time of all threads; Linux counts in hundredths of a second. */
export function cpuMicroseconds(pid) {
  // The process name, in parentheses, may contain spaces, so the fields are counted after it.
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1).split(" ");
  return (Number(fields[11]) + Number(fields[12])) * 10_000;
}
