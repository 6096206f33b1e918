import type { Api, Reply } from "@shoreline/contract";
import { type StaffRole, staffRoles } from "@shoreline/domain/staff";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import { staffClient } from "../client.ts";
import { Button } from "../controls.tsx";
import * as styles from "../forms.module.css";
import { LoadProblem } from "../load-problem.tsx";
import { Loading } from "../loading.tsx";
import { TaskProblem } from "../task-problem.tsx";
import { useSearch } from "../use-search.ts";
import { useTask } from "../use-task.ts";
import { EntranceFrame } from "./entrance-frame.tsx";
import { LinkForm } from "./link-form.tsx";
import { nextPath } from "./next-path.ts";

export const meta = () => [{ title: "Staff" }, { name: "robots", content: "noindex" }];

export default function SignIn() {
  return (
    <EntranceFrame>
      <Entrance />
    </EntranceFrame>
  );
}

function Entrance() {
  const entrance = useQuery({ queryKey: ["entrance"], queryFn: () => staffClient.entrance({}) });
  if (entrance.data) return <Ways {...entrance.data} />;
  return (
    <>
      <h1>Staff sign-in</h1>
      {entrance.error ? (
        <LoadProblem what="The sign-in" error={entrance.error} onRetry={entrance.refetch} />
      ) : (
        <Loading lines={3} />
      )}
    </>
  );
}

function Ways({ institute, hasPasskeys, demoRoles }: Reply<Api["staff"]["entrance"]>) {
  const search = useSearch();
  const navigate = useNavigate();
  const task = useTask();
  const goOn = () => navigate(nextPath(search), { replace: true });
  const byPasskey = () =>
    task.run(async () => {
      const { askPasskey } = await import("../passkey.ts");
      const response = await askPasskey(await staffClient.passkeyOptions({}));
      await staffClient.passkeySignIn({ response });
      goOn();
    });
  const asDemo = (role: StaffRole) =>
    task.run(async () => {
      await staffClient.enterDemo({ role });
      goOn();
    });
  return (
    <>
      <h1>{institute} staff</h1>
      <TaskProblem task={task} />
      {demoRoles.length > 0 ? (
        <section className={styles.form} aria-labelledby="demo">
          <h2 id="demo">This is a demonstration</h2>
          <p>Choose a role to look around. All people and data here are made up.</p>
          <div className={styles.roles}>
            {staffRoles
              .filter((role) => demoRoles.includes(role))
              .map((role) => (
                <Button key={role} look="line" isBusy={task.isBusy} onClick={() => asDemo(role)}>
                  Enter as {role}
                </Button>
              ))}
          </div>
        </section>
      ) : null}
      <section className={demoRoles.length > 0 ? styles.ownWay : styles.form} aria-labelledby="own">
        <h2 id="own">Sign in with your own account</h2>
        {hasPasskeys ? (
          <Button isBusy={task.isBusy} onClick={byPasskey}>
            Sign in with a passkey
          </Button>
        ) : null}
        <LinkForm isMain={!hasPasskeys} />
      </section>
    </>
  );
}
