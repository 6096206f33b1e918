import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useClassroom } from "../../lib/classroom.ts";
import { formatDay } from "../../lib/format.ts";
import { learnerClient } from "../../lib/learner.ts";
import { errorText } from "../../lib/problem.ts";
import { Button } from "../../ui/button.tsx";
import { Message } from "../../ui/message.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { Tag } from "../../ui/tag.tsx";
import { useSessions } from "./queries.ts";
import { thisDevice } from "./sign-in.ts";
import * as styles from "./sign-ins.module.css";

/** The browsers in which the learner is signed in. Each of the others can be signed out from here. */
export function SignIns() {
  const { institute } = useClassroom();
  const { data, error, refetch } = useSessions();
  const queries = useQueryClient();
  const end = useMutation({
    mutationFn: (id: string) => learnerClient.account.endSession({ id, ...thisDevice() }),
    onSettled: () => queries.invalidateQueries({ queryKey: ["sessions"] }),
  });
  return (
    <section aria-labelledby="sign-ins" className="grid gap-4 border-t border-ink pt-6">
      <h2 id="sign-ins" className="text-xl">
        Where you are signed in
      </h2>
      <Message
        notice={end.error ? { kind: "wrong", text: errorText(end.error) } : null}
        onDismiss={() => end.reset()}
      />
      {data ? (
        <ul className="grid max-w-prose">
          {data.map(({ id, browser, startedAt, usedAt, isThis }) => (
            <li key={id} className={styles.entry}>
              <span className="grid">
                <span className="flex flex-wrap items-center gap-2">
                  <b>{browser}</b> {isThis ? <Tag>This browser</Tag> : null}
                </span>
                <span className="text-s text-ink-2">
                  Signed in on {formatDay(startedAt, institute)}, last used on {formatDay(usedAt, institute)}
                </span>
              </span>
              {isThis ? null : (
                <Button
                  look="line"
                  aria-label={`Sign out ${browser}`}
                  isBusy={end.isPending && end.variables === id}
                  onClick={() => end.mutate(id)}
                >
                  Sign out
                </Button>
              )}
            </li>
          ))}
        </ul>
      ) : error ? (
        <p className="text-ink-2">
          The list could not be loaded.{" "}
          <Button look="quiet" onClick={() => refetch()}>
            Try again
          </Button>
        </p>
      ) : (
        <Skeleton className="h-16 max-w-prose" />
      )}
    </section>
  );
}
