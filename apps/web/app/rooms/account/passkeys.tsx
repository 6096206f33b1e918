import type { Api, Reply } from "@shoreline/contract";
import { passkeySite } from "@shoreline/domain/account";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useClassroom } from "../../lib/classroom.ts";
import { formatDay } from "../../lib/format.ts";
import { learnerClient } from "../../lib/learner.ts";
import { Button } from "../../ui/button.tsx";
import { Message, type NoticeContent } from "../../ui/message.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { PasskeyDialog } from "./passkey-dialog.tsx";
import { ProofDialog } from "./proof-dialog.tsx";
import { usePasskeys } from "./queries.ts";
import { canUsePasskeys } from "./sign-in.ts";
import * as styles from "./sign-ins.module.css";

type Passkey = Reply<Api["account"]["passkeys"]>["passkeys"][number];

/** The learner's passkeys. Each can be removed, and another one added. */
export function Passkeys() {
  const { data, error, refetch } = usePasskeys();
  const [open, setOpen] = useState<"new" | Passkey | null>(null);
  const [notice, setNotice] = useState<NoticeContent | null>(null);
  const queries = useQueryClient();
  const close = () => setOpen(null);
  const finish = (text: string) => {
    close();
    setNotice({ kind: "done", text });
    queries.invalidateQueries({ queryKey: ["passkeys"] });
  };

  const isAvailable = data?.isAvailable ?? passkeySite(window.location) !== null;
  if (!isAvailable || !(canUsePasskeys() || data?.passkeys.length)) return null;
  return (
    <section aria-labelledby="passkeys" className="grid gap-4 border-t border-ink pt-6">
      <h2 id="passkeys" className="text-xl">
        Passkeys
      </h2>
      <p className="max-w-prose text-ink-2">
        With a passkey you sign in by fingerprint, face or screen lock, without waiting for a code. A code always works
        too.
      </p>
      <Message notice={notice} onDismiss={() => setNotice(null)} />
      {data ? (
        <PasskeyList passkeys={data.passkeys} onRemove={setOpen} />
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
      {canUsePasskeys() ? (
        <div>
          <Button look="line" onClick={() => setOpen("new")}>
            Add a passkey
          </Button>
        </div>
      ) : null}
      {open === "new" ? (
        <PasskeyDialog onAdded={() => finish("Your passkey has been added.")} onClose={close} />
      ) : open ? (
        <RemovalDialog passkey={open} onRemoved={() => finish("The passkey has been removed.")} onClose={close} />
      ) : null}
    </section>
  );
}

function PasskeyList({ passkeys, onRemove }: { passkeys: Passkey[]; onRemove(passkey: Passkey): void }) {
  const { institute } = useClassroom();
  if (passkeys.length === 0) return null;
  return (
    <ul className="grid max-w-prose">
      {passkeys.map((passkey) => (
        <li key={passkey.id} className={styles.entry}>
          <span className="grid">
            <b>{passkey.browser}</b>
            <span className="text-s text-ink-2">
              Added on {formatDay(passkey.addedAt, institute)},{" "}
              {passkey.usedAt ? `last used on ${formatDay(passkey.usedAt, institute)}` : "not used yet"}
            </span>
          </span>
          <Button look="line" aria-label={`Remove ${passkey.browser}`} onClick={() => onRemove(passkey)}>
            Remove
          </Button>
        </li>
      ))}
    </ul>
  );
}

type RemovalProps = { passkey: Passkey; onRemoved(): void; onClose(): void };

function RemovalDialog({ passkey: { id, browser }, onRemoved, onClose }: RemovalProps) {
  const remove = async (ticket: string) => {
    await learnerClient.account.removePasskey({ id, ticket });
    onRemoved();
  };
  return (
    <ProofDialog
      title="Remove a passkey"
      action={{ text: "Remove", look: "danger", run: remove }}
      cancel="Keep it"
      onClose={onClose}
    >
      The passkey that you added with {browser} will no longer sign you in.
    </ProofDialog>
  );
}
