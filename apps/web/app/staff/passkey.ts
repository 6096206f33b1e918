import {
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from "@simplewebauthn/browser";
import { NoPasskey } from "./use-task.ts";

// Loaded when somebody uses a passkey.

type Options = { challenge: string };

/** Makes a passkey on this device, or on one that the browser offers. */
export async function makePasskey(options: Options) {
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON;
  return startRegistration({ optionsJSON }).catch((cause: Error) => {
    const isKnown = cause.name === "InvalidStateError";
    throw new NoPasskey(
      isKnown ? "This device has a passkey for you already." : "No passkey was made. Please try again.",
      {
        cause,
      },
    );
  });
}

/** Lets the person choose a passkey. */
export async function askPasskey(options: Options) {
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON;
  return startAuthentication({ optionsJSON }).catch((cause: Error) => {
    throw new NoPasskey("No passkey was used. Please try again, or choose another way.", { cause });
  });
}
