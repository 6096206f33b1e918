import { clientWithToken } from "../../lib/learner.ts";
import { patiently } from "../../lib/patience.ts";
import { leaveFor, readToken } from "../../lib/session.ts";

/** Signs out here at once, without waiting for the server. */
export function signOut(to: "/login" | "/"): void {
  const client = clientWithToken(readToken());
  leaveFor(to);
  patiently(() => client.account.logout({})).catch((error) => console.warn(error));
}
