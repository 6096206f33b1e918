import { pino } from "pino";
import { missingIds } from "../messages/missing.ts";
import { codeOf, type Exam, type ExamWithDatabase, type Finding, fault, ok, warning } from "./check.ts";
import { reach } from "./reach.ts";

export async function checkSms({ config: { sms } }: Exam): Promise<Finding[]> {
  if (!sms) return [ok("Text messages go to the local outbox.")];
  const url = "msg91" in sms ? "https://control.msg91.com" : new URL(sms.gateway.url).origin;
  const { host } = new URL(url);
  return reach(url).then(
    () => [ok(`The SMS gateway ${host} can be reached. Its key was not tried, as that would send a message.`)],
    (error) => [
      fault(`The SMS gateway ${host} cannot be reached (${codeOf(error)}).`, "Check SMS_URL and the network."),
    ],
  );
}

export async function checkSmsIds({ db, config }: ExamWithDatabase): Promise<Finding[]> {
  const missing = await missingIds({ db, log: pino({ level: "silent" }) }, config);
  if (missing.length === 0) return [];
  return [
    warning(
      `messages.yaml lacks ${missing.join(", ")}: operators drop text messages without them.`,
      "Add the ids that the DLT portal shows, then run: npm run content -- apply",
    ),
  ];
}
