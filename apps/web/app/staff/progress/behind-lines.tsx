import { Link } from "react-router";
import { counted } from "../classes/class-words.ts";
import { may, useMe } from "../queries.ts";
import { StatusMark } from "../status-mark.tsx";
import { useBatchStanding, useOwnStandings } from "./progress-queries.ts";

const behindText = (count: number) => `${counted(count, "learner")} ${count === 1 ? "falls" : "fall"} behind`;

/** On the page of a batch. */
export function BatchBehind({ batchId }: { batchId: string }) {
  const me = useMe();
  const { data } = useBatchStanding(batchId, { isWanted: may(me, "see progress") });
  if (!data || data.learners.length === 0) return null;
  const behind = data.learners.filter(({ reasons }) => reasons.length > 0).length;
  return (
    <p>
      {behind > 0 ? <StatusMark shape="act">{behindText(behind)}</StatusMark> : "Nobody falls behind."}{" "}
      <Link to={`/staff/progress?batchId=${batchId}`}>See the progress</Link>
    </p>
  );
}

/** On Today, for who teaches. */
export function OwnBehind() {
  const { data } = useOwnStandings();
  const behind = data?.batches.filter((one) => one.behind > 0) ?? [];
  return behind.map(({ batchId, course, batch, behind: count }) => (
    <p key={batchId}>
      <StatusMark shape="act">{behindText(count)}</StatusMark>{" "}
      <Link to={`/staff/progress?batchId=${batchId}`}>
        {course}, {batch}
      </Link>
    </p>
  ));
}
