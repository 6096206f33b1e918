import { isCertificateId } from "@shoreline/domain/certificate";
import { data, redirect } from "react-router";
import { load } from "../../lib/load.ts";
import { describePage, siteInfo } from "../../lib/seo.ts";
import { Crumbs } from "../../ui/crumbs.tsx";
import type { Route } from "./+types/view";
import { notCached, readCertificateId, takeRemembered, verifyPath, viewPath } from "./found-certificate.ts";
import { previewOf } from "./preview.ts";
import { CertificateSheet } from "./sheet.tsx";

export const meta: Route.MetaFunction = ({ loaderData }) => loaderData?.meta ?? [];

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders;
}

const notIndexed = { name: "robots", content: "noindex" };

export function loader({ context, params, request }: Route.LoaderArgs) {
  const certificateId = readCertificateId(params.certificateId ?? new URL(request.url).searchParams.get("id") ?? "");
  const toVerify = redirect(
    certificateId ? `${verifyPath}?id=${encodeURIComponent(certificateId)}` : verifyPath,
    notCached(),
  );
  if (!isCertificateId(certificateId)) throw toVerify;
  if (!params.certificateId) throw redirect(viewPath(certificateId), notCached());
  return load(context, async (client) => {
    const [site, certificate] = await Promise.all([client.site.read({}), client.certificate.get({ certificateId })]);
    if (!certificate) throw toVerify;
    const { email, timeZone, name } = site.institute;
    const found = { certificate, institute: { email, timeZone, name, publicUrl: site.publicUrl } };
    const described = describePage({
      ...previewOf(found),
      path: viewPath(certificateId),
      card: `certificate/${certificateId}`,
      at: siteInfo(site),
      below: { name: "Verify a certificate", path: "/verify/e_certificate" },
    });
    return data({ ...found, meta: [...described, notIndexed], checkedAt: new Date().toISOString() }, notCached());
  });
}

/** A visitor from the verify page has it already; everybody else asks the server. */
export async function clientLoader({ params, serverLoader }: Route.ClientLoaderArgs) {
  const found = takeRemembered(params.certificateId);
  if (!found) return serverLoader();
  return { ...found, meta: [{ title: previewOf(found).title }, notIndexed], checkedAt: new Date().toISOString() };
}

export default function ViewPage({ loaderData: { certificate, checkedAt, institute } }: Route.ComponentProps) {
  return (
    <div className="wrap pt-2 pb-10">
      <Crumbs steps={[{ text: "Verify a certificate", to: verifyPath }]} here={certificate.certificateId} />
      <CertificateSheet certificate={certificate} checkedAt={checkedAt} institute={institute} />
    </div>
  );
}
