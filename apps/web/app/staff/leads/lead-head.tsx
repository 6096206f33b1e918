import type { Permission } from "@shoreline/domain/staff";
import { Button, IconButton, Key } from "../controls.tsx";
import { countText } from "../count-text.ts";
import { StaffIcon } from "../icon.tsx";
import { Menu, MenuAction } from "../menu.tsx";
import { PageHead } from "../page-head.tsx";
import { may, useMe } from "../queries.ts";
import { useSearch } from "../use-search.ts";
import { holdersText } from "../words.ts";
import { ColumnMenu } from "./lead-column-menu.tsx";
import type { useLeadColumns } from "./lead-columns.ts";
import { type LeadsDialogName, readLeadFilter } from "./lead-filter.ts";
import * as styles from "./lead-head.module.css";
import { useLeadCount } from "./lead-queries.ts";

type Props = {
  /** The pipeline has no columns to choose. */
  columns: ReturnType<typeof useLeadColumns> | null;
  onOpen(dialog: LeadsDialogName): void;
};

export function LeadHead({ columns, onOpen }: Props) {
  const me = useMe();
  const counted = useLeadCount(readLeadFilter(useSearch())).data;
  return (
    <PageHead title="Leads" count={counted && countText(counted)} isShort>
      {columns ? <ColumnMenu {...columns} /> : null}
      <div className={styles.buttons}>
        {files.map((file) => (
          <FileButton key={file.dialog} file={file} onOpen={onOpen} />
        ))}
      </div>
      <Button disabled={!may(me, "change leads")} onClick={() => onOpen("new")}>
        <StaffIcon name="plus" />
        New lead
        <Key>C</Key>
      </Button>
      <div className={styles.menu}>
        <Menu button={(props) => <IconButton {...props} icon="dots" label="More for the leads" />}>
          {files.map((file) => (
            <FileAction key={file.dialog} file={file} onOpen={onOpen} />
          ))}
        </Menu>
      </div>
    </PageHead>
  );
}

type LeadFile = { dialog: "import" | "export"; text: string; permission: Permission };
type FileProps = { file: LeadFile; onOpen(dialog: LeadsDialogName): void };

const files: LeadFile[] = [
  { dialog: "import", text: "Import", permission: "import leads" },
  { dialog: "export", text: "Export", permission: "export leads" },
];

function FileButton({ file, onOpen }: FileProps) {
  const me = useMe();
  const content = (
    <>
      <StaffIcon name={file.dialog} />
      {file.text}
    </>
  );
  if (may(me, file.permission))
    return (
      <Button look="line" onClick={() => onOpen(file.dialog)}>
        {content}
      </Button>
    );
  return (
    <Menu
      button={(props) => (
        <Button look="line" {...props}>
          {content}
        </Button>
      )}
    >
      <FileAction file={file} onOpen={onOpen} />
    </Menu>
  );
}

/** Who may not do it sees it with the reason: a colleague has it. */
function FileAction({ file: { dialog, text, permission }, onOpen }: FileProps) {
  const whyNot = may(useMe(), permission) ? null : `Only the ${holdersText(permission)} may do this.`;
  return (
    <MenuAction whyNot={whyNot} onChoose={() => onOpen(dialog)}>
      {`${text} leads`}
    </MenuAction>
  );
}
