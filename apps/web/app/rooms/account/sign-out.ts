import { clientWithToken } from "../../lib/learner.ts";
import { patiently } from "../../lib/patience.ts";
import { leaveFor, readToken } from "../../lib/session.ts";

/** Here at once, and on the server as soon as it can be reached: nobody has to wait to be signed out. */
export function signOut(to: "/login" | "/"): void {
  const client = clientWithToken(readToken());
  leaveFor(to);
  patiently(() => client.account.logout({})).catch((error) => console.warn(error));
}
