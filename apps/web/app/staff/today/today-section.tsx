import type { ReactNode } from "react";
import { Link } from "react-router";
import { countText } from "../count-text.ts";
import { PageSection } from "../page-head.tsx";
import { StatusMark } from "../status-mark.tsx";
import { ownParts, type TodayPart, todayParts } from "./today-figures.ts";

type Props = { part: TodayPart; count: number; isMore?: boolean; isOwn?: boolean; children: ReactNode };

/** A list of the page. Without entries it says so, which is good news. */
export function TodaySection({ part, count, isMore = false, isOwn = false, children }: Props) {
  const { title, nothing } = (isOwn ? ownParts : todayParts)[part];
  const { title: whole, to } = todayParts[part];
  const way = (
    <Link to={to}>
      See all<span className="sr-only">: {whole}</span>
    </Link>
  );
  return (
    <PageSection id={part} title={title} count={countText({ count, isMore })} way={count > 0 || isOwn ? way : null}>
      {count === 0 ? <StatusMark shape="done">{nothing}</StatusMark> : children}
    </PageSection>
  );
}
