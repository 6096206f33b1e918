import {
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from "@simplewebauthn/browser";
import { learnerClient } from "../../lib/learner.ts";
import { startSession, thisDevice } from "./sign-in.ts";

// Few visitors use a passkey, so this module loads when one does.

/** Makes a passkey on this phone or computer, or on one that the browser offers. Returns why there is none. */
export async function addPasskey(ticket: string): Promise<string | null> {
  const optionsJSON = (await learnerClient.account.newPasskey({})) as unknown as PublicKeyCredentialCreationOptionsJSON;
  const made = await startRegistration({ optionsJSON }).catch(nameOf);
  if (made === "InvalidStateError") return "This device has a passkey for your account already.";
  if (typeof made === "string") return "No passkey was made. Please try again.";
  await learnerClient.account.addPasskey({ ticket, response: made });
  return null;
}

/** Lets the visitor choose a passkey, and signs in with it. Returns why not. */
export async function signInWithPasskey(): Promise<string | null> {
  const optionsJSON = (await learnerClient.account.passkeySignIn(
    {},
  )) as unknown as PublicKeyCredentialRequestOptionsJSON;
  const response = await startAuthentication({ optionsJSON }).catch(nameOf);
  if (typeof response === "string") return "No passkey was used. Please try again, or sign in with your mobile number.";
  await startSession(await learnerClient.account.passkeyLogin({ response, ...thisDevice() }));
  return null;
}

/** The browser refuses by errors: when its window was closed, for one. */
function nameOf(error: Error): string {
  console.warn(error);
  return error.name;
}
