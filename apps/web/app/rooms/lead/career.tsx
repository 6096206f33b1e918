import { emailHint } from "@shoreline/domain/hints";
import { isEmail } from "@shoreline/domain/text";
import { type FormEvent, useState } from "react";
import { browserClient } from "../../lib/api.ts";
import { load } from "../../lib/load.ts";
import { refuseMissing } from "../../lib/parts.ts";
import { describePage, siteInfo } from "../../lib/seo.ts";
import { readForm, useSubmission } from "../../lib/submission.ts";
import { Button } from "../../ui/button.tsx";
import { Field, NeedsScript } from "../../ui/field.tsx";
import { Message, type NoticeContent } from "../../ui/message.tsx";
import { PageHead } from "../../ui/section.tsx";
import type { Route } from "./+types/career";

export const meta: Route.MetaFunction = ({ loaderData }) => loaderData?.meta ?? [];

export function loader({ context }: Route.LoaderArgs) {
  return load(context, async (client) => {
    const site = await client.site.read({});
    refuseMissing(site.career);
    const at = siteInfo(site);
    const meta = describePage({
      title: "Career",
      description: site.career.text,
      path: "/career",
      card: "page/career",
      at,
    });
    return { meta, career: site.career };
  });
}

export default function CareerPage({ loaderData: { career } }: Route.ComponentProps) {
  return (
    <>
      <PageHead title={career.title} lead={career.text} />
      <div className="wrap grid gap-10">
        <CareerSubscribe />
        <img src={career.picture} alt="" width="960" height="480" className="h-auto w-full rounded-large" />
      </div>
    </>
  );
}

function CareerSubscribe() {
  const [isWrong, setWrong] = useState(false);
  const [notice, setNotice] = useState<NoticeContent | null>(null);
  const { isBusy, waiting, send } = useSubmission();

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const { email } = readForm(form, ["email"]);
    setNotice(null);
    if (!isEmail(email)) return setWrong(true);
    const outcome = await send(
      { email },
      ({ page }) => browserClient.lead.subscribe({ email, source: "career", page }),
      "always",
    );
    if (!outcome.isSent) return setNotice({ kind: "wrong", text: outcome.text });
    form.reset();
    setNotice({ kind: "done", text: "Thank you. You will be among the first to know." });
  }

  return (
    <form noValidate method="dialog" onSubmit={submit} className="grid max-w-lg gap-4" aria-label="Subscribe">
      <NeedsScript />
      <Field
        label="E-mail"
        type="email"
        name="email"
        autoComplete="email"
        hint={emailHint}
        error={isWrong ? "Invalid Email" : undefined}
        onChange={() => setWrong(false)}
      />
      <p className="text-s text-ink-2">
        By subscribing you agree to our <a href="/privacy-policy">privacy policy</a>.
      </p>
      <Message notice={waiting ?? notice} onDismiss={() => setNotice(null)} />
      <div>
        <Button type="submit" isBusy={isBusy}>
          Subscribe
        </Button>
      </div>
    </form>
  );
}
