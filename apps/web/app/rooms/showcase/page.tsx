import type { ShownCertificate } from "@shoreline/contract";
import { data } from "react-router";
import { formatDay } from "../../lib/format.ts";
import { load } from "../../lib/load.ts";
import { describePage, siteInfo } from "../../lib/seo.ts";
import { CoverLink } from "../../ui/cover-link.tsx";
import { Icon } from "../../ui/icon.tsx";
import { ProblemPage } from "../../ui/problem-page.tsx";
import { PageHead } from "../../ui/section.tsx";
import { Tag } from "../../ui/tag.tsx";
import * as idStyles from "../certificate/certificate-id.module.css";
import { notCached, verifyPath, viewPath } from "../certificate/found-certificate.ts";
import * as notes from "../certificate/notes.module.css";
import { CertificatePicture } from "../certificate/picture.tsx";
import type { Route } from "./+types/page";
import * as styles from "./page.module.css";
import { showcasePath } from "./showcase-path.ts";

export const meta: Route.MetaFunction = ({ loaderData }) => [
  ...(loaderData?.meta ?? [{ title: "404 Page Not Found" }]),
  { name: "robots", content: "noindex" },
];

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders;
}

/** An unknown address and a hidden one get the same answer. Neither is kept: what is hidden is gone at once. */
export function loader({ context, params: { token } }: Route.LoaderArgs) {
  return load(context, async (client) => {
    const [site, page] = await Promise.all([client.site.read({}), client.showcase.see({ token })]);
    if (!page) return data(null, { ...notCached(), status: 404 });
    const { name, timeZone } = site.institute;
    const { studentName, isNameHidden, certificates } = page;
    const courses = certificates.map(({ courseCompleted }) => courseCompleted).join(", ");
    const meta = describePage({
      title: isNameHidden ? "Certificates" : `Certificates of ${studentName}`,
      description: `${countText(certificates)} from ${name}, each with its proof: ${courses}.`,
      path: showcasePath(token),
      card: "page/verify",
      at: siteInfo(site),
    });
    return data({ meta, studentName, certificates, institute: { name, timeZone } }, notCached());
  });
}

export default function ShowcasePage({ loaderData }: Route.ComponentProps) {
  if (!loaderData)
    return (
      <div className="wrap">
        <ProblemPage kind="missing" requestId={null} />
      </div>
    );
  const { studentName, certificates, institute } = loaderData;
  return (
    <>
      <PageHead title={studentName} lead={`${countText(certificates)} from ${institute.name}.`} />
      <div className="wrap pb-12">
        <ul className={styles.list}>
          {certificates.map((certificate) => (
            <ShownCard
              key={certificate.certificateId}
              certificate={certificate}
              studentName={studentName}
              timeZone={institute.timeZone}
            />
          ))}
        </ul>
        <dl className={notes.notes}>
          <div>
            <dt>For employers</dt>
            <dd>Open a certificate: its page says whether it is valid today, and shows the original.</dd>
          </div>
          <div>
            <dt>Got a file or a printed copy?</dt>
            <dd>
              Check it on our <a href={verifyPath}>verification page</a>. If it differs, trust that page.
            </dd>
          </div>
        </dl>
      </div>
    </>
  );
}

type CardProps = { certificate: ShownCertificate; studentName: string; timeZone: string };

function ShownCard({ certificate, studentName, timeZone }: CardProps) {
  const { certificateId, courseCompleted, certificateEarned, learnedSkills, issuedBy } = certificate;
  return (
    <li className={styles.card}>
      <CertificatePicture
        certificate={{ ...certificate, studentName, isRevoked: false }}
        sizes="(min-width: 900px) 46vw, 94vw"
      />
      <div className={styles.text}>
        <p>
          <Tag look="green">
            <Icon name="check" /> Valid today
          </Tag>
        </p>
        <h2>
          <CoverLink to={viewPath(certificateId)}>{courseCompleted}</CoverLink>
        </h2>
        <p className="text-ink-2">
          {issuedBy}, {formatDay(certificateEarned, { timeZone })}, <span className={idStyles.id}>{certificateId}</span>
        </p>
        {learnedSkills.length > 0 ? (
          <ul aria-label="Learned skills" className={styles.skills}>
            {learnedSkills.map((skill) => (
              <li key={skill}>{skill}</li>
            ))}
          </ul>
        ) : null}
      </div>
    </li>
  );
}

function countText({ length }: ShownCertificate[]): string {
  return length === 1 ? "1 certificate" : `${length} certificates`;
}
