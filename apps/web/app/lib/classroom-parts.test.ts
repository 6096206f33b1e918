import { afterEach, expect, test, vi } from "vitest";
import { readPart } from "./classroom-parts.ts";

afterEach(() => vi.unstubAllGlobals());

/** Answers the calls in turn, and keeps which parts each asked for. */
function serve(...answers: [status: number, body: object][]) {
  const asked: string[][] = [];
  vi.stubGlobal("fetch", async (_: string, { body }: { body: string }) => {
    asked.push(JSON.parse(body).parts);
    const [status, answer] = answers[asked.length - 1] ?? [200, {}];
    return Response.json(answer, { status });
  });
  return asked;
}

test("parts of the same moment are one call, later ones are another", async () => {
  const asked = serve([200, { profile: { firstName: "Kavya" }, purchases: [] }], [200, { today: { courses: [] } }]);
  const together = [readPart("profile"), readPart("purchases"), readPart("profile")];
  expect(await Promise.all(together)).toEqual([{ firstName: "Kavya" }, [], { firstName: "Kavya" }]);
  expect(await readPart("today")).toEqual({ courses: [] });
  expect(asked).toEqual([["profile", "purchases"], ["today"]]);
});

test("a part that is broken takes no other with it", async () => {
  const broken = { error: "Something went wrong.", code: "INTERNAL" };
  const asked = serve([500, broken], [200, { profile: { firstName: "Kavya" } }], [500, broken]);
  const [profile, today] = await Promise.allSettled([readPart("profile"), readPart("today")]);
  expect(profile).toMatchObject({ value: { firstName: "Kavya" } });
  expect(today).toMatchObject({ reason: { code: "INTERNAL" } });
  expect(asked).toEqual([["profile", "today"], ["profile"], ["today"]]);
});

test("a refusal is the answer to all", async () => {
  const asked = serve([403, { error: "No.", code: "FORBIDDEN" }]);
  const both = await Promise.allSettled([readPart("profile"), readPart("today")]);
  expect(both.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(asked).toHaveLength(1);
});
