import type { ReactNode } from "react";
import { useClassroom } from "../../lib/classroom.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { Empty } from "../../ui/empty.tsx";
import { LoadFailed } from "../../ui/load-failed.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { Bundle } from "./bundle.tsx";
import { OwnCard } from "./own-card.tsx";
import { ProgressList } from "./progress.tsx";
import { useCertificates } from "./queries.ts";

/** `children` are for learners with a valid certificate. */
export function Certificates({ children }: { children?: ReactNode }) {
  const { institute, purchases } = useClassroom();
  const { data, error, refetch } = useCertificates();
  const validCount = data?.certificates.filter(({ isRevoked }) => !isRevoked).length ?? 0;
  return (
    <>
      <h1>Certification</h1>
      {error && !data ? <LoadFailed what="Your certificates" onRetry={refetch} /> : null}
      {!data && !error ? <Outline /> : null}
      {data?.certificates.length === 0 ? (
        <Empty title="No certificates yet">
          <p className="max-w-prose text-ink-2">
            Your certificate appears here when a course is over and you have attended enough of its classes.
          </p>
          {purchases.length === 0 ? (
            <ButtonLink to="/dashboard/allcourses">See all courses</ButtonLink>
          ) : (
            <ButtonLink to="/dashboard/mycourses">My Courses</ButtonLink>
          )}
        </Empty>
      ) : null}
      {data && data.certificates.length > 0 ? (
        <ul className="grid gap-6 lg:grid-cols-2">
          {data.certificates.map((certificate) => (
            <li key={certificate.certificateId} className="grid">
              <OwnCard certificate={certificate} timeZone={institute.timeZone} />
            </li>
          ))}
        </ul>
      ) : null}
      {validCount > 0 ? children : null}
      {validCount > 1 ? <Bundle /> : null}
      {data ? <ProgressList progress={data.progress} timeZone={institute.timeZone} /> : null}
    </>
  );
}

function Outline() {
  return (
    <div role="status" className="grid gap-6 lg:grid-cols-2">
      <span className="sr-only">Loading</span>
      <Skeleton className="aspect-[1120/980]" />
      <Skeleton className="hidden aspect-[1120/980] lg:block" />
    </div>
  );
}
