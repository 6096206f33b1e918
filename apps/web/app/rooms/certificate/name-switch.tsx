import type { LearnerCertificate } from "@shoreline/contract";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { learnerClient } from "../../lib/learner.ts";
import { errorText } from "../../lib/problem.ts";
import type { NoticeContent } from "../../ui/message.tsx";
import { Switch } from "../../ui/switch.tsx";

type Props = { certificate: LearnerCertificate; onNotice(notice: NoticeContent | null): void };

/** The page of a certificate names its holder, because employers need it; previews of the link need not. */
export function NameSwitch({ certificate: { certificateId, isNameHidden }, onNotice }: Props) {
  const queries = useQueryClient();
  const change = useMutation({
    mutationFn: (wanted: boolean) => learnerClient.certificate.hideName({ certificateId, isNameHidden: wanted }),
    onError: (error) => onNotice({ kind: "wrong", text: errorText(error) }),
    onSettled: () => queries.invalidateQueries({ queryKey: ["certificates"] }),
  });
  return (
    <div>
      <Switch
        label="Hide my name in link previews"
        says={`of ${certificateId}`}
        isOn={change.isPending ? change.variables : isNameHidden}
        onChange={(wanted) => {
          onNotice(null);
          change.mutate(wanted);
        }}
      />
      <p className="text-s text-ink-2">The page of the certificate still shows your name, because employers need it.</p>
    </div>
  );
}
