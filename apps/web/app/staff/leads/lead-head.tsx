import type { Permission } from "@shoreline/domain/staff";
import { Button, Key } from "../controls.tsx";
import { StaffIcon } from "../icon.tsx";
import { Menu, MenuAction } from "../menu.tsx";
import { PageHead } from "../page-head.tsx";
import { may, useMe } from "../queries.ts";
import { useSearch } from "../use-search.ts";
import { holdersText } from "../words.ts";
import { ColumnMenu } from "./lead-column-menu.tsx";
import type { useLeadColumns } from "./lead-columns.ts";
import { type LeadsDialogName, readLeadFilter } from "./lead-filter.ts";
import { useLeadCount } from "./lead-queries.ts";
import { countText } from "./lead-words.ts";

type Props = {
  /** The pipeline has no columns to choose. */
  columns: ReturnType<typeof useLeadColumns> | null;
  onOpen(dialog: LeadsDialogName): void;
};

export function LeadHead({ columns, onOpen }: Props) {
  const me = useMe();
  const counted = useLeadCount(readLeadFilter(useSearch())).data;
  return (
    <PageHead title="Leads" count={counted && countText(counted)}>
      {columns ? <ColumnMenu {...columns} /> : null}
      <FileButton icon="import" text="Import" permission="import leads" onPress={() => onOpen("import")} />
      <FileButton icon="export" text="Export" permission="export leads" onPress={() => onOpen("export")} />
      <Button disabled={!may(me, "change leads")} onClick={() => onOpen("new")}>
        <StaffIcon name="plus" />
        New lead
        <Key>C</Key>
      </Button>
    </PageHead>
  );
}

type FileButtonProps = { icon: string; text: string; permission: Permission; onPress(): void };

/** Who may not do it sees it with the reason: a colleague has it. */
function FileButton({ icon, text, permission, onPress }: FileButtonProps) {
  const me = useMe();
  const content = (
    <>
      <StaffIcon name={icon} />
      {text}
    </>
  );
  if (may(me, permission))
    return (
      <Button look="line" onClick={onPress}>
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
      <MenuAction whyNot={`Only the ${holdersText(permission)} may do this.`} onChoose={() => {}}>
        {`${text} leads`}
      </MenuAction>
    </Menu>
  );
}
