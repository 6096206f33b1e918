import { Link, type LinkProps } from "react-router";

const looks =
  "inline-flex min-h-12 items-center justify-center rounded-m bg-sea px-5 py-2 font-semibold text-on-sea no-underline transition-colors hover:bg-sea-hover hover:text-on-sea";

/** Looks like a button, goes somewhere. */
export function ButtonLink(props: LinkProps) {
  return <Link {...props} className={looks} />;
}
