import { staffRoles } from "@shoreline/domain/staff";
import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { PasskeyAnswer, PasskeyOptions, PasskeyProof } from "./passkey.ts";
import {
  aDay,
  code,
  Done,
  nothing,
  RecoveryCodes,
  SetUpAuthenticator,
  StaffEmail,
  StaffMe,
  signIn,
  token,
} from "./staff-shapes.ts";

/** For staff who are not signed in yet. */
export const staffEntrance = {
  entrance: endpoint({
    summary: "How staff can sign in here",
    input: nothing,
    reply: z.object({
      institute: z.string(),
      hasPasskeys: z.boolean().describe("Passkeys need an encrypted address with a name"),
      demoRoles: z.array(z.enum(staffRoles)).describe("In a demonstration, everybody can enter in these roles"),
    }),
    isEntrance: true,
  }),
  enterDemo: endpoint({
    summary: "Enter a demonstration as one of its staff",
    input: z.object({ role: z.enum(staffRoles) }),
    reply: StaffMe,
    refusals: ["NOT_FOUND"],
    ...signIn,
  }),
  passkeyOptions: endpoint({
    summary: "Begin to sign in with a passkey",
    input: nothing,
    reply: PasskeyOptions,
    ...signIn,
  }),
  passkeySignIn: endpoint({
    summary: "Sign in with a passkey",
    input: z.object({ response: PasskeyProof }),
    reply: StaffMe,
    refusals: ["PASSKEY_REFUSED", "STAFF_CLOSED"],
    ...signIn,
  }),
  sendLink: endpoint({
    summary: "Get a sign-in link by mail. The answer is the same for unknown addresses",
    input: z.object({ email: StaffEmail }),
    reply: Done,
    isEntrance: true,
    limit: [
      { points: 10, seconds: 600 },
      { points: 50, seconds: aDay },
    ],
  }),
  readLink: endpoint({
    summary: "What a link from a mail is for",
    input: z.object({ token }),
    reply: z.object({
      purpose: z.enum(["invitation", "sign-in", "reset"]),
      name: z.string(),
      email: z.string(),
      roles: z.array(z.enum(staffRoles)),
      next: z.enum(["code", "set up"]).describe("`set up`: this person has no passkey and no authenticator yet"),
      hasPasskeys: z.boolean(),
    }),
    refusals: ["DEAD_LINK"],
    ...signIn,
  }),
  signInByLink: endpoint({
    summary: "Sign in with a link and the code of an authenticator app, or a recovery code",
    input: z.object({ token, code }),
    reply: StaffMe,
    refusals: ["DEAD_LINK", "WRONG_CODE"],
    ...signIn,
  }),
  setUpAuthenticator: endpoint({
    summary: "Begin to set up an authenticator app",
    input: z.object({ token }),
    reply: SetUpAuthenticator,
    refusals: ["DEAD_LINK"],
    ...signIn,
  }),
  acceptAuthenticator: endpoint({
    summary: "Confirm the authenticator app with its first code, and sign in",
    input: z.object({ token, code }),
    reply: RecoveryCodes.extend({ me: StaffMe }),
    refusals: ["DEAD_LINK", "WRONG_CODE"],
    ...signIn,
  }),
  setUpPasskey: endpoint({
    summary: "Begin to set up a passkey",
    input: z.object({ token }),
    reply: PasskeyOptions,
    refusals: ["DEAD_LINK", "TOO_MANY_PASSKEYS"],
    ...signIn,
  }),
  acceptPasskey: endpoint({
    summary: "Confirm the passkey, and sign in",
    input: z.object({ token, response: PasskeyAnswer }),
    reply: StaffMe,
    refusals: ["DEAD_LINK", "PASSKEY_REFUSED"],
    ...signIn,
  }),
};
