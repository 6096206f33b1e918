import { ApiError } from "@shoreline/contract/client";
import { learnerClient } from "../../lib/learner.ts";
import { thisDevice } from "./sign-in.ts";

type Phone = { countryCode: string; mobileNumber: string };

/** Asks for a one-time code. When many were asked for, the browser first does a calculation of about a second. */
export function requestCode(phone: Phone): Promise<unknown> {
  return withCheck((check) => learnerClient.account.sendCode({ ...phone, ...thisDevice(), ...check }));
}

/** A code for the guardian of a learner: it proves nothing but that they agree. */
export function requestGuardianCode(phone: Phone): Promise<unknown> {
  return withCheck((check) => learnerClient.account.sendGuardianCode({ ...phone, ...check }));
}

async function withCheck(send: (check: { check?: string }) => Promise<unknown>): Promise<unknown> {
  try {
    return await send({});
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== "CHECK_NEEDED" || !crypto.subtle) throw error;
    const { solveCheck } = await import("./solve-check.ts");
    return send({ check: await solveCheck(await learnerClient.account.check({})) });
  }
}
