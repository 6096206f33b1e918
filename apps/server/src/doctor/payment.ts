import { codeOf, type Exam, type Finding, fault, ok, warning } from "./check.ts";
import { isPublic } from "./configuration.ts";
import { withinMs } from "./reach.ts";

export const razorpayUrl = "https://api.razorpay.com";

/** Asks for one payment: that changes nothing, and needs the right keys. */
export async function checkPayments({ config }: Exam): Promise<Finding[]> {
  const { razorpay } = config;
  if (!razorpay) return [ok("Payments go to the local gateway. No money moves.")];
  const isLive = razorpay.keyId.startsWith("rzp_live_");
  const authorization = `Basic ${Buffer.from(`${razorpay.keyId}:${razorpay.keySecret}`).toString("base64")}`;
  const signal = AbortSignal.timeout(withinMs);
  const kind = isLive ? "live" : "test";
  const answer = await fetch(`${razorpayUrl}/v1/payments?count=1`, { headers: { authorization }, signal }).then(
    ({ status }) => describeAnswer({ status, kind }),
    (error) => fault(`Razorpay cannot be reached (${codeOf(error)}).`, "Check the network: nobody can pay meanwhile."),
  );
  const isTest = !isLive && isPublic(config) && !config.isDemo;
  return [
    answer,
    ...(isTest
      ? [warning("The payment keys are test keys: no money moves.", "Set the live keys before you sell.")]
      : []),
  ];
}

export function describeAnswer({ status, kind }: { status: number; kind: string }): Finding {
  if (status === 200) return ok(`Razorpay accepts the ${kind} keys.`);
  if (status === 401)
    return fault(`Razorpay refuses the ${kind} keys.`, "Correct RAZORPAY_KEY_ID and RAZORPAY_KEY_SECRET.");
  return warning(`Razorpay answers ${status}.`, "Look at status.razorpay.com, and run this again later.");
}
