import { maxKeys } from "@shoreline/domain/connection";
import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { apiKey } from "../../db/tables/connection.ts";
import { auditEntry, staff } from "../../db/tables/staff.ts";
import { testDay } from "../../test/global-setup.ts";
import { testInstitute } from "../../test/institute.ts";
import { newStaff } from "../../test/staff.ts";

const institute = await testInstitute();
const { db } = institute;
const owner = await newStaff(institute, ["owner"], "Anitha Devan");

const holderOf = (key: string) => institute.visitor({ headers: { authorization: `Bearer ${key}` } });
const person = { name: "Asha Menon", email: "asha.key@example.com" };

test("a key is shown once, its hash is kept, and neither the list nor the audit log has it", async () => {
  const { key, keys } = await owner.connection.makeKey({ name: "Website", scopes: ["add leads", "add leads"] });
  expect(key).toMatch(/^key_[\w-]{43}$/);
  expect(keys[0]).toMatchObject({
    ...{ name: "Website", begin: key.slice(0, 10), scopes: ["add leads"], madeBy: "Anitha Devan" },
    ...{ usedAt: null, revokedAt: null },
  });
  const stored = await db.execute(
    sql`select api_key::text as text from api_key union all select audit_entry::text from audit_entry`,
  );
  expect(JSON.stringify([stored.rows, await owner.connection.keys({})])).not.toContain(key);
  expect(await db.select().from(auditEntry).where(eq(auditEntry.kind, "connection"))).toMatchObject([
    { action: "Made a key", who: "Anitha Devan", thing: "Website", after: { scopes: ["add leads"] } },
  ]);
});

test("a key opens what it is for and nothing else, and a revoked one nothing at all", async () => {
  const { key, keys } = await owner.connection.makeKey({ name: "Form", scopes: ["add leads"] });
  const program = holderOf(key);
  expect(await program.connection.addLead(person)).toMatchObject({ isNew: true });
  await expect(program.connection.readLeads({})).rejects.toMatchObject({ status: 403, code: "KEY_NOT_ALLOWED" });
  await expect(program.staff.me({})).rejects.toMatchObject({ code: "STAFF_ONLY" });
  const used = (await owner.connection.keys({})).keys.find(({ name }) => name === "Form");
  expect(used?.usedAt).toBe(testDay.toISOString());
  const keyId = keys.find(({ name }) => name === "Form")?.keyId ?? "";
  await owner.connection.revokeKey({ keyId });
  const { keys: after } = await owner.connection.revokeKey({ keyId });
  expect(after.at(-1)).toMatchObject({ name: "Form", revokedAt: testDay.toISOString() });
  await expect(program.connection.addLead(person)).rejects.toMatchObject({ status: 401, code: "WRONG_KEY" });
  expect(await db.$count(auditEntry, eq(auditEntry.action, "Revoked a key"))).toBe(1);
});

test("wrong keys are refused", async () => {
  for (const key of ["", "x", "key_", `key_${"a".repeat(43)}`, "a".repeat(5000), "a b"])
    await expect(holderOf(key).connection.readLeads({})).rejects.toMatchObject({ code: "WRONG_KEY" });
});

test("what is missing is named, and only owners make keys", async () => {
  await expect(owner.connection.makeKey({ name: " ", scopes: [] })).rejects.toMatchObject({
    fields: { name: "Enter a name", scopes: "Choose what the key may do" },
  });
  await expect(owner.connection.revokeKey({ keyId: crypto.randomUUID() })).rejects.toMatchObject({
    code: "UNKNOWN_KEY",
  });
  const desk = await newStaff(institute, ["front desk"]);
  await expect(desk.connection.makeKey({ name: "Mine", scopes: ["read leads"] })).rejects.toMatchObject({
    code: "NOT_ALLOWED",
  });
  await expect(desk.connection.keys({})).rejects.toMatchObject({ code: "NOT_ALLOWED" });
});

test("there are never more keys in use than allowed, also when several are made at once", async () => {
  await db.delete(apiKey);
  const make = (n: number) => owner.connection.makeKey({ name: `Key ${n}`, scopes: ["read leads"] });
  for (let n = 1; n < maxKeys; n++) await make(n);
  const last = await Promise.allSettled([make(20), make(21), make(22)]);
  expect(last.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected", "rejected"]);
  await expect(make(23)).rejects.toMatchObject({ code: "TOO_MANY_KEYS" });
  const { keys } = await owner.connection.keys({});
  await owner.connection.revokeKey({ keyId: keys[0]?.keyId ?? "" });
  await make(24);
  await db.delete(apiKey);
});

test("who has entered a demonstration sees and revokes what was made there only, and its leads are the demo's", async () => {
  const visitor = await newStaff(institute, ["owner"], "Demo Owner");
  await db.update(staff).set({ isDemo: true }).where(eq(staff.id, visitor.person.id));
  const real = await owner.connection.makeKey({ name: "Real", scopes: ["add leads"] });
  const { key, keys } = await visitor.connection.makeKey({ name: "Tried", scopes: ["add leads"] });
  expect(keys.map(({ name }) => name)).toEqual(["Tried"]);
  await expect(visitor.connection.revokeKey({ keyId: real.keys[0]?.keyId ?? "" })).rejects.toMatchObject({
    code: "UNKNOWN_KEY",
  });
  const { leadId } = await holderOf(key).connection.addLead({ name: "Demo Lead", email: "demo.lead@example.com" });
  const { rows } = await db.execute(sql`select is_demo from lead where id = ${leadId}`);
  expect(rows).toEqual([{ is_demo: true }]);
});
