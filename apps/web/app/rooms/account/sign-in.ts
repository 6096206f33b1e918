import { ApiError } from "@shoreline/contract/client";
import { learnerClient } from "../../lib/learner.ts";
import { keepPerson, keepToken } from "../../lib/session.ts";

/** Signs in with a ticket; false when the number is not registered yet. */
export async function signIn({ mobileNumber, ticket }: { mobileNumber: string; ticket: string }): Promise<boolean> {
  try {
    const { token } = await learnerClient.account.login({ mobileNumber, ticket });
    await startSession(token);
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.code === "UNKNOWN_NUMBER") return false;
    throw error;
  }
}

/** Only the token is needed; the portal loads name and picture again. */
export async function startSession(token: string): Promise<void> {
  keepToken(token);
  await learnerClient.account.read({}).then(keepPerson, (error) => console.warn(error));
}
