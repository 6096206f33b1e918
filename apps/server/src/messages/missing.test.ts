import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { readConfig } from "../config.ts";
import { testInstitute } from "../test/institute.ts";
import { missingIds } from "./missing.ts";
import { templateNames } from "./templates.ts";

const { db, deps } = await testInstitute();

const register = async (content: object) => {
  await db.execute(sql`delete from block where name = 'messages'`);
  await db.execute(sql`insert into block (name, content) values ('messages', ${JSON.stringify(content)}::jsonb)`);
};
const gateway = (more = {}) =>
  readConfig({ env: { SMS_URL: "https://sms.example.com/send", SMS_KEY: "key", ...more } });
const msg91 = readConfig({ env: { MSG91_KEY: "key", MSG91_REPORT_SECRET: "nobodyGuessesThisAddress" } });
const everyId = Object.fromEntries(templateNames.map((name) => [name, { id: "1107160000000012345" }]));

test("MSG91 needs the id of every template", async () => {
  await register({ sms: { templates: { "sign-in-code": { id: "1107160000000012345" } } } });
  expect(await missingIds(deps, msg91)).toEqual([
    "sms.templates.guardian-code.id",
    "sms.templates.number-changed.id",
    "sms.templates.class-reminder.id",
    "sms.templates.class-moved.id",
    "sms.templates.class-cancelled.id",
    "sms.templates.classes-changed.id",
    "sms.templates.fee-due.id",
    "sms.templates.fee-overdue.id",
    "sms.templates.fee-received.id",
    "sms.templates.fee-automatic.id",
    "sms.templates.classes-on-hold.id",
    "sms.templates.classes-open.id",
    "sms.templates.seat-offered.id",
  ]);
  await register({ sms: { templates: everyId } });
  expect(await missingIds(deps, msg91)).toEqual([]);
});

test("a gateway needs what its body names, the outbox nothing", async () => {
  await register({});
  expect(await missingIds(deps, gateway())).toEqual([]);
  expect(await missingIds(deps, readConfig({ env: {} }))).toEqual([]);
  const body = '{"to":"{to}","text":"{text}","from":"{sender}","pe":"{entity}","tpl":"{template}"}';
  const missing = await missingIds(deps, gateway({ SMS_BODY: body }));
  expect([missing.slice(0, 3), missing.length]).toEqual([
    ["sms.entityId", "sms.sender", "sms.templates.sign-in-code.id"],
    2 + templateNames.length,
  ]);
  await register({ sms: { entityId: "1101500000000012345", sender: "SHRLNE", templates: everyId } });
  expect(await missingIds(deps, gateway({ SMS_BODY: body }))).toEqual([]);
});
