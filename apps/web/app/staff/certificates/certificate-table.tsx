import type { StaffCertificate } from "@shoreline/contract";
import { Link } from "react-router";
import { formatDay } from "../../lib/format.ts";
import { Button } from "../controls.tsx";
import { StatusMark } from "../status-mark.tsx";
import * as table from "../table.module.css";
import { zone } from "../when.ts";
import { wrongPerson } from "./award-words.ts";
import * as styles from "./certificate-table.module.css";

type Shared = {
  mayChange: boolean;
  onRevoke(certificate: StaffCertificate): void;
  onReissue(certificate: StaffCertificate): void;
};

export function CertificateTable({ certificates, ...shared }: Shared & { certificates: StaffCertificate[] }) {
  return (
    <table className={`${table.table} ${table.rows} ${styles.certificates}`}>
      <caption className="sr-only">Certificates, the latest first</caption>
      <thead>
        <tr>
          <th>Number</th>
          <th>Holder</th>
          <th>Course</th>
          <th>Issued</th>
          <th>State</th>
          <th>
            <span className="sr-only">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {certificates.map((certificate) => (
          <CertificateRow key={certificate.certificateId} certificate={certificate} {...shared} />
        ))}
      </tbody>
    </table>
  );
}

function CertificateRow({ certificate, mayChange, onRevoke, onReissue }: Shared & { certificate: StaffCertificate }) {
  const { certificateId, name, course, issuedAt, issuedBy, issuedByName, revokedAt, revokedReason, replacedBy } =
    certificate;
  // Another name would not make it the certificate of the right person.
  const mayCorrect = mayChange && !replacedBy && revokedReason !== wrongPerson;
  return (
    <tr className={table.row}>
      <td className={styles.number}>
        <a href={`/view/e_certificate/${certificateId}`} target="_blank" rel="noopener" data-row={certificateId}>
          {certificateId}
          <span className="sr-only"> (opens in a new tab)</span>
        </a>
      </td>
      <td className={styles.who}>
        <b>{name}</b>
      </td>
      <td className={styles.course}>{course}</td>
      <td className={`${table.moment} ${styles.when}`}>
        {formatDay(issuedAt, { timeZone: zone() })}
        <span className={styles.note}>by {issuedBy === "rule" ? "the rule" : (issuedByName ?? "staff")}</span>
      </td>
      <td className={styles.state}>
        <State certificate={certificate} />
      </td>
      <td className={`${table.end} ${styles.actions}`}>
        <div>
          {mayCorrect ? (
            <Button look="line" onClick={() => onReissue(certificate)}>
              Correct the name<span className="sr-only"> on {certificateId}</span>
            </Button>
          ) : null}
          {mayChange && !revokedAt ? (
            <Button look="danger-line" onClick={() => onRevoke(certificate)}>
              Revoke<span className="sr-only"> {certificateId}</span>
            </Button>
          ) : null}
        </div>
      </td>
    </tr>
  );
}

function State({ certificate }: { certificate: StaffCertificate }) {
  const { revokedAt, revokedReason, replaces, replacedBy, reason } = certificate;
  if (!revokedAt)
    return (
      <>
        <StateMark certificate={certificate} />
        {replaces ? (
          <span className={styles.note}>
            in place of <Link to={`?state=revoked&words=${replaces}`}>{replaces}</Link>
          </span>
        ) : null}
        {!replaces && reason ? <span className={styles.note}>{reason}</span> : null}
      </>
    );
  return (
    <>
      <StatusMark shape="off">Revoked</StatusMark>
      {replacedBy ? (
        <span className={styles.note}>
          replaced by <Link to={`?state=issued&words=${replacedBy}`}>{replacedBy}</Link>
        </span>
      ) : (
        <span className={styles.note}>{revokedReason}</span>
      )}
    </>
  );
}

/** When and with which key is in the title: the row has one line. */
function StateMark({ certificate: { signedAt, signedWith } }: { certificate: StaffCertificate }) {
  const day = signedAt && formatDay(signedAt, { timeZone: zone() });
  const signed = day ? `Signed on ${day}${signedWith ? `, key ${signedWith}` : ""}` : undefined;
  return (
    <>
      <span title={signed}>
        <StatusMark shape="done">Valid</StatusMark>
      </span>
      {day ? null : <span className={styles.note}>Waiting for its signature</span>}
    </>
  );
}
