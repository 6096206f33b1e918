import type { Api, Reply } from "@shoreline/contract";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useNavigate } from "react-router";
import { isRefused, staffClient } from "../client.ts";
import { CodeField } from "../code-field.tsx";
import { Button, ButtonLink } from "../controls.tsx";
import * as styles from "../forms.module.css";
import { LoadProblem } from "../load-problem.tsx";
import { Loading } from "../loading.tsx";
import { TaskProblem } from "../task-problem.tsx";
import { useTask } from "../use-task.ts";
import { rolesText } from "../words.ts";
import type { Route } from "./+types/link";
import { EntranceFrame } from "./entrance-frame.tsx";
import { SetUp } from "./set-up.tsx";

export const meta = () => [{ title: "Staff" }, { name: "robots", content: "noindex" }];

/** Where the links of mails lead: invitation, sign-in and reset. Mail scanners open links, so opening one changes nothing. */
export default function LinkPage({ params: { token } }: Pick<Route.ComponentProps, "params">) {
  return (
    <EntranceFrame>
      <LinkSteps token={token} />
    </EntranceFrame>
  );
}

const titles = { invitation: "Welcome to the team", "sign-in": "Sign in", reset: "Set up your new device" };

function LinkSteps({ token }: { token: string }) {
  const link = useQuery({
    queryKey: ["link", token],
    queryFn: () => staffClient.readLink({ token }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (isRefused(link.error, "DEAD_LINK")) return <DeadLink />;
  if (link.error) return <LoadProblem what="This page" error={link.error} onRetry={link.refetch} />;
  if (!link.data) return <Loading lines={3} />;
  return <Steps token={token} link={link.data} />;
}

type StepsProps = { token: string; link: Reply<Api["staff"]["readLink"]> };

function Steps({ token, link: { purpose, name, email, roles, next, hasPasskeys } }: StepsProps) {
  const navigate = useNavigate();
  const goOn = () => navigate("/staff", { replace: true });
  return (
    <>
      <h1>{titles[purpose]}</h1>
      <p>
        <b>{name}</b>, {email}. {rolesText(roles)}.
      </p>
      {next === "code" ? (
        <CodeStep token={token} onDone={goOn} />
      ) : (
        <SetUp token={token} hasPasskeys={hasPasskeys} onDone={goOn} />
      )}
    </>
  );
}

function CodeStep({ token, onDone }: { token: string; onDone(): void }) {
  const task = useTask();
  const [code, setCode] = useState("");
  const signIn = (event: FormEvent) => {
    event.preventDefault();
    task.run(async () => {
      await staffClient.signInByLink({ token, code });
      onDone();
    });
  };
  return (
    <form className={styles.form} onSubmit={signIn}>
      <TaskProblem task={task} />
      <CodeField
        label="Six digits of your authenticator app, or a recovery code"
        value={code}
        error={task.fields.code}
        onChange={setCode}
      />
      <Button type="submit" isBusy={task.isBusy}>
        Sign in
      </Button>
    </form>
  );
}

function DeadLink() {
  return (
    <>
      <h1>This link no longer works</h1>
      <p>It has expired or was used already. A sign-in link works once, for 15 minutes.</p>
      <ButtonLink to="/staff/sign-in">Ask for a new link</ButtonLink>
      <p>If it was an invitation, please ask an owner of the institute to send it again.</p>
    </>
  );
}
