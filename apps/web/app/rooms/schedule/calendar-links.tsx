import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { copyText } from "../../lib/copy-text.ts";
import { learnerClient } from "../../lib/learner.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { ButtonRow } from "../../ui/button-row.tsx";
import { card } from "../../ui/card.module.css";
import { Input } from "../../ui/field.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Message, type NoticeContent } from "../../ui/message.tsx";

/** The learner's calendar feed. Its address is a secret, so it is loaded only on request. */
export function CalendarLinks() {
  const [notice, setNotice] = useState<NoticeContent | null>(null);
  const [isAsked, setAsked] = useState(false);
  const { data, mutate, isPending } = useMutation({
    mutationFn: (isRenewed: boolean) =>
      isRenewed ? learnerClient.schedule.renewCalendar({}) : learnerClient.schedule.calendar({}),
    onSuccess: (_, isRenewed) => {
      setAsked(false);
      setNotice(isRenewed ? { kind: "done", text: "The old address no longer works." } : null);
    },
    onError: () => setNotice({ kind: "wrong", text: "The address could not be loaded. Please try again." }),
  });
  const copy = async (url: string) =>
    setNotice(
      (await copyText(url))
        ? { kind: "done", text: "Address copied." }
        : { kind: "wrong", text: "Your browser does not allow copying here. Please select the address and copy it." },
    );
  return (
    <section className={`${card} grid justify-items-start gap-4`} aria-labelledby="calendar">
      <h2 id="calendar" className="text-xl">
        Your classes in your calendar
      </h2>
      <p className="max-w-prose text-ink-2">
        Subscribe once, and your calendar stays up to date when a class moves or is cancelled.
      </p>
      <Message notice={notice} onDismiss={() => setNotice(null)} />
      {data ? (
        <>
          <ButtonRow>
            {subscriptions(data.url).map(({ name, href }) => (
              <ButtonLink
                look="line"
                key={name}
                to={href}
                reloadDocument
                {...(href.startsWith("http") ? inNewWindow : {})}
              >
                <Icon name="calendar" /> {name}
              </ButtonLink>
            ))}
            <ButtonLink look="line" to={data.url} download reloadDocument>
              <Icon name="download" /> Download
            </ButtonLink>
          </ButtonRow>
          <label className="grid w-full max-w-prose gap-1 text-s text-ink-2">
            Your calendar address. Anyone who has it can see your classes.
            <Input readOnly value={data.url} onFocus={(event) => event.currentTarget.select()} />
          </label>
          <ButtonRow>
            <Button look="line" onClick={() => copy(data.url)}>
              Copy address
            </Button>
            {isAsked ? (
              <>
                <Button look="danger-line" isBusy={isPending} onClick={() => mutate(true)}>
                  Yes, create a new address
                </Button>
                <Button look="line" onClick={() => setAsked(false)}>
                  Keep the current one
                </Button>
              </>
            ) : (
              <Button look="line" onClick={() => setAsked(true)}>
                Create a new address
              </Button>
            )}
          </ButtonRow>
          {isAsked ? (
            <p className="text-s text-ink-2">Calendars with the old address will no longer show your classes.</p>
          ) : null}
        </>
      ) : (
        <Button look="line" isBusy={isPending} onClick={() => mutate(false)}>
          <Icon name="calendar" /> Add to my calendar
        </Button>
      )}
    </section>
  );
}

const inNewWindow = { target: "_blank", rel: "noreferrer" };

function subscriptions(url: string): { name: string; href: string }[] {
  const webcal = url.replace(/^https?:/, "webcal:");
  return [
    { name: "Google", href: `https://calendar.google.com/calendar/render?cid=${encodeURIComponent(webcal)}` },
    { name: "Apple", href: webcal },
    {
      name: "Outlook",
      href: `https://outlook.live.com/calendar/0/addfromweb?url=${encodeURIComponent(url)}&name=${encodeURIComponent("My classes")}`,
    },
  ];
}
