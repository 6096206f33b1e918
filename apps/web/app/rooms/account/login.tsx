import { ApiError } from "@shoreline/contract/client";
import { passkeySite, resendAfterMs } from "@shoreline/domain/account";
import { numberHint } from "@shoreline/domain/hints";
import { isMobileNumber } from "@shoreline/domain/text";
import { type FormEvent, useEffect, useState } from "react";
import { useLocation, useNavigate, useSearchParams } from "react-router";
import { load } from "../../lib/load.ts";
import { describePage, siteInfo } from "../../lib/seo.ts";
import { useToken } from "../../lib/session.ts";
import { useSubmission } from "../../lib/submission.ts";
import { Button } from "../../ui/button.tsx";
import { CountryCode } from "../../ui/country-code.tsx";
import { NeedsScript } from "../../ui/field.tsx";
import { Message, type NoticeContent } from "../../ui/message.tsx";
import { NumberField } from "../../ui/number-field.tsx";
import { atHome, useCountries } from "../site/use-countries.ts";
import type { Route } from "./+types/login";
import { PasskeyButton } from "./passkey-button.tsx";
import { keepPending, readPending, rememberNext, takeNext } from "./pending.ts";
import { requestCode } from "./request-code.ts";

export const meta: Route.MetaFunction = ({ loaderData }) => loaderData?.meta ?? [];

export function loader({ context }: Route.LoaderArgs) {
  return load(context, async (client) => {
    const site = await client.site.read({});
    const at = siteInfo(site);
    const meta = describePage({
      title: "Login",
      description: "Sign in to your classroom with your mobile number and a one-time code.",
      path: "/login",
      card: "home",
      at,
    });
    return { meta, hasPasskeys: passkeySite(new URL(site.publicUrl)) !== null };
  });
}

const wrongNumber = "enter valid number";

export default function LoginPage({ loaderData: { hasPasskeys } }: Route.ComponentProps) {
  const [mobileNumber, setNumber] = useState("");
  const [country, setCountry] = useState(atHome);
  const { state } = useLocation();
  const [notice, setNotice] = useState<NoticeContent | null>(() => reasonIn(state));
  const { isBusy, waiting, send } = useSubmission();
  const { countries, problem, ask } = useCountries();
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const token = useToken();

  useEffect(() => {
    rememberNext(query);
    if (token) navigate(takeNext(), { replace: true });
  }, [query, token, navigate]);
  // A visitor who comes back to change the number finds it in the field.
  useEffect(() => setNumber((typed) => typed || (readPending()?.mobileNumber ?? "")), []);
  useEffect(() => {
    const before = countries.find(({ code }) => code === readPending()?.country);
    if (before) setCountry(before);
  }, [countries]);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    setNotice(null);
    if (!isMobileNumber(mobileNumber)) {
      setNotice({ kind: "wrong", text: wrongNumber });
      return form.querySelector<HTMLInputElement>("input[name=mobileNumber]")?.focus();
    }
    const phone = { countryCode: country.dial_code, mobileNumber };
    const outcome = await send(phone, () => requestCode(phone), "refused");
    const soon = outcome.isSent ? null : secondsUntilNext(outcome.error);
    if (!outcome.isSent && soon === null)
      return setNotice({
        kind: "wrong",
        text: outcome.fields.mobileNumber ?? outcome.fields.countryCode ?? outcome.text,
      });
    // A code that was sent a moment ago is still valid.
    keepPending({
      ...phone,
      country: country.code,
      sentAt: Date.now() - (soon === null ? 0 : resendAfterMs - soon * 1000),
    });
    navigate("/loginotp");
  }

  return (
    <>
      <h1>Sign in</h1>
      <p className="text-ink-2">Your mobile number is all you need. We send you a code by SMS.</p>
      <form noValidate method="dialog" onSubmit={submit} className="grid gap-5">
        <NeedsScript />
        <NumberField
          label="Mobile number"
          name="mobileNumber"
          dialCode={country.dial_code}
          isWrong={notice?.text === wrongNumber}
          hint={numberHint}
          value={mobileNumber}
          onChange={(event) => {
            setNumber(event.target.value);
            setNotice(null);
          }}
          before={
            <CountryCode
              countries={countries}
              value={country.code}
              onChange={setCountry}
              onOpen={ask}
              problem={problem}
            />
          }
        />
        <Message notice={waiting ?? notice} onDismiss={() => setNotice(null)} />
        <Button type="submit" isBusy={isBusy}>
          Next
        </Button>
      </form>
      {hasPasskeys ? <PasskeyButton /> : null}
    </>
  );
}

/** Why the visitor was redirected here. */
function reasonIn(state: unknown): NoticeContent | null {
  const text = (state as { notice?: string } | null)?.notice;
  return text ? { kind: "wrong", text } : null;
}

function secondsUntilNext(error: unknown): number | null {
  if (!(error instanceof ApiError) || error.code !== "CODE_TOO_SOON") return null;
  return error.retryAfterSeconds ?? resendAfterMs / 1000;
}
