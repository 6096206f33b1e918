import { forgetDrafts } from "../../lib/homework-drafts.ts";
import { clientWithToken } from "../../lib/learner.ts";
import { endSubscription } from "../../lib/push.ts";
import { withRetries } from "../../lib/retry.ts";
import { endSession, readToken } from "../../lib/session.ts";
import { forgetUploads } from "../../lib/started-uploads.ts";

/** Signs out here at once, without waiting for the server. */
export function signOut(to: "/login" | "/"): void {
  const client = clientWithToken(readToken());
  endSession(to);
  forgetDrafts();
  forgetUploads();
  endSubscription().catch((error) => console.warn(error));
  withRetries(() => client.account.logout({})).catch((error) => console.warn(error));
}
