import type { LeadDetail } from "@shoreline/contract";
import { maxTags, uniteTags } from "@shoreline/domain/inbox";
import { type FormEvent, useId, useState } from "react";
import { Input } from "../../ui/field.tsx";
import { Tag } from "../../ui/tag.tsx";
import { input } from "../controls.module.css";
import { Button } from "../controls.tsx";
import { StaffIcon } from "../icon.tsx";
import { change } from "./lead-facts.module.css";
import { useOwners } from "./lead-queries.ts";
import * as styles from "./lead-tags.module.css";

type Props = {
  lead: LeadDetail;
  isBusy: boolean;
  /** Returns whether the tags are saved: what was typed stays otherwise. */
  onChange(tags: string[], news: string): Promise<boolean>;
};

export function LeadTags({ lead: { tags }, isBusy, onChange }: Props) {
  const id = useId();
  const known = useOwners().data?.tags ?? [];
  const [typed, setTyped] = useState("");
  const [isAdding, setAdding] = useState(false);
  const isFull = tags.length >= maxTags;
  const add = async (event: FormEvent) => {
    event.preventDefault();
    const words = typed.split(",").map((word) => word.trim());
    const fresh = uniteTags([...tags, ...words.filter(Boolean)]).slice(tags.length);
    if (fresh.length > 0 && !(await onChange([...tags, ...fresh], `Tagged with ${fresh.join(", ")}.`))) return;
    setTyped("");
    setAdding(false);
  };
  const remove = (tag: string) =>
    onChange(
      tags.filter((one) => one !== tag),
      `The tag ${tag} is removed.`,
    );
  return (
    <div className={styles.tags}>
      {tags.length > 0 ? (
        <ul>
          {tags.map((tag) => (
            <li key={tag}>
              <Tag look="sea">
                {tag}
                <button type="button" aria-label={`Remove the tag ${tag}`} onClick={() => remove(tag)}>
                  <StaffIcon name="x" />
                </button>
              </Tag>
            </li>
          ))}
        </ul>
      ) : null}
      {isFull ? <p>A lead has at most {maxTags} tags. Remove one to add another.</p> : null}
      {isFull || isAdding ? null : (
        <button type="button" className={change} onClick={() => setAdding(true)}>
          add<span className="sr-only"> a tag</span>
        </button>
      )}
      {isAdding && !isFull ? (
        <form onSubmit={add}>
          <Input
            id={id}
            aria-label="New tag"
            ref={focusOn}
            className={input}
            list={`${id}-known`}
            value={typed}
            maxLength={100}
            placeholder="weekend"
            autoComplete="off"
            onChange={(event) => setTyped(event.target.value)}
          />
          <datalist id={`${id}-known`}>
            {known
              .filter((tag) => !tags.includes(tag))
              .map((tag) => (
                <option key={tag} value={tag} />
              ))}
          </datalist>
          <Button type="submit" look="line" isBusy={isBusy}>
            Add
          </Button>
        </form>
      ) : null}
    </div>
  );
}

function focusOn(field: HTMLInputElement | null): void {
  field?.focus();
}
