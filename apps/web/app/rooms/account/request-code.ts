import { ApiError } from "@shoreline/contract/client";
import { learnerClient } from "../../lib/learner.ts";
import { thisDevice } from "./sign-in.ts";

type Wanted = { countryCode: string; mobileNumber: string; isForGuardian?: boolean };

/** Asks for a one-time code. When many were asked for, the browser first does a calculation of about a second. */
export async function requestCode(wanted: Wanted): Promise<unknown> {
  const request = { ...wanted, ...thisDevice() };
  try {
    return await learnerClient.account.sendCode(request);
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== "CHECK_NEEDED" || !crypto.subtle) throw error;
    const { solveCheck } = await import("./solve-check.ts");
    return learnerClient.account.sendCode({
      ...request,
      check: await solveCheck(await learnerClient.account.check({})),
    });
  }
}
