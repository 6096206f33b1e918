/** What browsers and servers exchange about passkeys, as WebAuthn defines it; binary values are base64url. */
import { z } from "zod";

const binary = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^[\w-]*$/, "must be base64url");
// An id has up to 1,023 bytes.
const id = binary(1400);
const credential = { id, rawId: id, type: z.literal("public-key") };

/** The answer of an authenticator that has made a passkey. */
export const PasskeyAnswer = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: binary(8000),
    attestationObject: binary(20_000),
    transports: z.array(z.string().max(30)).max(10).default([]),
  }),
});

/** The answer of an authenticator that has a passkey. */
export const PasskeyProof = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: binary(8000),
    authenticatorData: binary(8000),
    signature: binary(8000),
    userHandle: binary(200).optional(),
  }),
});

/** For `PublicKeyCredential.parseCreationOptionsFromJSON` or `parseRequestOptionsFromJSON` of the browser. */
export const PasskeyOptions = z.looseObject({ challenge: z.string() });

export type PasskeyAnswer = z.infer<typeof PasskeyAnswer>;
export type PasskeyProof = z.infer<typeof PasskeyProof>;
