import { useEffect, useState } from "react";
import { Link } from "react-router";
import { learnerClient } from "../../lib/learner.ts";
import { useToken } from "../../lib/session.ts";
import { Icon } from "../../ui/icon.tsx";
import { Notice } from "../../ui/message.tsx";

/** On a public page, which is the same for everyone: only the browser knows who looks at it. */
export function OwnerNotice({ courseId }: { courseId: string }) {
  const token = useToken();
  const [owner, setOwner] = useState<string | null>(null);
  useEffect(() => {
    if (!token) return;
    const control = new AbortController();
    learnerClient.enrolment.buy({ courseId, isCheck: true }, { signal: control.signal }).then(
      ({ isPurchased }) => setOwner(isPurchased ? token : null),
      // Without an answer the page is as for everyone; Enroll Now checks again.
      () => {},
    );
    return () => control.abort();
  }, [courseId, token]);
  if (!owner || owner !== token) return null;
  return (
    <Notice look="done">
      <Icon name="check" />
      <span className="grow">
        You own this course: <Link to={`/dashboard/schedule/${encodeURIComponent(courseId)}`}>open the classroom</Link>
      </span>
    </Notice>
  );
}
