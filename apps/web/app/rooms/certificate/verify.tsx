import { normaliseCertificateId } from "@shoreline/domain/certificate";
import { type FormEvent, useState } from "react";
import { useNavigate } from "react-router";
import { browserClient, load } from "../../lib/api.ts";
import { describePage, siteInfo } from "../../lib/seo.ts";
import { readForm, useSubmission } from "../../lib/submission.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { Message, type NoticeContent } from "../../ui/message.tsx";
import type { Route } from "./+types/verify";
import { rememberCertificate, viewPath } from "./found-certificate.ts";
import * as notes from "./notes.module.css";
import * as styles from "./verify.module.css";

const title = "Certificate verification portal";

export const meta: Route.MetaFunction = ({ loaderData }) => loaderData?.meta ?? [];

export function loader({ context }: Route.LoaderArgs) {
  return load(context, async (client) => {
    const site = await client.site.read({});
    const { certificatePrefix, email, name, brand } = site.institute;
    const at = siteInfo(site);
    const meta = describePage({
      title,
      description: `Every certificate from ${at.name} has an ID. Enter it to see who earned the certificate, for which course and when.`,
      path: "/verify/e_certificate",
      card: "page/verify",
      at,
    });
    return { meta, prefix: certificatePrefix, email, name, hasSea: brand.scene === "coast" };
  });
}

export default function VerifyPage({ loaderData: { prefix, email, name, hasSea } }: Route.ComponentProps) {
  return (
    <div className={`wrap ${styles.page}`}>
      <header className="grid content-start gap-5">
        <h1 className="text-3xl">{title}</h1>
        <p className="max-w-prose text-l text-ink-2">
          Check whether a certificate from {name} is genuine, who earned it and for which course.
        </p>
        <VerifyForm example={`${prefix}00001`} />
      </header>
      {hasSea ? <img src="/pictures/verify.svg" alt="" width="560" height="440" className={styles.picture} /> : null}
      <dl className={notes.notes}>
        <div>
          <dt>Where the ID is</dt>
          <dd>On the certificate, to the left of the seal. The QR code next to it opens the same page.</dd>
        </div>
        <div>
          <dt>For employers</dt>
          <dd>This page shows the original. If a printed copy differs, trust this page.</dd>
        </div>
        <div>
          <dt>Something wrong?</dt>
          <dd>
            Write to <a href={`mailto:${email}`}>{email}</a> and mention the ID.
          </dd>
        </div>
      </dl>
    </div>
  );
}

function VerifyForm({ example }: { example: string }) {
  const [notice, setNotice] = useState<NoticeContent | null>(null);
  const { isBusy, waiting, send } = useSubmission();
  const navigate = useNavigate();

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const certificateId = normaliseCertificateId(readForm(event.currentTarget, ["id"]).id);
    const unknown = { kind: "wrong", text: "something went wrong", more: <NothingFound /> } as const;
    // Dots alone would be read as a relative path.
    if (!/[\p{L}\p{N}]/u.test(certificateId)) return setNotice(unknown);
    setNotice(null);
    const outcome = await send(
      { certificateId },
      async () => {
        const found = await browserClient.certificate.get({ certificateId });
        if (!found) return setNotice(unknown);
        rememberCertificate(found);
        navigate(viewPath(found.certificateId));
      },
      "always",
    );
    if (!outcome.isSent) setNotice({ kind: "wrong", text: outcome.text });
  }

  // Without scripts the form opens the certificate page.
  return (
    <form method="get" action="/view/e_certificate" onSubmit={submit} className={styles.form}>
      <Field
        label="Enter your certificate ID to verify"
        name="id"
        required
        placeholder={example}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={40}
        onInput={upperCase}
      />
      <Button type="submit" worksWithoutScript isBusy={isBusy}>
        Check Now!
      </Button>
      <Message notice={waiting ?? notice} onDismiss={() => setNotice(null)} />
    </form>
  );
}

function NothingFound() {
  return (
    <p className="text-s text-ink-2">
      We could not find a certificate with this ID. Please check it against the printed certificate.
    </p>
  );
}

/** Changes the text while typing and keeps the cursor. */
function upperCase({ currentTarget: input }: FormEvent<HTMLInputElement>) {
  const upper = input.value.toUpperCase();
  if (upper === input.value) return;
  const [start, end] = [input.selectionStart, input.selectionEnd];
  input.value = upper;
  input.setSelectionRange(start, end);
}
