import type { LeadDetail } from "@shoreline/contract";
import { maxTags, uniteTags } from "@shoreline/domain/inbox";
import { type FormEvent, useEffect, useId, useRef, useState } from "react";
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
  const field = useRef<HTMLInputElement>(null);
  const [form, setForm] = useState<"unused" | "open" | "left">("unused");
  const isFull = tags.length >= maxTags;
  useEffect(() => {
    if (form === "open") field.current?.focus();
  }, [form]);
  const add = async (event: FormEvent) => {
    event.preventDefault();
    const words = typed.split(",").map((word) => word.trim());
    const fresh = uniteTags([...tags, ...words.filter(Boolean)]).slice(tags.length);
    if (fresh.length > 0 && !(await onChange([...tags, ...fresh], `Tagged with ${fresh.join(", ")}.`))) return;
    setTyped("");
    // Several tags are often added one after the other; an empty field is the way out.
    if (fresh.length > 0) field.current?.focus();
    else setForm("left");
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
      {isFull || form === "open" ? null : (
        <button
          type="button"
          ref={form === "left" ? focusOn : undefined}
          className={change}
          onClick={() => setForm("open")}
        >
          add<span className="sr-only"> a tag</span>
        </button>
      )}
      {form === "open" && !isFull ? (
        <form onSubmit={add}>
          <Input
            id={id}
            aria-label="New tag"
            ref={field}
            className={input}
            list={`${id}-known`}
            value={typed}
            maxLength={100}
            placeholder="weekend"
            autoComplete="off"
            onChange={(event) => setTyped(event.target.value)}
            onKeyDown={(event) => event.key === "Escape" && setForm("left")}
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

function focusOn(field: HTMLElement | null): void {
  field?.focus();
}
