import type { Handlers } from "../../context.ts";
import { enqueue } from "../../jobs/queue.ts";
import { readInstitute } from "../site/queries.ts";
import { subscriptionNotice, welcomeMail } from "./mails.ts";
import { addSubscription } from "./queries.ts";

export const leadHandlers: Handlers<"lead"> = {
  async subscribe({ db }, { email, source }) {
    await db.transaction(async (tx) => {
      const isNew = await addSubscription(tx, { email, source });
      if (!isNew) return;
      const institute = await readInstitute(tx);
      await enqueue(tx, "mail.send", welcomeMail({ institute, email }));
      await enqueue(tx, "mail.send", subscriptionNotice({ institute, email, source }));
    });
    // The same words either way: a stranger cannot learn here who is on the list.
    return { message: "Thank you for subscribing." };
  },
};
