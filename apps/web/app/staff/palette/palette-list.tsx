import { useEffect } from "react";
import { Key } from "../controls.tsx";
import { StaffIcon } from "../icon.tsx";
import * as styles from "./palette.module.css";
import type { PaletteGroup, PaletteItem } from "./palette-items.ts";
import { splitMatches } from "./palette-matches.ts";

export const listId = "palette-list";

export function optionId(at: number): string {
  return `palette-option-${at}`;
}

type Props = { groups: PaletteGroup[]; words: string; activeAt: number; onOpen(item: PaletteItem): void };

/** The focus stays in the field, which names the active option. */
export function PaletteList({ groups, words, activeAt, onOpen }: Props) {
  useEffect(() => {
    // Newer browsers return a promise, which React would take for a clean-up.
    document.getElementById(optionId(activeAt))?.scrollIntoView({ block: "nearest" });
  }, [activeAt]);
  if (groups.length === 0) return null;
  const items = groups.flatMap((group) => group.items);
  return (
    <div id={listId} role="listbox" aria-label="Results" className={styles.list} tabIndex={-1}>
      {groups.map((group) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is for the fields of a form.
        <div key={group.name} role="group" aria-label={group.name} className={styles.group}>
          <div className={styles.groupName} aria-hidden="true">
            {group.name}
          </div>
          {group.items.map((item) => {
            const at = items.indexOf(item);
            return (
              <Option
                key={item.id}
                id={optionId(at)}
                item={item}
                words={words}
                isActive={at === activeAt}
                onOpen={onOpen}
              />
            );
          })}
        </div>
      ))}
    </div>
  );
}

type OptionProps = { id: string; item: PaletteItem; words: string; isActive: boolean; onOpen: Props["onOpen"] };

function Option({ id, item, words, isActive, onOpen }: OptionProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field above hears the keys.
    <div
      id={id}
      role="option"
      aria-selected={isActive}
      aria-disabled={item.target ? undefined : true}
      tabIndex={-1}
      className={styles.option}
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => onOpen(item)}
    >
      <StaffIcon name={item.icon} />
      <span className={item.isNumber ? styles.number : styles.title}>
        <Marked text={item.title} words={words} />
      </span>
      <span className={styles.detail}>
        <Marked text={item.detail} words={words} />
      </span>
      <span className={styles.keys}>
        {item.keys?.map((key) => (
          <Key key={key}>{key}</Key>
        ))}
      </span>
    </div>
  );
}

function Marked({ text, words }: { text: string; words: string }) {
  return splitMatches(text, words).map((part) =>
    part.isMatch ? <mark key={part.at}>{part.text}</mark> : <span key={part.at}>{part.text}</span>,
  );
}
