import * as styles from "./differences.module.css";
import { capitalise } from "./words.ts";

type Values = Record<string, unknown>;

/** Field by field what was (−) and what is (+). */
export function Differences({ before, after }: { before: Values; after: Values }) {
  // An id stands beside the name that it belongs to, for programs.
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((name) => !name.endsWith("Id"));
  return (
    <dl className={styles.list}>
      {names.map((name) => {
        const [was, is] = [textOf(before[name]), textOf(after[name])];
        return (
          <div key={name}>
            <dt>{wordsOf(name)}</dt>
            <dd>
              {was === is ? <span>not changed</span> : null}
              {was !== is && name in before ? <del>{was}</del> : null}
              {was !== is && name in after && is !== nothing ? <ins>{is}</ins> : null}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

const nothing = "none";

function textOf(value: unknown): string {
  if (value === null || value === undefined || value === "") return nothing;
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (Array.isArray(value)) return value.map(textOf).join(", ") || nothing;
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** `invitationEndsAt` reads "Invitation ends at". */
function wordsOf(name: string): string {
  return capitalise(name.replace(/(?<=[a-z])([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`));
}
