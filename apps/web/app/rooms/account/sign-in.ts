import { ApiError } from "@shoreline/contract/client";
import { learnerClient } from "../../lib/learner.ts";
import { keepPerson, keepToken } from "../../lib/session.ts";

/** Signs in with the proof of a number; false where the number is not registered yet. */
export async function enter({ mobileNumber, ticket }: { mobileNumber: string; ticket: string }): Promise<boolean> {
  try {
    const { token } = await learnerClient.account.login({ mobileNumber, ticket });
    await begin(token);
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.code === "UNKNOWN_NUMBER") return false;
    throw error;
  }
}

/** The token is what counts; name and picture are only for the eye and come again with the portal. */
export async function begin(token: string): Promise<void> {
  keepToken(token);
  await learnerClient.account.read({}).then(keepPerson, (error) => console.warn(error));
}
