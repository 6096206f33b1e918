import { createHmac, randomBytes } from "node:crypto";
import { z } from "zod";
import { answerJson, type Received, startStandIn } from "./stand-in.ts";

const templateMessage = z.strictObject({
  messaging_product: z.literal("whatsapp"),
  recipient_type: z.literal("individual"),
  to: z.string().regex(/^[1-9]\d{7,14}$/),
  type: z.literal("template"),
  template: z.strictObject({
    name: z.string(),
    language: z.strictObject({ code: z.string() }),
    components: z.array(
      z.strictObject({
        type: z.literal("body"),
        // Meta refuses line breaks, tabs and more than four spaces in a row.
        parameters: z.array(
          z.strictObject({
            type: z.literal("text"),
            text: z
              .string()
              .min(1)
              .regex(/^(?!.*( {5}|\n|\t))/s),
          }),
        ),
      }),
    ),
  }),
});

type Account = { token: string; numberId: string; templates: Record<string, { language: string; slots: number }> };

/** Sends like Meta's Cloud API. */
export async function startWhatsapp({ token, numberId, templates }: Account) {
  const sent: { id: string; to: string; name: string; values: string[] }[] = [];
  let mood: "works" | "hangs" | "busy" | "no such user" = "works";
  const standIn = await startStandIn((request, response) => {
    if (mood === "hangs") return;
    const { status, body } = receive(request);
    answerJson(response, status, body);
  });

  function receive({ method, path, headers, body }: Received) {
    const refuse = (status: number, code: number, message: string) => ({
      status,
      body: { error: { message: `(#${code}) ${message}`, type: "OAuthException", code, fbtrace_id: "AbC" } },
    });
    if (method !== "POST" || !new RegExp(`^/v\\d+\\.0/${numberId}/messages$`).test(path))
      return refuse(400, 100, "Unsupported post request");
    if (headers.authorization !== `Bearer ${token}`) return refuse(401, 190, "Invalid OAuth access token");
    if (mood === "busy") return refuse(400, 130429, "Rate limit hit");
    if (mood === "no such user") return refuse(400, 131026, "Message undeliverable");
    const { data } = templateMessage.safeParse(JSON.parse(body));
    if (!data) return refuse(400, 100, "Invalid parameter");
    const { name, language, components } = data.template;
    const known = templates[name];
    if (known?.language !== language.code)
      return refuse(404, 132001, "Template name does not exist in the translation");
    const values = components.flatMap(({ parameters }) => parameters.map(({ text }) => text));
    if (values.length !== known.slots) return refuse(400, 132000, "Number of parameters does not match");
    const id = `wamid.${randomBytes(18).toString("base64")}`;
    sent.push({ id, to: data.to, name, values });
    const contacts = [{ input: data.to, wa_id: data.to }];
    return {
      status: 200,
      body: { messaging_product: "whatsapp", contacts, messages: [{ id, message_status: "accepted" }] },
    };
  }

  const setMood = (to: typeof mood) => {
    mood = to;
  };
  return { ...standIn, sent, setMood };
}

type Status = { id: string; status: string; errors?: { code: number; title: string }[] };

/** The body of a status call as Meta writes it, and its signature. */
export function signedStatuses(statuses: Status[], appSecret: string): { body: string; signature: string } {
  const value = {
    messaging_product: "whatsapp",
    metadata: { display_phone_number: "919000000000", phone_number_id: "123456789012345" },
    statuses: statuses.map((status) => ({ ...status, timestamp: "1763200000", recipient_id: "919876543210" })),
  };
  const body = JSON.stringify({
    object: "whatsapp_business_account",
    entry: [{ id: "1", changes: [{ value, field: "messages" }] }],
  });
  return { body, signature: `sha256=${createHmac("sha256", appSecret).update(body).digest("hex")}` };
}
