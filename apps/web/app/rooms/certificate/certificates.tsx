import { type ReactNode, useState } from "react";
import { useClassroom } from "../../lib/classroom.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { Empty } from "../../ui/empty.tsx";
import { LoadFailed } from "../../ui/load-failed.tsx";
import { Message, type NoticeContent } from "../../ui/message.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { Bundle } from "./bundle.tsx";
import { OwnCard } from "./own-card.tsx";
import { ProgressList } from "./progress.tsx";
import { useCertificates } from "./queries.ts";

/** `children` are for learners with a valid certificate. */
export function Certificates({ children }: { children?: ReactNode }) {
  const { institute, purchases } = useClassroom();
  const { data, error, refetch } = useCertificates();
  const [notice, setNotice] = useState<NoticeContent | null>(null);
  return (
    <>
      <h1>Certification</h1>
      <Message notice={notice} onDismiss={() => setNotice(null)} />
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
              <OwnCard certificate={certificate} timeZone={institute.timeZone} onNotice={setNotice} />
            </li>
          ))}
        </ul>
      ) : null}
      {data?.certificates.some(({ isRevoked }) => !isRevoked) ? (
        <>
          <Bundle onNotice={setNotice} />
          {children}
        </>
      ) : null}
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
