import type { ReactNode } from "react";

type Props = {
  picture: string;
  heading: ReactNode;
  text: string;
  aside: string;
  price: string;
  tags?: string[];
  /** Why this one is shown. */
  note?: string;
};

/** A picture, a heading whose link (class `slide-link`) covers it all, a few lines, and a closing line with a price. */
export function Teaser({ picture, heading, text, aside, price, tags = [], note }: Props) {
  return (
    <li className="slide">
      <img src={picture} alt="" width="320" height="240" loading="lazy" className="w-full rounded-small" />
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
      {note ? <p className="mb-4 border-l-3 border-sun pl-3 text-s">{note}</p> : null}
      <p className="mt-auto flex items-baseline justify-between border-t border-rule pt-3 text-s text-ink-2">
        {aside}
        <b className="font-head text-xl text-ink tabular-nums">{price}</b>
      </p>
    </li>
  );
}
