import type { LearnerCertificate } from "@shoreline/contract";
import { linkedInUrl } from "@shoreline/domain/certificate";
import { wallTime } from "@shoreline/domain/zone";
import { Link } from "react-router";
import { formatDay } from "../../lib/format.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import type { NoticeContent } from "../../ui/message.tsx";
import { Notice } from "../../ui/message.tsx";
import { Tile } from "../../ui/tile.tsx";
import { CopyLink, Download, shareAddress } from "./actions.tsx";
import * as idStyles from "./certificate-id.module.css";
import { viewPath } from "./found-certificate.ts";
import * as styles from "./own-card.module.css";
import { CertificatePicture } from "./picture.tsx";

type Props = { certificate: LearnerCertificate; timeZone: string; onNotice(notice: NoticeContent | null): void };

/** One of the learner's own certificates: to view, share and download. */
export function OwnCard({ certificate, timeZone, onNotice }: Props) {
  const { certificateId, courseCompleted, certificateEarned, isRevoked, revokedReason } = certificate;
  return (
    <Tile as="article">
      <Link
        to={viewPath(certificateId)}
        className={styles.picture}
        aria-label={`${courseCompleted}: open certificate ${certificateId}`}
      >
        <CertificatePicture certificate={certificate} sizes="(min-width: 1024px) 46vw, 94vw" />
      </Link>
      <div>
        <h2>{courseCompleted}</h2>
        <p className="text-ink-2">
          <span className={idStyles.id}>{certificateId}</span>, earned on {formatDay(certificateEarned, { timeZone })}
        </p>
        {isRevoked ? (
          <Notice look="wrong">
            <Icon name="warn" />
            <span>Revoked. {revokedReason}</span>
          </Notice>
        ) : (
          <div className={styles.actions}>
            <Download certificateId={certificateId} onNotice={onNotice} />
            <CopyLink certificateId={certificateId} onNotice={onNotice} />
            <ShareLinks certificate={certificate} timeZone={timeZone} />
          </div>
        )}
      </div>
    </Tile>
  );
}

function ShareLinks({ certificate, timeZone }: Omit<Props, "onNotice">) {
  const { certificateId, courseCompleted, certificateEarned, issuedBy } = certificate;
  const url = shareAddress(certificateId);
  const { year, month } = wallTime(new Date(certificateEarned), timeZone);
  const words = `I have completed ${courseCompleted} at ${issuedBy}. Here is my certificate: ${url}`;
  const links = [
    {
      text: "LinkedIn",
      says: `Add ${certificateId} to your LinkedIn profile`,
      icon: "li",
      to: linkedInUrl({ certificateId, name: courseCompleted, organisation: issuedBy, year, month, url }),
    },
    {
      text: "WhatsApp",
      says: `Share ${certificateId} on WhatsApp`,
      icon: "wa",
      to: `https://wa.me/?text=${encodeURIComponent(words)}`,
    },
  ];
  return links.map(({ text, says, icon, to }) => (
    <ButtonLink look="line" key={text} to={to} target="_blank" rel="noopener">
      <Icon name={icon} /> <span aria-hidden="true">{text}</span>
      <span className="sr-only">{says} (opens in a new tab)</span>
    </ButtonLink>
  ));
}
