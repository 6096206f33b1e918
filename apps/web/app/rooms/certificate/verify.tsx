import { isCertificateId, normaliseCertificateId } from "@shoreline/domain/certificate";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { data, redirect, useNavigate } from "react-router";
import { browserClient } from "../../lib/api.ts";
import { load } from "../../lib/load.ts";
import { describePage, siteInfo } from "../../lib/seo.ts";
import { readForm, useSubmission } from "../../lib/submission.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { Message, type NoticeContent } from "../../ui/message.tsx";
import type { Route } from "./+types/verify";
import { CheckFile } from "./check-file.tsx";
import {
  type AboutInstitute,
  notCached,
  readCertificateId,
  rememberCertificate,
  verifyPath,
  viewPath,
} from "./found-certificate.ts";
import * as notes from "./notes.module.css";
import * as styles from "./verify.module.css";

const title = "Certificate verification portal";

export const meta: Route.MetaFunction = ({ loaderData }) => loaderData?.meta ?? [];

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders;
}

/** A link to no certificate leads here with its id. */
export function loader({ context, request }: Route.LoaderArgs) {
  const asked = readCertificateId(new URL(request.url).searchParams.get("id") ?? "");
  return load(context, async (client) => {
    const isFound = isCertificateId(asked) && (await client.certificate.get({ certificateId: asked })) !== null;
    if (isFound) throw redirect(viewPath(asked), notCached());
    const site = await client.site.read({});
    const { certificatePrefix, email, name, timeZone, brand } = site.institute;
    const at = siteInfo(site);
    const meta = describePage({
      title,
      description: `Every certificate from ${at.name} has an ID. Enter it to see who earned the certificate, for which course and when.`,
      path: "/verify/e_certificate",
      card: "page/verify",
      at,
    });
    const institute = { email, name, timeZone, publicUrl: at.publicUrl };
    const page = { meta, prefix: certificatePrefix, institute, hasSea: brand.scene === "coast", unknownId: asked };
    return data(page, asked ? notCached() : {});
  });
}

export default function VerifyPage({ loaderData }: Route.ComponentProps) {
  const { prefix, institute, hasSea, unknownId } = loaderData;
  const { email, name } = institute;
  return (
    <div className={`wrap ${styles.page}`}>
      <header className="grid content-start gap-5">
        <h1 className="text-3xl">{title}</h1>
        <p className="max-w-prose text-l text-ink-2">
          Check whether a certificate from {name} is genuine, who earned it and for which course.
        </p>
        <VerifyForm key={unknownId} example={`${prefix}00001`} institute={institute} unknownId={unknownId} />
      </header>
      <CheckFile timeZone={institute.timeZone} />
      {hasSea ? <img src="/pictures/verify.svg" alt="" width="560" height="440" className={styles.picture} /> : null}
      <dl className={notes.notes}>
        <div>
          <dt>Where the ID is</dt>
          <dd>On the certificate, to the left of the seal. The QR code next to it opens the same page.</dd>
        </div>
        <div>
          <dt>For employers</dt>
          <dd>The ID shows the original: if a printed copy differs, trust this page.</dd>
        </div>
        <div>
          <dt>Check without us</dt>
          <dd>
            <a href="/verify/offline/verify.html" download>
              Save the offline checker
            </a>{" "}
            or the <a href="/verify/offline/verify.mjs">script for Node</a>. They contain our public keys, so they work
            in ten years, even if this site is gone.
          </dd>
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

const unknown: NoticeContent = { kind: "wrong", text: "something went wrong", more: <NothingFound /> };

type FormProps = { example: string; institute: AboutInstitute; unknownId: string };

function VerifyForm({ example, institute, unknownId }: FormProps) {
  const [notice, setNotice] = useState(unknownId ? unknown : null);
  const { isBusy, waiting, send } = useSubmission();
  const navigate = useNavigate();
  const answer = useRef<HTMLDivElement>(null);
  const isAsked = useRef(false);

  // The dock may cover it. An answer that the page came with leaves the page where it is.
  useEffect(() => {
    if (notice && isAsked.current) answer.current?.scrollIntoView({ block: "nearest" });
  }, [notice]);

  // A reload is a new visit, without the error of the link.
  useEffect(() => {
    if (unknownId) window.history.replaceState(window.history.state, "", verifyPath);
  }, [unknownId]);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    isAsked.current = true;
    const certificateId = normaliseCertificateId(readForm(form, ["id"]).id);
    if (certificateId === "") {
      setNotice(null);
      (form.elements.namedItem("id") as HTMLInputElement).value = "";
      return form.reportValidity();
    }
    // Dots alone would be read as a relative path.
    if (!/[\p{L}\p{N}]/u.test(certificateId)) return setNotice(unknown);
    setNotice(null);
    const outcome = await send(
      { certificateId },
      async () => {
        const found = await browserClient.certificate.get({ certificateId });
        if (!found) return setNotice(unknown);
        rememberCertificate({ certificate: found, institute });
        navigate(viewPath(found.certificateId));
      },
      "always",
    );
    if (!outcome.isSent) setNotice({ kind: "wrong", text: outcome.text });
  }

  // Without scripts the form opens the certificate page.
  return (
    <form method="get" action="/view/e_certificate" data-native onSubmit={submit} className={styles.form}>
      <Field
        label="Enter your certificate ID to verify"
        name="id"
        required
        defaultValue={unknownId}
        onInvalid={() => setNotice(null)}
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
      <div ref={answer} className={styles.answer}>
        <Message notice={waiting ?? notice} onDismiss={() => setNotice(null)} />
      </div>
    </form>
  );
}

function NothingFound() {
  return (
    <p className="text-s text-ink-2">
      There is no certificate with this ID. Please check it against the printed certificate.
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
