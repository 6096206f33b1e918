import { ApiError } from "@shoreline/contract/client";
import { leadFilterLabels } from "@shoreline/domain/inbox";
import type { ReactNode } from "react";
import { errorText } from "../lib/problem.ts";
import { Notice } from "../ui/message.tsx";
import { without } from "./audit/audit-filter.ts";
import { Button, ButtonLink } from "./controls.tsx";
import { StaffIcon } from "./icon.tsx";
import * as styles from "./load-problem.module.css";
import { useSearch } from "./use-search.ts";

type Props = { what: string; error: unknown; onRetry(): void };

/** In place of something that did not load. */
export function LoadProblem({ what, error, onRetry }: Props) {
  const search = useSearch();
  const wrong = wrongNames(error, search);
  if (wrong.length > 0) return <WrongAddress search={search} wrong={wrong} />;
  return (
    <Problem title={`${what} did not load.`} text={errorText(error)}>
      <Button onClick={() => onRetry()}>Try again</Button>
    </Problem>
  );
}

/** The parts of the address that the server has refused: trying again would not help. */
function wrongNames(error: unknown, search: URLSearchParams): string[] {
  if (!(error instanceof ApiError) || error.code !== "INVALID_INPUT") return [];
  const names = Object.keys(error.fields).map((field) => field.replace(/\..*/, ""));
  return [...new Set(names)].filter((name) => search.has(name));
}

/** What a part of the address is called in the list that it filters. */
const labels: Record<string, string> = {
  ...leadFilterLabels,
  from: "Since",
  until: "Until",
  who: "Who",
  kind: "Kind",
  thingId: "Record",
  when: "Time",
  only: "Show only",
  attendance: "Attendance",
};

/** Where a page of a list begins. */
const pageNames = ["after", "before"];

function WrongAddress({ search, wrong }: { search: URLSearchParams; wrong: string[] }) {
  const isPage = wrong.some((name) => pageNames.includes(name));
  const values = wrong.map((name) => `${labels[name] ?? name} “${search.get(name)}”`).join(", ");
  return (
    <Problem
      title={isPage ? "There is no such page of the list." : "The address of this page is wrong."}
      text={isPage ? "The address may be cut off or mistyped." : `This part of it does not fit: ${values}.`}
    >
      <ButtonLink to={`?${without(search, ...pageNames, ...wrong, "lead", "entry")}`}>
        {isPage ? "Show the first page" : "Show the page without it"}
      </ButtonLink>
    </Problem>
  );
}

function Problem({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <div role="alert" className={styles.problem}>
      <Notice look="wrong">
        <StaffIcon name="warn" />
        <div>
          <p>
            <b>{title}</b>
          </p>
          <p>{text}</p>
        </div>
      </Notice>
      {children}
    </div>
  );
}
