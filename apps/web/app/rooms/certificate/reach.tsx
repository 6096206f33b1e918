import type { CertificateProgress } from "@shoreline/contract";
import { Link } from "react-router";

/** In a line: whether the certificate of a course is in reach. */
export function CertificateReach({ progress }: { progress: CertificateProgress | undefined }) {
  if (!progress || progress.classes === 0) return null;
  const { attended, needed, isReachable } = progress;
  if (attended >= needed) return <p className="text-s text-green">Enough classes attended for the certificate.</p>;
  if (!isReachable)
    return (
      <p className="text-s text-ink-2">
        The certificate is out of reach: too few classes are left. <Link to="/contactus">Ask us what you can do</Link>
      </p>
    );
  const missing = needed - attended;
  return (
    <p className="text-s text-ink-2">
      The certificate is in reach: attend {missing} more {missing === 1 ? "class" : "classes"}.
    </p>
  );
}
