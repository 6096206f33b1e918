import { type ChatbotScript, type ChatMessage, greet, reply } from "@shoreline/domain/site";
import { useEffect, useRef, useState } from "react";
import { browserClient } from "../../lib/api.ts";
import { withRetries } from "../../lib/retry.ts";
import { Button } from "../../ui/button.tsx";
import { chip } from "../../ui/chip.module.css";
import { deep } from "../../ui/deep.module.css";
import { panel } from "../../ui/floating-panel.module.css";
import { Icon } from "../../ui/icon.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { MoreLink } from "../../ui/more.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import * as styles from "./chatbot.module.css";

const storageKey = "chatbot";

type Props = { institute: { phone: string; landline: string | null; email: string }; onClose(): void };

/** A scripted bot: it offers choices, the visitor picks. The conversation is kept until the tab is closed. */
export function Chatbot({ institute, onClose }: Props) {
  const [script, setScript] = useState<ChatbotScript | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const [waiting, setWaiting] = useState<string | null>(null);
  const [lines, setLines] = useState<ChatMessage[]>(remembered);
  const newest = useRef<HTMLLIElement>(null);
  const box = useRef<HTMLElement>(null);

  const load = () => {
    setFailed(false);
    withRetries(() => browserClient.site.chatbot({})).then(setScript, (error) => {
      console.warn(error);
      setFailed(true);
    });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: loads once, when the panel opens.
  useEffect(() => {
    load();
    box.current?.focus();
  }, []);

  const shown = lines.length === 0 && script ? [greet(script)] : lines;
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls to the newest choice, with its answer below.
  useEffect(() => {
    newest.current?.scrollIntoView({ block: "start" });
  }, [shown.length]);

  // The pressed button disappears with the focus, so Escape is handled on the document.
  useEffect(() => {
    const onKey = (event: KeyboardEvent) =>
      event.key === "Escape" && !document.querySelector("dialog[open]") && onClose();
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [onClose]);

  const choose = (choice: string) => {
    box.current?.focus();
    if (!script) return setWaiting(choice);
    const next = [...shown, ...reply(script, choice)];
    setLines(next);
    remember(next);
  };
  // Lines from before a reload can be answered before the script is here.
  // biome-ignore lint/correctness/useExhaustiveDependencies: answers when the script comes.
  useEffect(() => {
    if (!script || waiting === null) return;
    setWaiting(null);
    choose(waiting);
  }, [script]);
  const options = shown.at(-1)?.options ?? [];
  const number = institute.landline ?? institute.phone;

  return (
    <section
      ref={box}
      id="chatbot"
      className={`${panel} ${styles.chatbot}`}
      aria-label="Course information"
      tabIndex={-1}
    >
      <header className={`${deep} flex items-center gap-3 px-4 py-2`}>
        <b className="grow text-on-deep">Ask about courses</b>
        <IconButton icon="x" label="Close the chat" onClick={onClose} />
      </header>
      <div role="log" aria-live="polite" className="overflow-y-auto">
        <ol className="grid content-start gap-3 p-4">
          {script || lines.length > 0 ? null : hasFailed ? (
            <li>
              The chat is not available at the moment. <Button onClick={load}>Try again</Button>
            </li>
          ) : (
            <li aria-label="Loading">
              <Skeleton className="h-16" />
            </li>
          )}
          {shown.map(({ by, text, links = [] }, n) => (
            <li
              // biome-ignore lint/suspicious/noArrayIndexKey: lines are only ever added at the end.
              key={n}
              ref={n === shown.length - 2 ? newest : undefined}
              className={by === "bot" ? styles.bot : styles.visitor}
            >
              <span className="sr-only">{by === "bot" ? "Bot: " : "You: "}</span>
              {text}
              {links.length > 0 ? (
                <span className="mt-2 block">
                  {links.map(({ text, to }) => (
                    <MoreLink key={text} to={to} className="w-full">
                      {text} <Icon name="arrow" />
                    </MoreLink>
                  ))}
                </span>
              ) : null}
            </li>
          ))}
          <li className="flex flex-wrap gap-2">
            {options.map((option) => (
              <button key={option} type="button" className={chip} onClick={() => choose(option)}>
                {option}
              </button>
            ))}
          </li>
        </ol>
      </div>
      <footer className="flex flex-wrap gap-x-5 border-t border-rule px-4 text-s">
        <a className="inline-flex min-h-11 items-center" href={`tel:${number.replaceAll(" ", "")}`}>
          {number}
        </a>
        <a className="inline-flex min-h-11 items-center" href={`mailto:${institute.email}`}>
          {institute.email}
        </a>
      </footer>
    </section>
  );
}

/** An ended conversation starts from the beginning next time. */
function remembered(): ChatMessage[] {
  try {
    const lines = JSON.parse(sessionStorage.getItem(storageKey) ?? "[]") as ChatMessage[];
    return lines.at(-1)?.options.length ? lines : [];
  } catch {
    return [];
  }
}

function remember(lines: ChatMessage[]): void {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(lines.slice(-60)));
  } catch {
    // The chat works without storage too.
  }
}
