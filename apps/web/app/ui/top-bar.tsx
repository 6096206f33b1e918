import { Link, NavLink } from "react-router";
import { part } from "./part.tsx";
import * as styles from "./top-bar.module.css";

/** How the institute signs: its logo, or its icon and its name. */
export type Sign = { name: string; logo?: { light: string; dark: string | null } | null | undefined };

export function Logo({ className = "", ...sign }: Sign & { className?: string }) {
  return (
    <Link to="/" className={`${styles.logo} ${className}`}>
      <SignPicture {...sign} />
    </Link>
  );
}

export function SignPicture({ name, logo }: Sign) {
  if (logo)
    return (
      <picture>
        {logo.dark ? <source srcSet={logo.dark} media="(prefers-color-scheme: dark)" /> : null}
        <img src={logo.light} alt={name} width="180" height="40" className={styles.picture} />
      </picture>
    );
  return (
    <>
      {/* Otherwise React hints at it in the head, before the picture of the page itself. */}
      <img src="/icon.svg" alt="" width="34" height="34" fetchPriority="low" />
      {name}
    </>
  );
}

export const BarLink = part(NavLink, styles.link);
