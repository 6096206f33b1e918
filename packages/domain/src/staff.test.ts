import { expect, test } from "vitest";
import {
  freshProofMs,
  isAuthenticatorCode,
  isFreshProof,
  isLastOwner,
  mayDo,
  normaliseRecoveryCode,
  permissionGroups,
  permissions,
  permissionsOf,
  staffRoles,
} from "./staff.ts";

test("owners may do everything, the others what the table says", () => {
  for (const permission of Object.keys(permissions) as (keyof typeof permissions)[])
    expect(mayDo(["owner"], permission)).toBe(true);
  for (const role of staffRoles) expect(mayDo([role], "own account")).toBe(true);
  expect(mayDo(["front desk", "trainer"], "change people")).toBe(false);
  expect(mayDo([], "own account")).toBe(false);
  expect(permissionsOf(["trainer"])).toEqual([
    "own account",
    "see today",
    "see timetable",
    "teach classes",
    "see progress",
  ]);
});

test("every permission stands under one heading", () => {
  expect(Object.values(permissionGroups).flat().sort()).toEqual(Object.keys(permissions).sort());
});

test("a proof is fresh for five minutes", () => {
  const provedAt = new Date("2026-11-16T09:00:00Z");
  const after = (ms: number) => new Date(provedAt.getTime() + ms);
  expect(isFreshProof({ provedAt, now: after(freshProofMs - 1) })).toBe(true);
  expect(isFreshProof({ provedAt, now: after(freshProofMs) })).toBe(false);
});

test("the last owner is the only one who can still sign in", () => {
  const owner = (id: string, isActive = true) => ({ id, isActive, roles: ["owner", "trainer"] as const });
  const desk = { id: "d", isActive: true, roles: ["front desk"] as const };
  expect(isLastOwner([owner("a"), desk], "a")).toBe(true);
  expect(isLastOwner([owner("a"), owner("b", false), desk], "a")).toBe(true);
  expect(isLastOwner([owner("a"), owner("b")], "a")).toBe(false);
  expect(isLastOwner([owner("a"), desk], "d")).toBe(false);
});

test("codes are read as people type them", () => {
  expect(normaliseRecoveryCode(" AB3DE-fg4hj ")).toBe("ab3defg4hj");
  expect(isAuthenticatorCode("123 456")).toBe(true);
  expect(isAuthenticatorCode("12345")).toBe(false);
  expect(isAuthenticatorCode("ab3de-fg4hj")).toBe(false);
});
