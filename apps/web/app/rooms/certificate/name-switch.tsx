import type { LearnerCertificate } from "@shoreline/contract";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { learnerClient } from "../../lib/learner.ts";
import { errorText } from "../../lib/problem.ts";
import type { NoticeContent } from "../../ui/message.tsx";
import { Switch } from "../../ui/switch.tsx";

type Props = { certificate: LearnerCertificate; onNotice(notice: NoticeContent | null): void };

/** The page of a certificate names its holder, because employers need it; previews of the link need not. */
export function NameSwitch({ certificate: { certificateId, isNameHidden }, onNotice }: Props) {
  const queries = useQueryClient();
  // Not the mutation's own state, which follows the press a moment later: the switch would spring back meanwhile.
  const [wanted, setWanted] = useState<boolean | null>(null);
  const change = useMutation({
    mutationFn: (isHidden: boolean) => learnerClient.certificate.hideName({ certificateId, isNameHidden: isHidden }),
    onError: (error) => onNotice({ kind: "wrong", text: errorText(error) }),
    onSettled: async () => {
      await queries.invalidateQueries({ queryKey: ["certificates"] });
      setWanted(null);
    },
  });
  return (
    <div>
      <Switch
        label="Hide my name in link previews"
        says={`of ${certificateId}`}
        isOn={wanted ?? isNameHidden}
        onChange={(isOn) => {
          onNotice(null);
          setWanted(isOn);
          change.mutate(isOn);
        }}
      />
      <p className="text-s text-ink-2">The page of the certificate still shows your name, because employers need it.</p>
    </div>
  );
}
