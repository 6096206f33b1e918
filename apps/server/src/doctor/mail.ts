import { createTransport } from "nodemailer";
import { codeOf, type Exam, type Finding, fault, ok } from "./check.ts";
import { withinMs } from "./reach.ts";

/** Connects and signs in, as sending would, and sends nothing. */
export async function checkMail({ config: { smtp } }: Exam): Promise<Finding[]> {
  if (!smtp) return [ok("Mails go to the local outbox.")];
  const host = new URL(smtp.url).host;
  const times = { connectionTimeout: withinMs, greetingTimeout: withinMs, socketTimeout: withinMs };
  const transport = createTransport({ url: smtp.url, ...times });
  try {
    await transport.verify();
    return [ok(`The mail server ${host} lets us in. No mail was sent.`)];
  } catch (error) {
    const code = codeOf(error);
    const todo =
      code === "EAUTH"
        ? "Correct user and password in SMTP_URL."
        : "Check host, port and encryption in SMTP_URL, and whether this network lets mail out.";
    return [fault(`The mail server ${host} refuses (${code}).`, todo)];
  } finally {
    transport.close();
  }
}
