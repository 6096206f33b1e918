import { randomBytes } from "node:crypto";
import { z } from "zod";
import { answerJson, type Received, startStandIn } from "./stand-in.ts";

const flow = z.strictObject({
  template_id: z.string().min(1),
  sender: z.string().optional(),
  short_url: z.enum(["0", "1"]),
  recipients: z.array(z.object({ mobiles: z.string().regex(/^[1-9]\d{9,14}$/) }).catchall(z.string())).min(1),
});

type Template = { text: string };

/** Sends like MSG91: the wording is here, with ##name## for a variable. */
export async function startMsg91({ key, templates }: { key: string; templates: Record<string, Template> }) {
  const sent: { id: string; to: string; text: string }[] = [];
  let mood: "works" | "hangs" | "busy" | "no balance" = "works";
  const standIn = await startStandIn((request, response) => {
    if (mood === "hangs") return;
    if (mood === "busy") return answerJson(response, 429, { type: "error", message: "Too many requests" });
    // Known from MSG91: some errors come with the status 200.
    if (mood === "no balance") return answerJson(response, 200, { type: "error", message: "insufficient balance" });
    const { status, body } = receive(request);
    answerJson(response, status, body);
  });

  function receive({ method, path, headers, body }: Received) {
    const refuse = (status: number, message: string) => ({ status, body: { type: "error", message } });
    if (method !== "POST" || path !== "/api/v5/flow") return refuse(404, "not found");
    if (headers.authkey !== key) return refuse(401, "AuthenticationFailure");
    if (headers["content-type"] !== "application/json") return refuse(400, "invalid JSON");
    const parsed = flow.safeParse(JSON.parse(body));
    const [recipient] = parsed.data?.recipients ?? [];
    const template = templates[parsed.data?.template_id ?? ""];
    if (!recipient || !template) return refuse(400, "template id missing or invalid");
    const id = randomBytes(12).toString("hex");
    const text = template.text.replace(/##(\w+)##/g, (_, name: string) => recipient[name] ?? "");
    sent.push({ id, to: recipient.mobiles, text });
    return { status: 200, body: { type: "success", message: id } };
  }

  const setMood = (to: typeof mood) => {
    mood = to;
  };
  return { ...standIn, sent, setMood };
}

type Report = { id: string; number?: string; status: string; desc?: string };

/** Version 2 of the delivery report: a form with a list. */
export function reportForm(reports: Report[]): string {
  const data = reports.map(({ id, number = "919876543210", status, desc = "" }) => ({
    senderId: "SHRLNE",
    requestId: id,
    report: [{ date: "2026-11-15 12:00:00", number, status, desc, failedReason: "" }],
    userId: "12345",
    campaignName: "API",
  }));
  return new URLSearchParams({ data: JSON.stringify(data) }).toString();
}
