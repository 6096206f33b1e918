import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useClassroom } from "../../lib/classroom.ts";
import { learnerClient } from "../../lib/learner.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { MoreButton } from "../../ui/more.tsx";
import { CodeStep } from "./code-step.tsx";
import { NumberForm, type Phone } from "./number-form.tsx";
import { thisDevice } from "./sign-in.ts";

type Props = { onChanged(): void; onClose(): void };

/** Changes the mobile number in three steps: a code to the old number, the new number, a code to the new number. */
export function NumberDialog({ onChanged, onClose }: Props) {
  const { profile, institute } = useClassroom();
  const [ticket, setTicket] = useState<string | null>(null);
  const [phone, setPhone] = useState<Phone | null>(null);
  const queries = useQueryClient();

  const next = (given: Phone) => {
    setPhone(given);
    return undefined;
  };
  const change = async (newTicket: string) => {
    if (!ticket || !phone) return;
    const saved = await learnerClient.account.changeNumber({ ...phone, ticket, newTicket, ...thisDevice() });
    queries.setQueryData(["profile"], saved);
    queries.invalidateQueries({ queryKey: ["sessions"] });
    onChanged();
  };

  return (
    <Dialog title="Change number" onClose={onClose}>
      {ticket === null ? (
        <>
          <CodeStep
            phone={profile}
            action={{ text: "Next", run: async (proof) => setTicket(proof) }}
            cancel="Cancel"
            onClose={onClose}
          >
            Step 1 of 3. To confirm that it is you, we first send a code to your current number,
          </CodeStep>
          <p className="mt-4 text-s text-ink-2">
            If you no longer have this number, please call us on{" "}
            <a href={`tel:${institute.phone.replaceAll(" ", "")}`}>{institute.phone}</a>.
          </p>
        </>
      ) : phone === null ? (
        <NumberForm label="New mobile number" autoFocus onNext={next} onClose={onClose}>
          <p className="text-ink-2">Step 2 of 3. Enter your new number.</p>
        </NumberForm>
      ) : (
        <>
          <CodeStep
            key="new"
            phone={phone}
            action={{ text: "Change number", run: change }}
            cancel="Cancel"
            onClose={onClose}
          >
            Step 3 of 3. You will be signed out in all other browsers. We now send a code to
          </CodeStep>
          <MoreButton onClick={() => setPhone(null)}>Use another number</MoreButton>
        </>
      )}
    </Dialog>
  );
}
