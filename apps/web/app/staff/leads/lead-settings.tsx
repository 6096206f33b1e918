import type { LeadTemplate } from "@shoreline/contract";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Message } from "../../ui/message.tsx";
import { inboxClient } from "../client.ts";
import { ConfirmDialog } from "../confirm-dialog.tsx";
import { Button, Key } from "../controls.tsx";
import { StaffIcon } from "../icon.tsx";
import { useKeys, useRowKeys } from "../keys.ts";
import { LoadProblem } from "../load-problem.tsx";
import { Loading } from "../loading.tsx";
import { PageHead, PageSection } from "../page-head.tsx";
import { LeadAssignment } from "./lead-assignment.tsx";
import { LeadTemplateDialog } from "./lead-template-dialog.tsx";
import { templatesKey, useTemplates } from "./lead-template-queries.ts";
import { LeadTemplateTable } from "./lead-template-table.tsx";

type Open = "new" | { change: LeadTemplate } | { remove: LeadTemplate } | null;

/** Texts for leads, and who gets new ones. */
export default function LeadSettings() {
  const { data, error, refetch } = useTemplates();
  const queries = useQueryClient();
  const [open, setOpen] = useState<Open>(null);
  const [news, setNews] = useState("");
  useRowKeys();
  useKeys({ c: () => setOpen("new") });

  const close = () => setOpen(null);
  const finish = (templates: LeadTemplate[], text: string) => {
    close();
    setNews(text);
    queries.setQueryData(templatesKey, { templates });
  };
  const remove = async ({ templateId, name }: LeadTemplate) => {
    const { templates } = await inboxClient.removeTemplate({ templateId });
    finish(templates, `The template ${name} is removed.`);
  };
  return (
    <>
      <PageHead title="Lead settings" about="Texts for leads, and who gets new leads.">
        <Button onClick={() => setOpen("new")}>
          <StaffIcon name="plus" />
          New template
          <Key>C</Key>
        </Button>
      </PageHead>
      <Message notice={news ? { kind: "done", text: news } : null} onDismiss={() => setNews("")} />
      <PageSection id="templates" title="Templates" {...(data && { count: data.templates.length })}>
        <p>
          Texts for calls, WhatsApp messages and mails to leads. Fields such as {"{first name}"} are filled in for each
          lead.
        </p>
        {data ? (
          <LeadTemplateTable
            templates={data.templates}
            onChange={(template) => setOpen({ change: template })}
            onRemove={(template) => setOpen({ remove: template })}
          />
        ) : error ? (
          <LoadProblem what="The list of templates" error={error} onRetry={refetch} />
        ) : (
          <Loading />
        )}
      </PageSection>
      <LeadAssignment onDone={setNews} />
      {open === "new" ? <LeadTemplateDialog onDone={finish} onClose={close} /> : null}
      {open && open !== "new" && "change" in open ? (
        <LeadTemplateDialog template={open.change} onDone={finish} onClose={close} />
      ) : null}
      {open && open !== "new" && "remove" in open ? (
        <ConfirmDialog
          title="Remove a template"
          text={`Nobody can choose the template ${open.remove.name} any more. What was written with it stays.`}
          button="Remove the template"
          isHard
          run={() => remove(open.remove)}
          onClose={close}
        />
      ) : null}
    </>
  );
}
