import { useEffect, useState } from "react";
import { learnerClient } from "../../lib/learner.ts";
import { useToken } from "../../lib/session.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Notice } from "../../ui/message.tsx";

/**
 * On a public page, which is the same for everyone: only the browser knows who looks at it. The styles of the offer
 * then hide everything else in it.
 */
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
    <div data-owner>
      <OwnedCourse courseId={courseId} />
    </div>
  );
}

/** In place of what is for sale. */
export function OwnedCourse({ courseId }: { courseId: string }) {
  return (
    <div className="grid">
      <Notice look="done">
        <Icon name="check" />
        <span className="grow">You own this course: open the classroom</span>
      </Notice>
      <ButtonLink to={`/dashboard/schedule/${encodeURIComponent(courseId)}`}>
        Open the classroom <Icon name="arrow" />
      </ButtonLink>
    </div>
  );
}
