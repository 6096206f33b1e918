import type { StaffPerson } from "@shoreline/contract";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router";
import { Message } from "../../ui/message.tsx";
import { ThingHistory } from "../audit/thing-history.tsx";
import { Button, Key } from "../controls.tsx";
import { StaffIcon } from "../icon.tsx";
import { useKeys, useRowKeys } from "../keys.ts";
import { LoadProblem } from "../load-problem.tsx";
import { Loading } from "../loading.tsx";
import { PageHead } from "../page-head.tsx";
import { may, peopleKey, useMe, usePeople } from "../queries.ts";
import { useSearch } from "../use-search.ts";
import { CloseDialog } from "./close-dialog.tsx";
import { InviteDialog } from "./invite-dialog.tsx";
import { PeopleTable } from "./people-table.tsx";
import { PersonActionDialog } from "./person-action-dialog.tsx";
import type { PersonAction } from "./person-actions.ts";
import { RightsTable } from "./rights-table.tsx";
import { RolesDialog } from "./roles-dialog.tsx";

type Open = { person: StaffPerson; action: PersonAction } | null;

export default function People() {
  const me = useMe();
  const { data, error, refetch } = usePeople();
  const queries = useQueryClient();
  const [open, setOpen] = useState<Open>(null);
  const [news, setNews] = useState("");
  const mayChange = may(me, "change people");
  const { isInviting, startInvitation, endInvitation } = useInvitation();
  useRowKeys();
  useKeys(mayChange ? { c: startInvitation } : {});

  const close = () => {
    setOpen(null);
    endInvitation();
  };
  const finish = (text: string) => {
    close();
    setNews(text);
    queries.invalidateQueries({ queryKey: peopleKey });
  };
  return (
    <>
      <PageHead title="People and roles" count={data?.people.length}>
        <Button disabled={!mayChange} onClick={startInvitation}>
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
      {isInviting && mayChange ? <InviteDialog onDone={finish} onClose={close} /> : null}
      {open ? <ActionDialog {...open} onDone={finish} onClose={close} /> : null}
    </>
  );
}

/** The dialog is in the address, so that it can be opened from everywhere. */
function useInvitation() {
  const navigate = useNavigate();
  const isInviting = useSearch().has("invite");
  return {
    isInviting,
    startInvitation: () => navigate("?invite=1", { preventScrollReset: true }),
    endInvitation: () => {
      if (isInviting) navigate("?", { replace: true, preventScrollReset: true });
    },
  };
}

type DialogProps = { person: StaffPerson; action: PersonAction; onDone(news: string): void; onClose(): void };

function ActionDialog({ action, ...props }: DialogProps) {
  const { person, onClose } = props;
  if (action === "history") return <ThingHistory thingId={person.staffId} name={person.name} onClose={onClose} />;
  if (action === "close") return <CloseDialog {...props} />;
  return action === "roles" ? <RolesDialog {...props} /> : <PersonActionDialog action={action} {...props} />;
}
