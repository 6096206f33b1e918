import type { IncomingMessage } from "node:http";
import { expect, test } from "vitest";
import { testInstitute } from "../test/institute.ts";
import { addressReader, limitKey } from "./address.ts";
import { createLimiter } from "./rate-limit.ts";

const institute = await testInstitute();

test("a limit holds across processes, and the refusal says when to try again", async () => {
  const limit = { points: 10, seconds: 60 };
  const [first, second] = [0, 1].map(() => createLimiter(institute.pool, "over-processes", limit));
  for (let n = 0; n < 5; n++) {
    await first?.("192.0.2.1");
    await second?.("192.0.2.1");
  }
  for (const limiter of [first, second]) {
    await expect(limiter?.("192.0.2.1")).rejects.toMatchObject({
      code: "TOO_MANY_REQUESTS",
      headers: { "retry-after": expect.stringMatching(/^([1-9]|[1-5]\d|60)$/) },
    });
  }
  await first?.("192.0.2.2");
});

test("parallel calls cannot exceed the limit", async () => {
  const limiters = [0, 1, 2].map(() => createLimiter(institute.pool, "parallel", { points: 20, seconds: 60 }));
  const calls = Array.from({ length: 90 }, (_, n) =>
    limiters[n % 3]?.("192.0.2.3").then(
      () => true,
      () => false,
    ),
  );
  expect((await Promise.all(calls)).filter(Boolean)).toHaveLength(20);
});

test("a class of 60 behind one address can subscribe at once; a flood is refused", async () => {
  const school = institute.visitor({ address: "198.51.100.7" });
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, n) => school.lead.subscribe({ email: `pupil${n}@example.com` })),
  );
  expect(answers).toHaveLength(60);
  const flood = await Promise.all(
    Array.from({ length: 80 }, () => school.request("/api/subscribed/user/add", { method: "POST" })),
  );
  const refused = flood.filter((response) => response.status === 429);
  expect(refused.length).toBe(20);
  expect(Number(refused[0]?.headers.get("retry-after"))).toBeGreaterThan(0);
});

const incoming = (remoteAddress: string, forwarded?: string) => {
  const socket = { remoteAddress };
  return {
    socket,
    connection: socket,
    headers: forwarded ? { "x-forwarded-for": forwarded } : {},
  } as unknown as IncomingMessage;
};

test.each([
  [undefined, "203.0.113.9", "1.2.3.4", "203.0.113.9"],
  ["1", "10.0.0.1", "1.2.3.4", "1.2.3.4"],
  ["1", "10.0.0.1", "6.6.6.6, 1.2.3.4", "1.2.3.4"],
  ["2", "10.0.0.1", "6.6.6.6, 1.2.3.4, 10.0.0.2", "1.2.3.4"],
  ["10.0.0.0/8", "10.0.0.1", "6.6.6.6, 1.2.3.4", "1.2.3.4"],
  ["10.0.0.0/8", "203.0.113.9", "1.2.3.4", "203.0.113.9"],
  ["1", "10.0.0.1", undefined, "10.0.0.1"],
])("with TRUST_PROXY=%s, a request from %s forwarded for %s counts for %s", (trust, socket, forwarded, counted) => {
  expect(addressReader(trust)(incoming(socket, forwarded))).toBe(counted);
});

test.each([
  ["::ffff:192.0.2.1", "192.0.2.1"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:db8::1", "2001:db8:0:0::/64"],
  ["::1", "0:0:0:0::/64"],
])("%s counts as %s", (address, key) => {
  expect(limitKey(address)).toBe(key);
});
