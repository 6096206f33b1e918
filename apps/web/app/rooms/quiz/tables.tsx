import { Icon } from "../../ui/icon.tsx";
import { CodeBlock } from "./code-block.tsx";

/** What all questions of a topic build on: in front of them, and over the page from each of them. */
export function Tables({ setup }: { setup: string }) {
  return (
    <section aria-labelledby="tables-title" className="setup">
      <h2 id="tables-title" className="text-heading">
        All questions use these tables
      </h2>
      <CodeBlock html={setup} />
      <div id="tables" popover="auto" className="tables">
        <p className="tables-head">
          <b>The tables</b>
          <button type="button" className="icon-button" popoverTarget="tables" aria-label="Close">
            <Icon name="x" />
          </button>
        </p>
        <CodeBlock html={setup} />
      </div>
    </section>
  );
}

export function TablesButton() {
  return (
    <button type="button" className="link text-s" popoverTarget="tables">
      Show the tables
    </button>
  );
}
