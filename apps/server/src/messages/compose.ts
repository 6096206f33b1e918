import type { NoticeChannel } from "@shoreline/domain/account";
import { eq } from "drizzle-orm";
import type { Deps } from "../context.ts";
import { prepared } from "../db/connect.ts";
import { block } from "../db/tables/site.ts";
import { readInstitute } from "../institute.ts";
import type { TextMessage } from "../ports.ts";
import {
  classTemplates,
  MessageSettings,
  type noticeTemplates,
  type TemplateName,
  templates,
  type Values,
} from "./templates.ts";
import { cleanValue, fillWording, slotValues } from "./wording.ts";

type ComposeDeps = Pick<Deps, "db" | "log" | "publicUrl">;
type Filled<Name extends TemplateName> = { to: string; template: Name; values: Values<Name> };

/** Writes an SMS in the institute's registered wording, or in ours. */
export async function composeSms<Name extends TemplateName>(
  deps: ComposeDeps,
  given: Filled<Name>,
): Promise<TextMessage> {
  const { settings, fixed } = await readWording(deps);
  const { to, template, values } = given;
  const { templates: own, ...registered } = settings.sms ?? {};
  const { id, text = templates[template].text } = own?.[template] ?? {};
  return {
    to,
    template,
    text: fillWording(text, { fixed, values }),
    values: slotValues(text, values),
    registered: { ...registered, id },
  };
}

/** Names a template and its values. WhatsApp has the wording; the text is ours, for the outbox. */
export async function composeWhatsapp<Name extends (typeof noticeTemplates)[number]>(
  deps: ComposeDeps,
  { to, template, values }: Filled<Name>,
): Promise<TextMessage> {
  const { settings, fixed } = await readWording(deps);
  const { name = template.replaceAll("-", "_"), language = "en" } = settings.whatsapp?.templates?.[template] ?? {};
  const { text, variables } = templates[template] as { text: string; variables: readonly (keyof Values<Name>)[] };
  return {
    to,
    template,
    text: fillWording(text, { fixed, values }),
    values: Object.fromEntries(variables.map((variable) => [variable, cleanValue(values[variable])])),
    registered: { id: name, language },
  };
}

type Channels = Pick<Deps, "sms" | "whatsapp" | "smsCountries">;

/** Returns how notices can reach a number: depends on the institute's providers, its templates and the country. */
export async function channelReader(
  deps: ComposeDeps & Channels,
  needed: readonly TemplateName[] = classTemplates,
): Promise<(countryCode: string) => NoticeChannel[]> {
  const { sms } = await readMessageSettings(deps);
  const hasIds = needed.every((name) => sms?.templates?.[name]?.id !== undefined);
  const hasSms = !deps.sms.needsId || hasIds;
  return (countryCode) => [
    "mail",
    ...(hasSms && (deps.smsCountries?.includes(countryCode) ?? true) ? (["sms"] as const) : []),
    ...(deps.whatsapp ? (["whatsapp"] as const) : []),
  ];
}

async function readWording(deps: ComposeDeps) {
  const [{ name, phone }, settings] = await Promise.all([readInstitute(deps.db), readMessageSettings(deps)]);
  return { settings, fixed: { institute: name, phone, host: new URL(deps.publicUrl).hostname } };
}

const messageBlock = prepared((db) =>
  db.select({ messages: block.content }).from(block).where(eq(block.name, "messages")).prepare("message_settings"),
);

/** A wrong document must not stop sign-in: our own wording goes out, and the log says what is wrong. */
export async function readMessageSettings({ db, log }: Pick<Deps, "db" | "log">): Promise<MessageSettings> {
  const [row] = await messageBlock(db);
  const parsed = MessageSettings.safeParse(row?.messages ?? {});
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`);
  log.error({ faults }, "the block messages is wrong and is ignored");
  return {};
}
