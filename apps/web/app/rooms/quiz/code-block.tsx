import * as styles from "./code-block.module.css";

/** Highlighted code, scrollable by keyboard. `html` comes from `codeHtml`. */
export function CodeBlock({ html }: { html: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: long lines must be scrollable by keyboard.
    <figure className={styles.code} tabIndex={0} aria-label="Code">
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: escaped by codeHtml. */}
      <pre dangerouslySetInnerHTML={{ __html: html }} />
    </figure>
  );
}
