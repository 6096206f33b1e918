import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { outbox } from "../db/tables/house.ts";
import type { MessageSender } from "../ports.ts";
import { testInstitute } from "../test/institute.ts";
import { startStandIn } from "../test/stand-in.ts";
import { outboxMessages } from "./outbox.ts";
import { smsGateway } from "./sms-gateway.ts";

type Side = { sender: MessageSender; arrivedFor(to: string): Promise<string[]>; close(): Promise<void> };

const { db } = await testInstitute();

describe.each([
  { name: "outbox", open: openOutboxSide },
  { name: "gateway", open: openGatewaySide },
])("$name", ({ open }) => {
  let side: Side;
  beforeAll(async () => {
    side = await open();
  });
  afterAll(() => side.close());

  let people = 0;
  const someone = () => `+9198765${String(++people).padStart(5, "0")}`;

  test.each([
    "Your code is 482913.",
    "உங்கள் குறியீடு 482913 ₹500 🎓",
    'quotes " and \\ and\nline breaks\ttabs',
    "long ".repeat(400),
  ])("a text message arrives unchanged: %j", async (text) => {
    const to = someone();
    await side.sender.send(sms(to, text));
    expect(await side.arrivedFor(to)).toEqual([text]);
  });

  test("two text messages to one number both arrive", async () => {
    const to = someone();
    await side.sender.send(sms(to, "one"));
    await side.sender.send(sms(to, "two"));
    expect((await side.arrivedFor(to)).sort()).toEqual(["one", "two"]);
  });

  test("30 text messages sent at once all arrive", async () => {
    const everyone = Array.from({ length: 30 }, someone);
    await Promise.all(everyone.map((to) => side.sender.send(sms(to, `for ${to}`))));
    for (const to of everyone) expect(await side.arrivedFor(to)).toEqual([`for ${to}`]);
  });
});

const sms = (to: string, text: string) => ({ to, text, template: "sign-in-code", values: {}, registered: {} });

async function openOutboxSide(): Promise<Side> {
  return {
    sender: outboxMessages(db, "sms"),
    arrivedFor: async (to) => (await db.select().from(outbox).where(eq(outbox.to, to))).map(({ text }) => text),
    close: async () => {},
  };
}

async function openGatewaySide(): Promise<Side> {
  const { url, requests, close } = await startStandIn();
  const arrived = () => requests.map(({ body }) => JSON.parse(body) as { to: string; text: string });
  return {
    sender: smsGateway({ url, key: "s3cret" }),
    arrivedFor: async (to) => arrived().flatMap((message) => (message.to === to ? message.text : [])),
    close,
  };
}
