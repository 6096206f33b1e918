import { readFileSync } from "node:fs";
import autocannon from "autocannon";

/** Requests per second that were answered, and the CPU time that the serving process spent on each. */
export async function load({ url, pid, path, query, headers, status, duration }) {
  const request = query ? { setupRequest: (sent) => ({ ...sent, path: path + query() }) } : { path };
  const before = cpuMicroseconds(pid);
  const result = await autocannon({ url, connections: 16, duration, requests: [request], headers });
  const cpu = cpuMicroseconds(pid) - before;
  const { total } = result.requests;
  if (total === 0 || result.statusCodeStats[status]?.count !== total || result.errors > 0)
    throw new Error(`${url}${path}: expected only ${status}, got ${JSON.stringify(result.statusCodeStats)}`);
  return { speed: total / result.duration, cpu: cpu / total };
}

/** User and system time of all threads; Linux counts it in hundredths of a second. */
function cpuMicroseconds(pid) {
  // The name, in parentheses, may hold spaces: the fields are counted from behind it.
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1).split(" ");
  return (Number(fields[11]) + Number(fields[12])) * 10_000;
}
