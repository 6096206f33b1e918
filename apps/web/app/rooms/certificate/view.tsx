import type { Certificate } from "@shoreline/contract";
import { normaliseCertificateId } from "@shoreline/domain/certificate";
import { useCallback, useEffect, useState } from "react";
import { data, redirect, useNavigate } from "react-router";
import { browserClient, load } from "../../lib/api.ts";
import { errorText } from "../../lib/problem.ts";
import { describePage, siteInfo } from "../../lib/seo.ts";
import { Button } from "../../ui/button.tsx";
import { Crumbs } from "../../ui/crumbs.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Notice } from "../../ui/message.tsx";
import type { Route } from "./+types/view";
import { takeRemembered, viewPath } from "./found-certificate.ts";
import { CertificateSheet, SheetOutline } from "./sheet.tsx";

const verifyPath = "/verify/e_certificate/";

/** Does not name the holder, because the page and previews of shared links are cached. */
export const meta: Route.MetaFunction = ({ loaderData }) => loaderData?.meta ?? [];

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders;
}

export function loader({ context, params, request }: Route.LoaderArgs) {
  const typed = params.certificateId ?? new URL(request.url).searchParams.get("id") ?? "";
  const certificateId = normaliseCertificateId(typed).slice(0, 40);
  if (!certificateId) throw redirect(verifyPath);
  if (!params.certificateId) throw redirect(viewPath(certificateId));
  return load(context, async (client) => {
    const site = await client.site.read({});
    const { email, timeZone, name } = site.institute;
    const described = describePage({
      title: `Certificate ${certificateId}`,
      description: `See who earned this certificate from ${name}, for which course and when, and whether it is still valid.`,
      path: viewPath(certificateId),
      card: `certificate/${certificateId}`,
      at: siteInfo(site),
      below: { name: "Verify a certificate", path: "/verify/e_certificate" },
    });
    const meta = [...described, { name: "robots", content: "noindex" }];
    const page = { meta, certificateId, institute: { email, timeZone, name } };
    // Not cached: anybody can invent any number of such addresses.
    return data(page, { headers: { "cache-control": "no-store" } });
  });
}

type Found = { certificate: Certificate; checkedAt: string };

export default function ViewPage({ loaderData: { certificateId, institute } }: Route.ComponentProps) {
  const { found, problem, retry } = useCertificate(certificateId);
  return (
    <div className="wrap pt-2 pb-10">
      <Crumbs steps={[{ text: "Verify a certificate", to: verifyPath }]} here={certificateId} />
      <noscript>
        <Notice look="wrong">This page needs JavaScript to load the certificate.</Notice>
      </noscript>
      {problem ? (
        <Notice look="wrong" role="alert">
          <Icon name="warn" />
          <p className="grow">{errorText(problem)}</p>
          <Button look="line" onClick={retry}>
            Try again
          </Button>
        </Notice>
      ) : null}
      {found ? <CertificateSheet {...found} institute={institute} /> : null}
      {found || problem ? null : <SheetOutline />}
    </div>
  );
}

/** A visitor from the verify page has it already; a shared link or a QR code loads it. */
function useCertificate(certificateId: string) {
  const [found, setFound] = useState<Found | null>(null);
  const [problem, setProblem] = useState<unknown>(null);
  const [tries, setTries] = useState(0);
  const navigate = useNavigate();

  // biome-ignore lint/correctness/useExhaustiveDependencies: every try loads it again.
  useEffect(() => {
    const leaving = new AbortController();
    const show = (certificate: Certificate) => setFound({ certificate, checkedAt: new Date().toISOString() });
    const taken = takeRemembered(certificateId);
    if (taken) return show(taken);
    setProblem(null);
    browserClient.certificate.get({ certificateId }, { signal: leaving.signal }).then(
      (certificate) => {
        if (certificate) show(certificate);
        else navigate(verifyPath, { replace: true, state: { notice: "something went wrong" } });
      },
      (error) => leaving.signal.aborted || setProblem(error),
    );
    return () => leaving.abort();
  }, [certificateId, navigate, tries]);

  const retry = useCallback(() => setTries((count) => count + 1), []);
  return { found: found?.certificate.certificateId === certificateId ? found : null, problem, retry };
}
