import type { ReactNode } from "react";
import { ButtonLink } from "../controls.tsx";

/** A link to another site, in a window of its own. */
export function ButtonAway({ href, children }: { href: string; children: ReactNode }) {
  return (
    <ButtonLink look="line" to={href} target="_blank" rel="noreferrer">
      {children}
    </ButtonLink>
  );
}
