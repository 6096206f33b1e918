import { expect, test } from "vitest";
import { credentialType } from "./credential-type.ts";

test.each([
  [undefined, "application/json"],
  ["", "application/json"],
  ["*/*", "application/json"],
  ["application/*", "application/json"],
  ["text/html, */*;q=0.8", "application/json"],
  ["application/vc+jwt", "application/vc+jwt"],
  ["Application/JWT", "application/vc+jwt"],
  ["application/vc+jwt;q=0.4, application/vc;q=0.9", "application/vc"],
  ["application/json;q=0.5, application/vc+jwt", "application/vc+jwt"],
  ["application/json;q=1, application/vc+jwt;q=0", "application/json"],
  ["application/vc+jwt;q=0", "application/json"],
  ["*/*, application/vc+jwt", "application/vc+jwt"],
  ["*/*, application/vc+jwt;q=0.5", "application/json"],
  ["application/jwtfoo", "application/json"],
  ["application/vc+sd-jwt", "application/json"],
  ["application/vc+ld+json", "application/json"],
  ['text/plain; note="application/jwt"', "application/json"],
  [",;=,q=,;;", "application/json"],
])("Accept: %s gets %s", (accept, type) => {
  expect(credentialType(accept)).toBe(type);
});
