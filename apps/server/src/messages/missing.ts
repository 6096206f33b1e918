import type { Config } from "../config.ts";
import { readMessageSettings } from "./compose.ts";
import { templateNames } from "./templates.ts";

/**
 * What the configured provider needs and the block `messages` does not have: operators drop a message without it. WhatsApp needs
 * nothing, because a template without a name is called as ours.
 */
export async function missingIds(
  parts: Parameters<typeof readMessageSettings>[0],
  { sms }: Pick<Config, "sms">,
): Promise<string[]> {
  if (!sms) return [];
  const { entityId, sender, templates } = (await readMessageSettings(parts)).sms ?? {};
  const isMsg91 = "msg91" in sms;
  const places = isMsg91 ? "" : `${sms.gateway.url} ${sms.gateway.body ?? ""}`;
  const withoutId = templateNames.filter((name) => !templates?.[name]?.id);
  return [
    ...(places.includes("{entity}") && !entityId ? ["sms.entityId"] : []),
    ...(places.includes("{sender}") && !sender ? ["sms.sender"] : []),
    ...(isMsg91 || places.includes("{template}") ? withoutId.map((name) => `sms.templates.${name}.id`) : []),
  ];
}
