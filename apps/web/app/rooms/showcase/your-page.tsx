import type { Showcase } from "@shoreline/contract";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { errorText } from "../../lib/problem.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { ButtonRow } from "../../ui/button-row.tsx";
import { card } from "../../ui/card.module.css";
import { CopyLink } from "../../ui/copy-link.tsx";
import { Input } from "../../ui/field.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Message, type NoticeContent } from "../../ui/message.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { Tag } from "../../ui/tag.tsx";
import { showcaseClient } from "./client.ts";
import { showcasePath } from "./showcase-path.ts";

const queryKey = ["showcase"];
type Change = "open" | "hide" | "revoke";

/** The learner's public page of certificates. Only for learners with a valid certificate. */
export function YourPage() {
  const { data, error, refetch } = useQuery({ queryKey, queryFn: () => showcaseClient.read({}) });
  const queries = useQueryClient();
  const [notice, setNotice] = useState<NoticeContent | null>(null);
  const change = useMutation({
    mutationFn: (what: Change) => showcaseClient[what]({}),
    onMutate: () => setNotice(null),
    onSuccess: (page, what) => {
      queries.setQueryData(queryKey, page);
      setNotice({ kind: "done", text: doneTexts[what] });
    },
    onError: (problem) => setNotice({ kind: "wrong", text: errorText(problem) }),
  });
  return (
    <section className={`${card} grid justify-items-start gap-4`} aria-labelledby="your-page">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h2 id="your-page" className="text-xl">
          Your public page
        </h2>
        {data?.token ? <State isHidden={data.isHidden} /> : null}
      </div>
      <p className="max-w-prose text-ink-2">
        One address with your name and all your valid certificates, for a CV or a profile. Only people who have the
        address can find it.
      </p>
      <Message notice={notice} onDismiss={() => setNotice(null)} />
      {data ? (
        <Choices
          page={data}
          pending={change.isPending ? change.variables : null}
          onChange={change.mutate}
          onNotice={setNotice}
        />
      ) : error ? (
        <p className="text-ink-2">
          Your page could not be loaded.{" "}
          <Button look="quiet" onClick={() => refetch()}>
            Try again
          </Button>
        </p>
      ) : (
        <div role="status" className="w-full max-w-prose">
          <span className="sr-only">Loading</span>
          <Skeleton className="h-12" />
        </div>
      )}
    </section>
  );
}

function State({ isHidden }: { isHidden: boolean }) {
  return (
    <Tag {...(isHidden ? {} : { look: "sea" })}>
      <Icon name={isHidden ? "eye-off" : "eye"} /> {isHidden ? "Hidden" : "Open"}
    </Tag>
  );
}

const doneTexts: Record<Change, string> = {
  open: "Your page is open. Everybody with the address can see it.",
  hide: "Your page is hidden. You can show it again at the same address.",
  revoke: "The old address no longer works.",
};

type ChoicesProps = {
  page: Showcase;
  pending: Change | null;
  onChange(what: Change): void;
  onNotice(notice: NoticeContent): void;
};

function Choices({ page: { token, isHidden }, pending, onChange, onNotice }: ChoicesProps) {
  const open = (text: string) => (
    <Button isBusy={pending === "open"} disabled={pending !== null} onClick={() => onChange("open")}>
      <Icon name="eye" /> {text}
    </Button>
  );
  if (token === null) return open("Open my page");
  const path = showcasePath(token);
  const address = window.location.origin + path;
  return (
    <>
      <label className="grid w-full max-w-prose gap-1 text-s text-ink-2">
        {isHidden ? "Hidden: nobody can see your page at this address." : "The address of your page"}
        <Input readOnly value={address} onFocus={(event) => event.currentTarget.select()} />
      </label>
      <ButtonRow>
        {isHidden ? (
          open("Show my page")
        ) : (
          <>
            <CopyLink to="to your page" address={() => address} onNotice={onNotice} />
            <ButtonLink look="line" to={path} target="_blank">
              <Icon name="external" /> See my page
              <span className="sr-only"> (opens in a new tab)</span>
            </ButtonLink>
            <Button
              look="line"
              isBusy={pending === "hide"}
              disabled={pending !== null}
              onClick={() => onChange("hide")}
            >
              <Icon name="eye-off" /> Hide my page
            </Button>
          </>
        )}
      </ButtonRow>
      <Revoke isBusy={pending === "revoke"} disabled={pending !== null} onRevoke={() => onChange("revoke")} />
    </>
  );
}

type RevokeProps = { isBusy: boolean; disabled: boolean; onRevoke(): void };

/** Asks first. The button that asks becomes the way back, so that it keeps the focus. */
function Revoke({ isBusy, disabled, onRevoke }: RevokeProps) {
  const [isAsked, setAsked] = useState(false);
  return (
    <div className="grid gap-3 border-t border-rule pt-4">
      <p role="status" className="max-w-prose empty:hidden">
        {isAsked
          ? "This address will never work again, also where you have shared it. You can open a new page later, at another address."
          : ""}
      </p>
      <ButtonRow>
        <Button look={isAsked ? "line" : "danger-line"} disabled={disabled} onClick={() => setAsked(!isAsked)}>
          {isAsked ? "Keep the address" : "Give up this address"}
        </Button>
        {isAsked ? (
          <Button look="danger" isBusy={isBusy} disabled={disabled} onClick={onRevoke}>
            Yes, give it up for good
          </Button>
        ) : null}
      </ButtonRow>
    </div>
  );
}
