import type { Api, AwardDesign, Input } from "@shoreline/contract";
import { certificateTemplates } from "@shoreline/domain/certificate";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type ChangeEvent, type FormEvent, useRef, useState } from "react";
import { focusFirstFault } from "../../ui/field.tsx";
import { awardClient } from "../client.ts";
import { Button, ButtonRow, Field } from "../controls.tsx";
import { choice, choices, form, more } from "../forms.module.css";
import { LoadProblem } from "../load-problem.tsx";
import { Loading } from "../loading.tsx";
import { TaskProblem } from "../task-problem.tsx";
import { useSettled } from "../use-settled.ts";
import { useTask } from "../use-task.ts";
import { awardKey } from "./award-queries.ts";
import { templateTexts } from "./award-words.ts";
import * as styles from "./design-form.module.css";
import { SheetPicture } from "./preview-dialog.tsx";
import { readSignatureFile } from "./signature-file.ts";

type Written = Input<Api["award"]["previewDesign"]>;
type Props = { design: AwardDesign; onSaved(design: AwardDesign): void };

/** The sample beside it follows what is chosen. */
export function DesignForm({ design, onSaved }: Props) {
  const task = useTask();
  const [template, setTemplate] = useState(design.template);
  const [name, setName] = useState(design.signatory?.name ?? "");
  const [designation, setDesignation] = useState(design.signatory?.designation ?? "");
  const [signature, setSignature] = useState<string>("keep");
  const file = useRef<HTMLInputElement>(null);
  const hasOwn = name.trim() !== "" || designation.trim() !== "";
  const written: Written = { template, signatory: hasOwn ? { name, designation } : null, signature };
  const hasSignature = signature === "keep" ? design.hasSignature : signature !== "none";
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const [picture] = event.target.files ?? [];
    if (picture) task.run(async () => setSignature(await readSignatureFile(picture)));
    // The same file can be chosen again after a refusal.
    event.target.value = "";
  };
  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const box = event.currentTarget;
    await task.run(async () => onSaved(await awardClient.saveDesign({ ...written, version: design.version })));
    focusFirstFault(box);
  };
  const usual = design.instituteSignatory;
  return (
    <div className={styles.split}>
      <form className={form} onSubmit={save} noValidate>
        <fieldset className={choices}>
          <legend>Template</legend>
          {certificateTemplates.map((one) => (
            <label key={one} className={choice}>
              <input type="radio" name="template" checked={template === one} onChange={() => setTemplate(one)} />
              <span>{templateTexts[one].name}</span>
              <span className={more}>{templateTexts[one].about}</span>
            </label>
          ))}
        </fieldset>
        <Field
          label={`Signatory${usual ? ` (empty: ${usual.name})` : " (empty: the institute)"}`}
          maxLength={100}
          autoComplete="off"
          value={name}
          error={task.fields["signatory.name"]}
          onChange={(event) => setName(event.target.value)}
        />
        <Field
          label={`Designation${usual ? ` (empty: ${usual.designation})` : ""}`}
          maxLength={100}
          autoComplete="off"
          value={designation}
          error={task.fields["signatory.designation"]}
          onChange={(event) => setDesignation(event.target.value)}
        />
        <div className={choices}>
          <p>
            {hasSignature ? "The signature is printed above the name." : "No signature is printed."} PNG or JPEG, at
            most 1 MB; best on a transparent ground.
          </p>
          <input
            ref={file}
            type="file"
            accept="image/png,image/jpeg"
            aria-label="Signature file"
            className="sr-only"
            tabIndex={-1}
            onChange={choose}
          />
          {task.fields.signature ? <p role="alert">{task.fields.signature}</p> : null}
          <ButtonRow>
            <Button look="line" onClick={() => file.current?.click()}>
              {hasSignature ? "Choose another signature" : "Choose a signature"}
            </Button>
            {hasSignature ? (
              <Button look="line" onClick={() => setSignature("none")}>
                Remove the signature
              </Button>
            ) : null}
          </ButtonRow>
        </div>
        <TaskProblem task={task} />
        <ButtonRow>
          <Button type="submit" isBusy={task.isBusy}>
            Save the design
          </Button>
        </ButtonRow>
      </form>
      <Sample written={written} />
    </div>
  );
}

function Sample({ written }: { written: Written }) {
  // While one of the two is still empty, the institute's stands there.
  const isWhole = written.signatory?.name.trim() && written.signatory.designation.trim();
  const settled = useSettled(JSON.stringify({ ...written, signatory: isWhole ? written.signatory : null }));
  const { data, error, refetch } = useQuery({
    queryKey: [...awardKey, "sample", settled],
    queryFn: () => awardClient.previewDesign(JSON.parse(settled) as Written),
    placeholderData: keepPreviousData,
  });
  return (
    <section aria-label="Sample" className={styles.sample}>
      {error ? <LoadProblem what="The sample" error={error} onRetry={refetch} /> : null}
      {data ? <SheetPicture picture={data.picture} name={data.name} /> : error ? null : <Loading lines={6} />}
    </section>
  );
}
