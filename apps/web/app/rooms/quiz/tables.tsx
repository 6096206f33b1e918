import { IconButton } from "../../ui/icon-button.tsx";
import { CodeBlock } from "./code-block.tsx";
import * as styles from "./tables.module.css";
import { TextButton } from "./text-button.tsx";

/** The tables that all questions of a topic use: above the questions, and in a popover from each of them. */
export function Tables({ setup }: { setup: string }) {
  return (
    <section aria-labelledby="tables-title" className={`${styles.setup} grid gap-4 pb-8`}>
      <h2 id="tables-title" className="text-heading">
        All questions use these tables
      </h2>
      <CodeBlock html={setup} />
      <div id="tables" popover="auto" className={styles.popover}>
        <p className={styles.popoverHead}>
          <b>The tables</b>
          <IconButton icon="x" label="Close" popoverTarget="tables" />
        </p>
        <CodeBlock html={setup} />
      </div>
    </section>
  );
}

export function TablesButton() {
  return <TextButton popoverTarget="tables">Show the tables</TextButton>;
}
