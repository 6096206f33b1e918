import type { NoticeChannel as Channel } from "@shoreline/domain/account";
import { Segments } from "../../ui/segments.tsx";
import { useChannels } from "./queries.ts";

const names: Record<Channel, string> = { mail: "E-mail", sms: "SMS", whatsapp: "WhatsApp" };

/** How class notices reach the learner. Drawn only where the institute offers more than mail. */
export function NoticeChannel({ value, onChange }: { value: Channel; onChange(value: Channel): void }) {
  const { data } = useChannels();
  const offered = data?.channels ?? [];
  if (offered.length < 2) return null;
  const others = offered.filter((channel) => channel !== "mail").map((channel) => names[channel]);
  return (
    <div className="grid gap-1.5">
      <Segments
        legend="Class reminders"
        name="noticeChannel"
        options={offered.map((channel) => ({ value: channel, text: names[channel] }))}
        // What the institute no longer offers goes by mail.
        value={offered.includes(value) ? value : "mail"}
        onChange={onChange}
      />
      <p className="text-s text-ink-3">
        If you choose {others.join(" or ")}, you agree to get messages about your classes there. New times and
        cancellations also come by e-mail.
        {others.includes("SMS") ? " If a class is called off at short notice, we also send an SMS." : ""}
      </p>
    </div>
  );
}
