import { learnerClient } from "../lib/learner.ts";
import { leaveFor } from "./leave.ts";

/** Here at once, and on the server as soon as it can be reached: nobody has to wait to be signed out. */
export function signOut(to: "/login" | "/"): void {
  learnerClient.account.logout({}).catch((error) => console.warn(error));
  // The call above has read the token by now.
  leaveFor(to);
}
