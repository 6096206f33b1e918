import { expect, test } from "vitest";
import { forker } from "./fork.ts";

test("a worker that the system does not start has ended, with the reason", async () => {
  const { execPath } = process;
  process.execPath = "/none/node";
  try {
    const { hire } = forker({ env: {}, connections: 4, wanted: 2 });
    const member = hire({ isFirst: false });
    expect(await member.ended).toEqual({ code: null, signal: null, error: expect.stringContaining("ENOENT") });
    expect(member.pid).toBeUndefined();
  } finally {
    process.execPath = execPath;
  }
});
