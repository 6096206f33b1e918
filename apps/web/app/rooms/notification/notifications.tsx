import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link } from "react-router";
import { useClassroom } from "../../lib/classroom.ts";
import { formatMomentInZone } from "../../lib/format.ts";
import { learnerClient } from "../../lib/learner.ts";
import { useBack } from "../../lib/use-back.ts";
import { Button } from "../../ui/button.tsx";
import { Empty } from "../../ui/empty.tsx";
import { Icon } from "../../ui/icon.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { LoadFailed } from "../../ui/load-failed.tsx";
import { Message } from "../../ui/message.tsx";
import { MoreButton } from "../../ui/more.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import * as styles from "./notifications.module.css";
import { PushSwitch } from "./push-switch.tsx";
import { useNotifications } from "./queries.ts";

export const meta = () => [{ title: "Notification" }, { name: "robots", content: "noindex" }];

export default function Notifications() {
  const { institute } = useClassroom();
  const goBack = useBack();
  const queries = useQueryClient();
  const { data, error, refetch } = useNotifications();
  const {
    mutate: markRead,
    isPending,
    error: refused,
    reset,
  } = useMutation({
    mutationFn: (notificationId: string | undefined) =>
      learnerClient.notification.markRead(notificationId ? { notificationId } : {}),
    onSettled: () => queries.invalidateQueries({ queryKey: ["notifications"] }),
  });
  return (
    <>
      <MoreButton onClick={goBack}>
        <Icon name="back" /> Back
      </MoreButton>
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1>Notification</h1>
        {data && data.unread > 0 ? (
          <Button look="line" isBusy={isPending} onClick={() => markRead(undefined)}>
            Mark all as read
          </Button>
        ) : null}
      </div>
      <Message
        notice={refused ? { kind: "wrong", text: "Your change was not saved. Please try again." } : null}
        onDismiss={reset}
      />
      {error && !data ? <LoadFailed what="Your notifications" onRetry={refetch} /> : null}
      {!data && !error ? <Skeleton className="h-48" role="status" aria-label="Loading" /> : null}
      {data?.notifications.length === 0 ? (
        <Empty title="No notifications yet">
          <p className="text-ink-2">You will find news about your classes, certificates and webinars here.</p>
        </Empty>
      ) : null}
      <PushSwitch />
      <ul className={styles.notices}>
        {data?.notifications.map(({ _id, title, text, link, sentAt, isRead }) => (
          <li key={_id} className={styles.notice} data-unread={!isRead}>
            <img src="/icon.svg" alt="" width="40" height="40" />
            <h2>
              {link ? (
                <Link to={link} onClick={() => isRead || markRead(_id)}>
                  {title}
                </Link>
              ) : (
                title
              )}
              {isRead ? null : <span className="sr-only"> (unread)</span>}
            </h2>
            <NoticeText text={text} />
            <time className="text-s text-ink-3" dateTime={sentAt}>
              {formatMomentInZone(sentAt, institute)}
            </time>
            {isRead ? null : <IconButton icon="check" label={`Mark ${title} as read`} onClick={() => markRead(_id)} />}
          </li>
        ))}
      </ul>
    </>
  );
}

/** A digest has a line for each thing. */
function NoticeText({ text }: { text: string }) {
  const lines = text.split("\n").filter(Boolean);
  if (lines.length < 2) return <p className="text-ink-2">{text}</p>;
  return (
    <ul className={styles.lines}>
      {lines.map((line, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two lines may read the same, and they never move.
        <li key={place}>{line}</li>
      ))}
    </ul>
  );
}
