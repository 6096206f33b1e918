/**
 * For content that only the server-rendered page needs: a script that runs once, or data for search engines.
 * Hydration keeps what it finds, so the browser bundle leaves it out: `{import.meta.env.SSR ? … : ""}`.
 */
export function ServerScript({ isData = false, children }: { isData?: boolean; children: string }) {
  return (
    <script
      {...(isData ? { type: "application/ld+json" } : {})}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: ours, escaped; its hash is in the policy.
      dangerouslySetInnerHTML={{ __html: children }}
    />
  );
}
