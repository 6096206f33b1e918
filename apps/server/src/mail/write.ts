import { isEmail } from "@shoreline/domain/text";
import type { Mail } from "../ports.ts";
import { renderHtml } from "./html.ts";
import type { AnyMailKind, MailContext } from "./kind.ts";
import type { MailLogo } from "./logo.ts";
import { mailLook } from "./look.ts";
import { cut, withoutHidden } from "./parts.ts";
import { renderText } from "./text.ts";

type Written = Required<Pick<Mail, "subject" | "text" | "html">> & Pick<Mail, "replyTo" | "unsubscribeUrl">;

type WriteContext = MailContext & { logo?: MailLogo | null };

/** Writes a mail of a kind: as text and as HTML, from the same parts. */
export function writeMail(
  kind: AnyMailKind,
  data: unknown,
  { publicUrl, now, logo = null, ...context }: WriteContext,
): Written {
  const institute = withoutHidden(context.institute);
  const letter = kind.write(withoutHidden(kind.data.parse(data)), { institute, publicUrl, now });
  const { subject, replyTo, unsubscribe } = letter;
  return {
    subject: cut(subject),
    text: renderText(letter, institute),
    html: renderHtml(letter, { institute, look: mailLook(institute, logo), publicUrl }),
    // An address that cannot be answered must not keep the mail from staff.
    ...(replyTo !== undefined && isEmail(replyTo) ? { replyTo } : {}),
    ...(unsubscribe ? { unsubscribeUrl: unsubscribe.url } : {}),
  };
}
