import { UNSAFE_ErrorResponseImpl as ErrorResponse } from "react-router";
import { expect, test } from "vitest";
import { markHydrated, pageProblem } from "./problem.ts";

test.each([
  ["an unknown page", new ErrorResponse(404, "", null), "missing"],
  ["a page that was refused to a hasty visitor", new ErrorResponse(429, "", "You have opened too many pages"), "hasty"],
  ["a page that a busy server refused", new ErrorResponse(503, "", "The server is busy."), "busy"],
  ["a call that was refused inside a page", new ErrorResponse(429, "", { text: "Too many", requestId: "r1" }), "hasty"],
  ["a page that failed", new ErrorResponse(500, "", { requestId: "r1" }), "failed"],
  ["a fault of ours", new Error("undefined is not a function"), "failed"],
  ["an answer of a proxy", new ErrorResponse(502, "", "<html>"), "away"],
  ["no answer", new TypeError("Failed to fetch"), "away"],
])("after the first page, %s is told as such", (_, error, kind) => {
  markHydrated();
  expect(pageProblem(error).kind).toBe(kind);
});
