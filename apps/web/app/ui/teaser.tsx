import type { ReactNode } from "react";

type Props = {
  picture: string;
  heading: ReactNode;
  text: string;
  aside: string;
  price: string;
  tags?: string[];
  /** Why this one is shown. */
  note?: ReactNode;
};

/** A picture, a heading whose link (class `slide-link`) covers it all, a few lines, and a closing line with a price. */
export function Teaser({ picture, heading, text, aside, price, tags = [], note }: Props) {
  return (
    <li className="slide [&_h2]:text-heading [&_h3]:text-heading">
      <div className="slide-picture">
        <img src={picture} alt="" width="320" height="240" loading="lazy" />
      </div>
      {tags.length > 0 ? (
        <p className="mt-4 flex gap-2">
          {tags.map((tag) => (
            <span key={tag} className="tag">
              {tag}
            </span>
          ))}
        </p>
      ) : null}
      {heading}
      <p className="mt-2 mb-4 text-s text-ink-2">{text}</p>
      {note}
      <p className="slide-foot">
        {aside}
        <b>{price}</b>
      </p>
    </li>
  );
}
