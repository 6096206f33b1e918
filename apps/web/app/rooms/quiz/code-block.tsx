import * as styles from "./code-block.module.css";

/** Code in the colours that the server found; it scrolls by itself, also by keyboard. `html` is from `codeHtml`. */
export function CodeBlock({ html }: { html: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: else what stands to the right is out of reach for the keyboard.
    <figure className={styles.code} tabIndex={0} aria-label="Code">
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: escaped where it is made. */}
      <pre dangerouslySetInnerHTML={{ __html: html }} />
    </figure>
  );
}
