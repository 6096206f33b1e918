import { type Api, type ParsedInput, Refusal } from "@shoreline/contract";
import { pageForAll } from "@shoreline/domain/first-visit";
import type { LeadStatus } from "@shoreline/domain/inbox";
import { and, eq, isNull, sql } from "drizzle-orm";
import type { KeyCtx } from "../../context.ts";
import { cutPage } from "../../db/cursor.ts";
import { lead, leadEvent } from "../../db/tables/inbox.ts";
import { addSent, collect, findLead, lockInbox } from "../inbox/collect.ts";
import { orderOf } from "../inbox/filter.ts";
import { pageOf, toLead } from "../inbox/queries.ts";
import type { Sent } from "../inbox/sources.ts";

type NewLead = ParsedInput<Api["connection"]["addLead"]>;

/** As from a form of the site: a known person gets a line in their history, and spam joins the spam. */
export async function addLead({ db, clock, apiKey }: KeyCtx, given: NewLead) {
  const sent = toSent(given, { at: clock.now(), keyName: apiKey.name });
  const { reference } = given;
  const sourceRow = reference ? `api ${apiKey.id} ${reference}` : undefined;
  return db.transaction(async (tx) => {
    await lockInbox(tx);
    const [before] = sourceRow
      ? await tx.select({ leadId: leadEvent.leadId }).from(leadEvent).where(eq(leadEvent.sourceRow, sourceRow))
      : [];
    if (before) return { leadId: before.leadId, isNew: false };
    const known = await findLead(tx, sent);
    const options = { clock, isDemo: apiKey.isDemo, ...(sourceRow ? { sourceRow } : {}) };
    const leadId = (await addSent(tx, sent, options)) as string;
    return { leadId, isNew: !known };
  });
}

function toSent(given: NewLead, { at, keyName }: { at: Date; keyName: string }): Sent {
  const { name, email = null, number = null, text = "", interest, campaign = {}, reference } = given;
  const page = pageForAll(given.page ?? "");
  if (!email && !number)
    throw new Refusal("INVALID_INPUT", { fields: { number: "Enter a number or an e-mail address" } });
  const facts = { "Sent by": keyName, Course: interest, Page: page, Reference: reference };
  const filled = (pairs: Record<string, string | undefined>) =>
    Object.fromEntries(Object.entries(pairs).flatMap(([label, value]) => (value ? [[label, value]] : [])));
  return {
    ...{ kind: "api", at, name, email, number, text, facts: filled(facts), campaign: filled(campaign) },
    ...(interest ? { interest } : {}),
    ...(page ? { landingPage: page } : {}),
  };
}

const pageSize = 100;

type Page = { status?: LeadStatus | undefined; after?: string | undefined };

/** Spam and what was merged into another lead is left out, as in the list of the console. */
export async function readLeads(ctx: KeyCtx, { status, after }: Page) {
  await collect(ctx);
  const isWanted = and(isNull(lead.mergedInto), sql`not ${lead.isSpam}`, status ? eq(lead.status, status) : undefined);
  const order = orderOf({ sort: "last" });
  const rows = await pageOf(ctx.db, { isWanted, cursor: after, order, size: pageSize + 1 });
  const { page, next } = cutPage(rows, pageSize);
  return { leads: page.map((row) => ({ ...toLead(row), campaign: row.campaign })), next };
}
