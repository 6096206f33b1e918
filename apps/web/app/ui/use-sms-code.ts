import { useEffect, useEffectEvent } from "react";

/** Reads the code from an SMS bound to this site, if the browser supports WebOTP. */
export function useSmsCode(onCode: (code: string) => void): void {
  const handOn = useEffectEvent(onCode);
  useEffect(() => {
    if (!("OTPCredential" in window)) return;
    const leaving = new AbortController();
    const request: SmsRequest = { otp: { transport: ["sms"] }, signal: leaving.signal };
    navigator.credentials
      .get(request)
      .then((credential) => {
        if (credential) handOn((credential as SmsCredential).code);
      })
      .catch((error: Error) => {
        // The code can still be typed.
        if (error.name !== "AbortError") console.warn(error);
      });
    return () => leaving.abort();
  }, []);
}

type SmsRequest = CredentialRequestOptions & { otp: { transport: ["sms"] } };
type SmsCredential = Credential & { code: string };
