import { api, type Endpoint } from "@shoreline/contract";
import { expect, test } from "vitest";
import { z } from "zod";
import { plainIssue } from "./plain-issue.ts";

const said = (schema: z.ZodType, value: unknown) =>
  schema.safeParse(value, { error: plainIssue }).error?.issues.map(({ message }) => message);

test.each<[z.ZodType, unknown, string]>([
  [z.string(), undefined, "This is missing"],
  [z.string(), 7, "Please check this entry"],
  [z.string().min(1), "", "This is missing"],
  [z.string().min(6), "x", "Use at least 6 characters"],
  [z.string().max(1000), "x".repeat(1001), "Use at most 1,000 characters"],
  [z.array(z.int()).min(1), [], "Choose at least one"],
  [z.array(z.int()).max(2), [1, 2, 3], "Choose at most 2"],
  [z.int().min(0), -1, "Use 0 or more"],
  [z.int().max(9), 10, "Use 9 or less"],
  [z.int(), 1.5, "Please check this entry"],
  [z.enum(["a", "b"]), "c", "Choose from the list"],
  [z.union([z.literal("a"), z.literal("b")]), "c", "Choose from the list"],
  [z.uuid(), "7", "Please check this entry"],
  [z.string("Enter a name"), undefined, "Enter a name"],
])("%# is said in words", (schema, value, message) => {
  expect(said(schema, value)).toEqual([message]);
});

test("no call answers in the words of the validator", () => {
  const odd = [undefined, null, "", "x".repeat(100_000), -1, 1e9, {}, [], [{}], true];
  for (const [room, calls] of Object.entries(api as unknown as Record<string, Record<string, Endpoint>>))
    for (const [name, { input }] of Object.entries(calls))
      for (const value of odd) {
        const given = Object.fromEntries(Object.keys(input.shape).map((field) => [field, value]));
        for (const message of said(input, given) ?? [])
          expect([room, name, message]).toEqual([
            room,
            name,
            expect.not.stringMatching(/: expected|^Invalid (input|option|UUID|ISO)|Unrecognized/),
          ]);
      }
});
