import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from "@simplewebauthn/browser";
import { learnerClient } from "../../lib/learner.ts";
import { BrowserError } from "../../lib/problem.ts";
import { startSession, thisDevice } from "./sign-in.ts";

// Few visitors use a passkey, so its library loads when one does.
const library = () => import("@simplewebauthn/browser");

export function canUsePasskeys(): boolean {
  return typeof window.PublicKeyCredential === "function";
}

/** Makes a passkey on this phone or computer, or on one that the browser offers. */
export async function addPasskey(ticket: string): Promise<void> {
  const [options, { startRegistration }] = await Promise.all([learnerClient.account.newPasskey({}), library()]);
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON;
  const made = await startRegistration({ optionsJSON }).catch((error: Error) => {
    console.warn(error);
    if (error.name === "InvalidStateError")
      throw new BrowserError("This device has a passkey for your account already.");
    throw new BrowserError("No passkey was made. Please try again.");
  });
  await learnerClient.account.addPasskey({ ticket, response: made });
}

/** Lets the visitor choose a passkey, and signs in with it. */
export async function signInWithPasskey(): Promise<void> {
  const [options, { startAuthentication }] = await Promise.all([learnerClient.account.passkeySignIn({}), library()]);
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON;
  const response = await startAuthentication({ optionsJSON }).catch((error: Error) => {
    console.warn(error);
    throw new BrowserError("No passkey was used. Please try again, or sign in with your mobile number.");
  });
  await startSession(await learnerClient.account.passkeyLogin({ response, ...thisDevice() }));
}
