import { Icon } from "../../ui/icon.tsx";
import { Tag } from "../../ui/tag.tsx";
import * as styles from "./options.module.css";
import { headingId, type Place, QuestionFrame } from "./question-frame.tsx";
import type { PutQuestion } from "./store.ts";

type AskedProps = Place & {
  put: PutQuestion;
  /** In the order of this attempt. */
  options: string[];
  selected: string | null;
  onChoose(value: string): void;
};

/** A question to answer. The style sheet numbers its options, because a script reorders them before hydration. */
export function AskedQuestion({ put, options, selected, onChoose, ...place }: AskedProps) {
  return (
    <QuestionFrame put={put} {...place} aside={<Tag className="capitalize">{put.level}</Tag>}>
      <fieldset aria-labelledby={headingId(place)}>
        <div className={styles.options} data-options={put.isCode ? "code" : "text"}>
          {options.map((option) => (
            <label key={option}>
              <input
                type="radio"
                name={put._id}
                value={option}
                checked={selected === option}
                onChange={() => onChoose(option)}
              />
              <span>{option}</span>
              <Icon name="check" />
            </label>
          ))}
        </div>
      </fieldset>
    </QuestionFrame>
  );
}
