import { useContext } from "react";
import { PagePolicy } from "./page-policy.ts";

/**
 * For content that only the server-rendered page needs: a script that runs once, or data for search engines.
 * Hydration keeps what it finds, so the browser bundle leaves it out: `{import.meta.env.SSR ? … : ""}`.
 */
export function ServerScript({ isData = false, children }: { isData?: boolean; children: string }) {
  const { nonce } = useContext(PagePolicy);
  return (
    <script
      {...(isData ? { type: "application/ld+json" } : { nonce })}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: ours, escaped.
      dangerouslySetInnerHTML={{ __html: children }}
    />
  );
}
