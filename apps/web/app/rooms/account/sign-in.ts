import { ApiError } from "@shoreline/contract/client";
import { learnerClient } from "../../lib/learner.ts";
import { keepPerson, keepToken } from "../../lib/session.ts";
import { read, write } from "../../lib/storage.ts";

const deviceKey = "device";

/** What this browser got at the last sign-in: with it, codes come even when strangers have asked for many. */
export function thisDevice(): { device?: string } {
  const device = read("localStorage", deviceKey);
  return device ? { device } : {};
}

export function canUsePasskeys(): boolean {
  return typeof window.PublicKeyCredential === "function";
}

/** Signs in with a ticket; false when the number is not registered yet. */
export async function signIn({ mobileNumber, ticket }: { mobileNumber: string; ticket: string }): Promise<boolean> {
  try {
    await startSession(await learnerClient.account.login({ mobileNumber, ticket, ...thisDevice() }));
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.code === "UNKNOWN_NUMBER") return false;
    throw error;
  }
}

/** Only the token is needed; the portal loads name and picture again. */
export async function startSession({ token, device }: { token: string; device: string }): Promise<void> {
  write("localStorage", deviceKey, device);
  keepToken(token);
  await learnerClient.account.read({}).then(keepPerson, (error) => console.warn(error));
}
