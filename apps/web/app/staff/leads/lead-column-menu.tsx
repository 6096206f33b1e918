import { Button } from "../controls.tsx";
import { entry } from "../menu.module.css";
import { Menu } from "../menu.tsx";
import * as styles from "./lead-column-menu.module.css";
import { leadColumns, leadColumnTexts, type useLeadColumns } from "./lead-columns.ts";

/** Stays open while columns are chosen. */
export function ColumnMenu({ shown, toggle }: ReturnType<typeof useLeadColumns>) {
  return (
    <div className={styles.columns}>
      <Menu
        button={(props) => (
          <Button look="line" {...props}>
            Columns
          </Button>
        )}
      >
        {leadColumns.map((column) => (
          <button
            key={column}
            type="button"
            className={`${entry} ${styles.column}`}
            aria-pressed={shown.includes(column)}
            onClick={(event) => {
              event.stopPropagation();
              toggle(column);
            }}
          >
            {leadColumnTexts[column]}
          </button>
        ))}
      </Menu>
    </div>
  );
}
