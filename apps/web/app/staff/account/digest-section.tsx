import { useQuery, useQueryClient } from "@tanstack/react-query";
import { answeringClient } from "../client.ts";
import { Button } from "../controls.tsx";
import { PageSection } from "../page-head.tsx";
import { TaskProblem } from "../task-problem.tsx";
import { useTask } from "../use-task.ts";

const digestKey = ["digest"];

/** The daily mail with what waits. */
export function DigestSection() {
  const queries = useQueryClient();
  const task = useTask();
  const { data } = useQuery({ queryKey: digestKey, queryFn: () => answeringClient.readDigest({}) });
  if (!data) return null;
  const { wantsMail } = data;
  const change = () =>
    task.run(async () => queries.setQueryData(digestKey, await answeringClient.setDigest({ wantsMail: !wantsMail })));
  return (
    <PageSection id="digest" title="Daily mail">
      <p>
        {wantsMail
          ? "You get one mail a day at 6:00 PM with new questions and homework of your classes."
          : "You get no mail with new questions and homework. Today shows them."}
      </p>
      <TaskProblem task={task} />
      <div>
        <Button look="line" isBusy={task.isBusy} onClick={change}>
          {wantsMail ? "Stop this mail" : "Send me this mail"}
        </Button>
      </div>
    </PageSection>
  );
}
