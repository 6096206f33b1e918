import type { StaffPerson } from "@shoreline/contract";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Message } from "../ui/message.tsx";
import { Button, Key } from "./controls.tsx";
import { StaffIcon } from "./icon.tsx";
import { InviteDialog } from "./invite-dialog.tsx";
import { useKeys, useRowKeys } from "./keys.ts";
import { LoadProblem } from "./load-problem.tsx";
import { Loading } from "./loading.tsx";
import { PageHead } from "./page-head.tsx";
import { PeopleTable } from "./people-table.tsx";
import { PersonActionDialog } from "./person-action-dialog.tsx";
import type { PersonAction } from "./person-actions.ts";
import { may, peopleKey, useMe, usePeople } from "./queries.ts";
import { RightsTable } from "./rights-table.tsx";
import { RolesDialog } from "./roles-dialog.tsx";

type Open = "invite" | { person: StaffPerson; action: PersonAction } | null;

export default function People() {
  const me = useMe();
  const { data, error, refetch } = usePeople();
  const queries = useQueryClient();
  const [open, setOpen] = useState<Open>(null);
  const [news, setNews] = useState("");
  const mayChange = may(me, "change people");
  useRowKeys();
  useKeys(mayChange ? { c: () => setOpen("invite") } : {});

  const close = () => setOpen(null);
  const finish = (text: string) => {
    close();
    setNews(text);
    queries.invalidateQueries({ queryKey: peopleKey });
  };
  return (
    <>
      <PageHead title="People and roles" count={data?.people.length}>
        <Button disabled={!mayChange} onClick={() => setOpen("invite")}>
          <StaffIcon name="plus" />
          Invite
          <Key>C</Key>
        </Button>
      </PageHead>
      <Message notice={news ? { kind: "done", text: news } : null} onDismiss={() => setNews("")} />
      {data ? (
        <PeopleTable people={data.people} me={me} onChoose={(person, action) => setOpen({ person, action })} />
      ) : error ? (
        <LoadProblem what="The list of people" error={error} onRetry={refetch} />
      ) : (
        <Loading />
      )}
      <RightsTable />
      {open === "invite" ? <InviteDialog onDone={finish} onClose={close} /> : null}
      {open && open !== "invite" ? <ActionDialog {...open} onDone={finish} onClose={close} /> : null}
    </>
  );
}

type DialogProps = { person: StaffPerson; action: PersonAction; onDone(news: string): void; onClose(): void };

function ActionDialog({ action, ...props }: DialogProps) {
  return action === "roles" ? <RolesDialog {...props} /> : <PersonActionDialog action={action} {...props} />;
}
