import type { Certificate } from "@shoreline/contract";
import { replacedReason } from "@shoreline/domain/certificate";
import { type SyntheticEvent, useState } from "react";
import { formatDay, formatMomentInZone } from "../../lib/format.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Message, Notice, type NoticeContent } from "../../ui/message.tsx";
import * as idStyles from "./certificate-id.module.css";
import { type AboutInstitute, viewPath } from "./found-certificate.ts";
import * as notes from "./notes.module.css";
import { CertificatePicture } from "./picture.tsx";
import { ShareRow } from "./share-row.tsx";
import * as styles from "./sheet.module.css";

type Props = {
  certificate: Certificate;
  checkedAt: string;
  institute: AboutInstitute;
};

/** Everything that a certificate shows. */
export function CertificateSheet({ certificate, checkedAt, institute }: Props) {
  const [notice, setNotice] = useState<NoticeContent | null>(null);
  const { certificateId, studentName, studentProfile, studentId, courseCompleted, issuedBy } = certificate;
  const { isRevoked, replacedBy } = certificate;
  return (
    <>
      <Verdict certificate={certificate} checkedAt={checkedAt} timeZone={institute.timeZone} />
      <div className={styles.sheet} data-revoked={isRevoked}>
        <CertificatePicture certificate={certificate} sizes="(min-width: 900px) 60vw, 94vw" />
        <div className="grid content-start gap-6">
          <div className={styles.holder}>
            <img src={studentProfile} alt="" width="88" height="88" onError={showBlank} />
            <div>
              <h1>{studentName}</h1>
              <p className="text-ink-2">
                Student ID <span className={idStyles.id}>{studentId}</span>
              </p>
            </div>
          </div>
          <Facts certificate={certificate} timeZone={institute.timeZone} />
          {isRevoked ? null : (
            <ShareRow
              certificate={certificate}
              timeZone={institute.timeZone}
              url={institute.publicUrl + viewPath(certificateId)}
              words={`Certificate ${certificateId} from ${issuedBy}: ${courseCompleted}.`}
              onNotice={setNotice}
            >
              <Message notice={notice} onDismiss={() => setNotice(null)} />
            </ShareRow>
          )}
        </div>
        <dl className={`${notes.notes} ${styles.notes}`}>
          <div>
            <dt>Certificate ID</dt>
            <dd className={`${idStyles.large} text-l text-ink`}>{certificateId}</dd>
          </div>
          <div>
            <dt>For employers</dt>
            <dd>
              {replacedBy
                ? "Trust the certificate that replaces this one, not this one."
                : isRevoked
                  ? "This certificate was revoked and proves nothing."
                  : "Scan the code or type the ID on our verification page. It always shows the original."}
            </dd>
          </div>
          <div>
            <dt>Something wrong?</dt>
            <dd>
              Write to <a href={`mailto:${institute.email}`}>{institute.email}</a> and mention the ID.
            </dd>
          </div>
        </dl>
      </div>
    </>
  );
}

const blank = "/pictures/blank.svg";

/** The picture is deleted with the account, perhaps while this page is open. */
function showBlank({ currentTarget: img }: SyntheticEvent<HTMLImageElement>) {
  if (!img.src.endsWith(blank)) img.src = blank;
}

type VerdictProps = Omit<Props, "institute"> & { timeZone: string };

function Verdict({ certificate, checkedAt, timeZone }: VerdictProps) {
  const { issuedBy, certificateEarned, isRevoked, replacedBy } = certificate;
  const checked = `Checked just now, ${formatMomentInZone(checkedAt, { timeZone })}.`;
  if (replacedBy) return <Replaced certificate={certificate} checked={checked} timeZone={timeZone} />;
  return (
    <Notice look={isRevoked ? "wrong" : "done"} role="status" className={styles.verdict}>
      <Icon name={isRevoked ? "warn" : "check"} />
      <div>
        <p className={styles.verdictTitle}>
          {isRevoked ? "This certificate was revoked." : "This certificate is genuine."}
        </p>
        <p>
          {isRevoked
            ? revocationText(certificate, timeZone)
            : `Issued by ${issuedBy}, earned on ${formatDay(certificateEarned, { timeZone })}.`}{" "}
          {checked}
        </p>
      </div>
    </Notice>
  );
}

/** A corrected name is no punishment: the way to the new certificate stands first. */
function Replaced({ certificate, checked, timeZone }: Omit<VerdictProps, "checkedAt"> & { checked: string }) {
  const newId = certificate.replacedBy ?? "";
  return (
    <Notice look="waiting" role="status" className={styles.verdict}>
      <Icon name="arrow" />
      <div className="grid justify-items-start gap-3">
        <div>
          <p className={styles.verdictTitle}>Replaced by {newId}.</p>
          <p>
            {revocationText(certificate, timeZone)} {checked}
          </p>
        </div>
        <ButtonLink look="line" to={viewPath(newId)}>
          Open {newId}
        </ButtonLink>
      </div>
    </Notice>
  );
}

/** When and why. That it was replaced is said already. */
function revocationText({ revokedAt, revokedReason, replacedBy }: Certificate, timeZone: string): string {
  const day = revokedAt ? formatDay(revokedAt, { timeZone }) : null;
  if (replacedBy && revokedReason === replacedReason(replacedBy))
    return `The new certificate has the corrected name.${day ? ` This one is not valid since ${day}.` : ""}`;
  return `${day ? `Revoked on ${day}: ` : ""}${revokedReason ?? ""}`;
}

function Facts({ certificate, timeZone }: { certificate: Certificate; timeZone: string }) {
  const { courseCompleted, certificateEarned, learnedSkills, isRevoked } = certificate;
  return (
    <dl className={styles.facts}>
      <div>
        <dt>Course completed</dt>
        <dd>{courseCompleted}</dd>
      </div>
      <div>
        <dt>Certificate earned at</dt>
        <dd>{formatDay(certificateEarned, { timeZone })}</dd>
      </div>
      {isRevoked ? null : (
        <div className={styles.skills}>
          <dt>Learned skills</dt>
          <dd>
            <ul>
              {learnedSkills.map((skill) => (
                <li key={skill}>{skill}</li>
              ))}
            </ul>
          </dd>
        </div>
      )}
    </dl>
  );
}
