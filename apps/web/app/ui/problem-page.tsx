import { Link, useLocation } from "react-router";
import { ButtonLink } from "./button.tsx";
import { Horizon } from "./horizon.tsx";

type Props = { isMissing: boolean; requestId: string };

/** Told plainly, with a way on: a page that is not there, or one that failed. */
export function ProblemPage({ isMissing, requestId }: Props) {
  const here = useLocation();
  return (
    <section className="grid gap-5 py-16">
      <Horizon className="w-40" />
      <h1 className="text-3xl">{isMissing ? "404 Page Not Found" : "Something went wrong"}</h1>
      <p className="max-w-prose text-ink-2">
        {isMissing
          ? "The address may be mistyped, or the page has moved on with the tide."
          : "The fault is ours, and it has been written down. Trying again often helps."}
      </p>
      <div className="flex flex-wrap items-center gap-4">
        {isMissing ? (
          <ButtonLink to="/">Go to the home page</ButtonLink>
        ) : (
          <ButtonLink to={here} reloadDocument>
            Try again
          </ButtonLink>
        )}
        <Link to="/onlinecourses" className="more">
          See the courses
        </Link>
      </div>
      {isMissing ? null : (
        <p className="text-s text-ink-3">
          If you tell us about it, name this: <code suppressHydrationWarning>{requestId}</code>
        </p>
      )}
    </section>
  );
}
