import type { JobContext } from "../../jobs/job.ts";
import { countParked, reportParked } from "../../jobs/parked.ts";
import { enqueue } from "../../jobs/queue.ts";
import { mailOf, sendMail } from "../../mail.ts";
import { parkedJobs } from "./mails.ts";
import { readInstitute } from "./queries.ts";

export async function mailParked({ once }: JobContext): Promise<void> {
  await once(async (tx) => {
    // A report that could not be sent is not worth a report.
    const jobs = (await countParked(tx)).filter(({ name }) => name !== reportParked.name);
    if (jobs.length === 0) return;
    const { email } = await readInstitute(tx);
    await enqueue(tx, sendMail, mailOf(parkedJobs, { to: email, data: { jobs } }));
  });
}
