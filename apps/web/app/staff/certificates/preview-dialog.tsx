import type { AwardLearner } from "@shoreline/contract";
import { Dialog } from "../../ui/dialog.tsx";
import { Button, ButtonRow } from "../controls.tsx";
import { form } from "../forms.module.css";
import { LoadProblem } from "../load-problem.tsx";
import { Loading } from "../loading.tsx";
import { usePreview } from "./award-queries.ts";
import * as styles from "./preview-dialog.module.css";

type Props = { learner: AwardLearner; onIssue(): void; onClose(): void };

export function PreviewDialog({ learner: { purchaseId, name }, onIssue, onClose }: Props) {
  const { data, error, refetch } = usePreview(purchaseId);
  return (
    <Dialog title={`Certificate of ${name}`} isWide onClose={onClose}>
      <div className={form}>
        <p>As it will be printed; it gets its number when it is issued.</p>
        {error ? <LoadProblem what="The preview" error={error} onRetry={refetch} /> : null}
        {data ? <SheetPicture picture={data.picture} name={data.name} /> : null}
        {data || error ? null : <Loading lines={6} />}
        <ButtonRow>
          <Button onClick={onIssue}>Issue it</Button>
          <Button look="line" onClick={onClose}>
            Close
          </Button>
        </ButtonRow>
      </div>
    </Dialog>
  );
}

export function SheetPicture({ picture, name }: { picture: string; name: string }) {
  return (
    <img
      className={styles.sheet}
      src={`data:image/webp;base64,${picture}`}
      alt={`Certificate of completion of ${name}`}
      width="1400"
      height="990"
    />
  );
}
