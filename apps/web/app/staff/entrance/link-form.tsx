import { type FormEvent, useState } from "react";
import { Notice } from "../../ui/message.tsx";
import { staffClient } from "../client.ts";
import { Button, Field } from "../controls.tsx";
import * as styles from "../forms.module.css";
import { TaskProblem } from "../task-problem.tsx";
import { useTask } from "../use-task.ts";

/** Asks for a sign-in link by mail. The answer does not tell whether the address is known. */
export function LinkForm({ isMain }: { isMain: boolean }) {
  const task = useTask();
  const [email, setEmail] = useState("");
  const [sentTo, setSentTo] = useState("");
  const send = (event: FormEvent) => {
    event.preventDefault();
    task.run(async () => {
      await staffClient.sendLink({ email });
      setSentTo(email);
    });
  };
  return (
    <>
      <div role="status">
        {sentTo ? (
          <Notice>
            <p>If {sentTo} belongs to our staff, a sign-in link is on its way. It works once.</p>
          </Notice>
        ) : null}
      </div>
      {sentTo ? (
        <Button look="line" onClick={() => setSentTo("")}>
          Use another address
        </Button>
      ) : (
        <form className={styles.form} onSubmit={send} noValidate>
          <TaskProblem task={task} />
          <Field
            label="Your e-mail address"
            type="email"
            autoComplete="email"
            required
            value={email}
            error={task.fields.email}
            onChange={(event) => setEmail(event.target.value)}
          />
          <Button type="submit" look={isMain ? "sea" : "line"} isBusy={task.isBusy}>
            Send me a sign-in link
          </Button>
        </form>
      )}
    </>
  );
}
