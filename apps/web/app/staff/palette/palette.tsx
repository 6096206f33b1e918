import type { StaffMe } from "@shoreline/contract";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { errorText } from "../../lib/problem.ts";
import { Key } from "../controls.tsx";
import { StaffIcon } from "../icon.tsx";
import { useSignOut } from "../use-sign-out.ts";
import * as styles from "./palette.module.css";
import type { PaletteItem } from "./palette-items.ts";
import { listId, optionId, PaletteList } from "./palette-list.tsx";
import { usePaletteSearch } from "./use-palette-search.ts";

type Props = { me: StaffMe; onShowKeys(): void; onClose(): void };

/** Finds people and papers, and goes and does by name. */
export function Palette({ me, onShowKeys, onClose }: Props) {
  const dialog = useModal();
  const navigate = useNavigate();
  const { signOut, problem } = useSignOut();
  const [typed, setTyped] = useState("");
  const [chosenId, setChosenId] = useState("");
  const words = typed.trim().replace(/\s+/g, " ");
  const { groups, isLongEnough, isSearching, error } = usePaletteSearch(words, me);
  const items = groups.flatMap((group) => group.items);
  const at = Math.max(
    0,
    items.findIndex(({ id }) => id === chosenId),
  );

  const open = ({ target }: PaletteItem) => {
    if (!target) return;
    if ("act" in target && target.act === "sign out") return void signOut();
    onClose();
    if ("to" in target) navigate(target.to);
    else onShowKeys();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const isEnter = event.key === "Enter" && !event.nativeEvent.isComposing;
    const item = items[step ? (at + step + items.length) % items.length : at];
    if (!item || !(step || isEnter)) return;
    event.preventDefault();
    if (step) setChosenId(item.id);
    else open(item);
  };
  const news = isSearching
    ? "Searching…"
    : items.length > 0
      ? `${items.length} ${items.length === 1 ? "result" : "results"}`
      : nothingText({ words, isLongEnough });
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a press beside the palette; Escape is the key for it.
    <dialog
      ref={dialog}
      className={styles.palette}
      aria-label="Search and commands"
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClose={onClose}
      onClick={(event) => event.target === event.currentTarget && onClose()}
    >
      <div className={styles.head}>
        <StaffIcon name="search" />
        <input
          className={styles.input}
          role="combobox"
          aria-label="Search people, orders and papers, or run a command"
          placeholder="Search or run a command"
          aria-expanded={items.length > 0}
          aria-controls={items.length > 0 ? listId : undefined}
          aria-activedescendant={items.length > 0 ? optionId(at) : undefined}
          aria-autocomplete="list"
          autoComplete="off"
          spellCheck={false}
          maxLength={100}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
            setChosenId("");
          }}
          onKeyDown={onKeyDown}
        />
        <button type="button" className={styles.close} aria-label="Close" onClick={onClose}>
          <Key>Esc</Key>
        </button>
      </div>
      <p role="alert" className={styles.problem}>
        {problem || (error ? `The search did not work. ${errorText(error)}` : "")}
      </p>
      <PaletteList groups={groups} words={words} activeAt={at} onOpen={open} />
      <p role="status" className={items.length > 0 ? "sr-only" : styles.nothing}>
        {error ? "" : news}
      </p>
      <div className={styles.foot} aria-hidden="true">
        <span>
          <Key>↑</Key> <Key>↓</Key> choose
        </span>
        <span>
          <Key>↵</Key> open
        </span>
      </div>
    </dialog>
  );
}

function nothingText({ words, isLongEnough }: { words: string; isLongEnough: boolean }): string {
  if (!isLongEnough) return "Enter at least two letters.";
  return `Nothing found for “${words}”. Try a name, a number, an e-mail address, or the number of an order or a certificate.`;
}

/** Open while it is there; the focus goes back to where it was. */
function useModal() {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const opener = document.activeElement;
    dialog.current?.showModal();
    dialog.current?.querySelector("input")?.focus();
    return () => {
      if (opener instanceof HTMLElement) opener.focus();
    };
  }, []);
  return dialog;
}
