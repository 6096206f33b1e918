import type { RollEntry } from "@shoreline/contract";
import { useQuery } from "@tanstack/react-query";
import { Dialog } from "../../ui/dialog.tsx";
import { teachingClient } from "../client.ts";
import { LoadProblem } from "../load-problem.tsx";
import { Loading } from "../loading.tsx";
import { formatWhole } from "../when.ts";
import { classesKey } from "./class-queries.ts";
import { markTexts, sourceTexts } from "./class-words.ts";
import * as styles from "./marks-dialog.module.css";

type Props = { classId: string; entry: RollEntry; onClose(): void };

/** Every mark of a learner in this class, the latest first. */
export function MarksDialog({ classId, entry: { learnerId, name }, onClose }: Props) {
  const { data, error, refetch } = useQuery({
    queryKey: [...classesKey, "marks", classId, learnerId],
    queryFn: () => teachingClient.history({ classId, learnerId }),
    staleTime: 0,
    networkMode: "always",
  });
  return (
    <Dialog title={name} onClose={onClose}>
      {error ? <LoadProblem what="The history" error={error} onRetry={refetch} /> : null}
      {data || error ? null : <Loading lines={3} />}
      {data?.marks.length === 0 ? <p>No mark in this class yet.</p> : null}
      {data ? (
        <ol className={styles.marks}>
          {data.marks.map(({ mark, source, who, reason, at, storedAt }) => (
            <li key={`${at} ${storedAt} ${mark}`}>
              <b>{markTexts[mark]}</b>, {[sourceTexts[source], who].filter(Boolean).join(", ")}
              <span>{formatWhole(at)}</span>
              {reason ? <span>Reason: {reason}</span> : null}
              {isLate({ at, storedAt }) ? <span>Stored {formatWhole(storedAt)}</span> : null}
            </li>
          ))}
        </ol>
      ) : null}
    </Dialog>
  );
}

/** It waited on a phone for more than a minute. */
const isLate = ({ at, storedAt }: { at: string; storedAt: string }) => Date.parse(storedAt) - Date.parse(at) > 60_000;
