import type { JobContext } from "../../jobs/job.ts";
import { countParked, reportParked } from "../../jobs/parked.ts";
import { enqueue } from "../../jobs/queue.ts";
import { sendMail } from "../../mail.ts";
import { readInstitute } from "./queries.ts";

export async function mailParked({ once }: JobContext): Promise<void> {
  await once(async (tx) => {
    // A report that could not be sent is not worth a report.
    const parked = (await countParked(tx)).filter(({ name }) => name !== reportParked.name);
    if (parked.length === 0) return;
    const count = parked.reduce((sum, kind) => sum + kind.count, 0);
    const { email } = await readInstitute(tx);
    const tasks = count === 1 ? "1 task" : `${count} tasks`;
    await enqueue(tx, sendMail, {
      to: email,
      subject: `Your website could not finish ${tasks}`,
      text: `Your website has tried again and again for days and could not finish ${tasks}. Nothing is lost: they wait for you.

${parked.map((kind) => `  ${kind.count} x ${kind.name}: ${kind.lastError.slice(0, 200)}`).join("\n")}

The person who runs your website can see them on the server with: npm run jobs -- list
When the cause is mended, try them again with: npm run jobs -- retry all
`,
    });
  });
}
