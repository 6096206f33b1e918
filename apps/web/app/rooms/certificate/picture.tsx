import type { Certificate } from "@shoreline/contract";
import * as styles from "./picture.module.css";

type Props = {
  certificate: Pick<Certificate, "certificateUrl" | "certificateId" | "studentName" | "courseCompleted" | "isRevoked">;
  sizes: string;
};

/** The printed sheet in the size that fits; the server stamps revoked ones. */
export function CertificatePicture({ certificate, sizes }: Props) {
  const { certificateUrl, certificateId, studentName, courseCompleted, isRevoked } = certificate;
  const small = certificateUrl.replace(/\.webp$/, "-small.webp");
  const says = `Certificate ${certificateId}: ${studentName}, ${courseCompleted}`;
  return (
    <figure className={styles.picture}>
      <img
        src={small}
        srcSet={`${small} 720w, ${certificateUrl} 1400w`}
        sizes={sizes}
        alt={isRevoked ? `${says}. Revoked.` : says}
        width="1120"
        height="792"
      />
    </figure>
  );
}
