import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { errorText } from "../../lib/problem.ts";
import { Message } from "../../ui/message.tsx";
import { Switch } from "../../ui/switch.tsx";
import { questionClient } from "./client.ts";

const digestKey = ["digest"];

/** The daily mail, in Edit Profile. */
export function DigestSwitch() {
  const queries = useQueryClient();
  const { data } = useQuery({ queryKey: digestKey, queryFn: () => questionClient.readDigest({}) });
  const change = useMutation({
    mutationFn: (wantsMail: boolean) => questionClient.setDigest({ wantsMail }),
    onSuccess: (now) => queries.setQueryData(digestKey, now),
  });
  if (!data) return null;
  const isOn = change.isPending ? change.variables : data.wantsMail;
  return (
    <section aria-labelledby="digest" className="grid justify-items-start gap-2">
      <h2 id="digest" className="text-xl">
        Daily mail
      </h2>
      <p className="max-w-prose text-ink-2">
        Once a day at 6:00 PM, if something is new in your courses that you have not read here.
      </p>
      <Switch label="Send me this mail" says="once a day" isOn={isOn} onChange={(wants) => change.mutate(wants)} />
      <Message
        notice={change.error ? { kind: "wrong", text: errorText(change.error) } : null}
        onDismiss={change.reset}
      />
    </section>
  );
}
