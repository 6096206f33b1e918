import type { LearnerCertificate } from "@shoreline/contract";
import { Link } from "react-router";
import { formatDay } from "../../lib/format.ts";
import { Icon } from "../../ui/icon.tsx";
import type { NoticeContent } from "../../ui/message.tsx";
import { Notice } from "../../ui/message.tsx";
import { Tile } from "../../ui/tile.tsx";
import { shareAddress } from "./actions.tsx";
import * as idStyles from "./certificate-id.module.css";
import { viewPath } from "./found-certificate.ts";
import { NameSwitch } from "./name-switch.tsx";
import * as styles from "./own-card.module.css";
import { CertificatePicture } from "./picture.tsx";
import { ShareRow } from "./share-row.tsx";

type Props = { certificate: LearnerCertificate; timeZone: string; onNotice(notice: NoticeContent | null): void };

/** One of the learner's own certificates: to view, share and download. */
export function OwnCard({ certificate, timeZone, onNotice }: Props) {
  const { certificateId, courseCompleted, certificateEarned, issuedBy, isRevoked, revokedReason } = certificate;
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
          <ShareRow
            certificate={certificate}
            timeZone={timeZone}
            url={shareAddress(certificateId)}
            words={`I have completed ${courseCompleted} at ${issuedBy}. Here is my certificate:`}
            onNotice={onNotice}
          />
        )}
        <NameSwitch certificate={certificate} onNotice={onNotice} />
      </div>
    </Tile>
  );
}
