import { useEffect, useId, useReducer, useRef, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { ButtonLabel } from "../../ui/button-label.tsx";
import { Icon } from "../../ui/icon.tsx";
import { hasPicture, PictureCircle } from "./picture-circle.tsx";
import * as styles from "./picture-upload.module.css";
import {
  findInterrupted,
  idleUpload,
  isHeic,
  nextUploadState,
  type Sending,
  sendPicture,
  type UploadState,
  unreadableHeic,
  whyNoPicture,
} from "./upload.ts";

type Props = {
  picture: string;
  initial: string;
  /** The value of the header at this moment: `Bearer …`, or `Ticket …` before the registration. */
  authorization(): string;
  onChange(address: string): void;
  onBusyChange?(isBusy: boolean): void;
};

/** The profile picture, and the controls to upload another one. */
export function PictureUpload({ picture, initial, authorization, onChange, onBusyChange }: Props) {
  const [state, dispatch] = useReducer(nextUploadState, idleUpload);
  const [interrupted, setInterrupted] = useState<string | null>(null);
  const sending = useRef<Sending | null>(null);
  const latestFile = useRef<File | null>(null);
  const [isPreparing, setPreparing] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  // The form around may change during the upload.
  const latest = useRef({ authorization, onChange, onBusyChange });
  latest.current = { authorization, onChange, onBusyChange };
  const id = useId();
  const isBusy = state.step === "running" || state.step === "paused";

  useEffect(() => {
    setInterrupted(readInterrupted());
    return () => sending.current?.leave();
  }, []);
  useEffect(() => {
    latest.current.onBusyChange?.(isBusy);
  }, [isBusy]);
  useFocusAcross(root, isBusy);

  async function convert(heic: File) {
    latestFile.current = heic;
    setPreparing(true);
    const loaded = await import("./heic.ts").catch(() => null);
    const jpeg = await loaded?.heicToJpeg(heic);
    // Meanwhile another picture may have been chosen.
    if (latestFile.current !== heic) return;
    setPreparing(false);
    if (jpeg) send(jpeg);
    else if (loaded) dispatch({ type: "fail", text: unreadableHeic, isFinal: true });
    else dispatch({ type: "fail", text: "The picture could not be prepared. Please try again." });
  }

  function send(chosen: File) {
    sending.current?.leave();
    setInterrupted(null);
    setPreparing(false);
    latestFile.current = chosen;
    const fault = whyNoPicture(chosen);
    if (fault) return dispatch({ type: "fail", text: fault, isFinal: true });
    dispatch({ type: "start" });
    sending.current = sendPicture(chosen, {
      authorization: () => latest.current.authorization(),
      onEvent: dispatch,
      onDone: (address) => latest.current.onChange(address),
    });
  }

  const start = (chosen: File) => (isHeic(chosen) ? convert(chosen) : send(chosen));
  const act = (type: "pause" | "resume" | "cancel") => () => {
    sending.current?.[type]();
    dispatch({ type });
  };

  return (
    <div ref={root} className={styles.upload} data-step={state.step}>
      <PictureCircle picture={picture} initial={initial} percent={isBusy ? state.percent : null} />
      <div className={styles.side}>
        {isBusy ? (
          <div className={styles.buttons}>
            <Button
              look="line"
              worksWithoutScript
              onClick={act(state.step === "paused" ? "resume" : "pause")}
              data-first
            >
              <Icon name={state.step === "paused" ? "play" : "pause"} />
              {state.step === "paused" ? "Resume" : "Pause"}
            </Button>
            <Button look="line" worksWithoutScript onClick={act("cancel")}>
              <Icon name="x" />
              Cancel
            </Button>
          </div>
        ) : (
          <div className={styles.buttons}>
            <input
              id={id}
              type="file"
              accept="image/*,.heic,.heif"
              className="sr-only"
              aria-describedby={`${id}-hint`}
              data-first
              onChange={({ currentTarget }) => {
                const [chosen] = currentTarget.files ?? [];
                // Without this, choosing the same file again would fire no change event.
                currentTarget.value = "";
                if (chosen) start(chosen);
              }}
            />
            <ButtonLabel htmlFor={id} look="line">
              {hasPicture(picture) ? "Change picture" : "Choose a picture"}
            </ButtonLabel>
            {state.step === "error" && state.canRetry ? (
              <Button worksWithoutScript onClick={() => latestFile.current && start(latestFile.current)}>
                Try again
              </Button>
            ) : null}
          </div>
        )}
        <p id={`${id}-hint`} className={styles.hint}>
          {interrupted
            ? `The upload of “${interrupted}” was interrupted. Choose the same picture again to continue where it stopped.`
            : "JPEG, PNG, WebP, GIF or AVIF, at most 15 MB."}
        </p>
        {isPreparing ? <p role="status">Preparing the picture…</p> : <NoticeContent state={state} />}
      </div>
    </div>
  );
}

/** Shown at once, but announced at most every few seconds: nobody wants to hear a hundred numbers. */
function NoticeContent({ state }: { state: UploadState }) {
  const text = textOf(state);
  const said = useCalmly(state.step === "error" ? "" : text, 4000);
  return (
    <>
      <div role="alert">
        {state.step === "error" ? (
          <p className={styles.told} data-step="error">
            <Icon name="warn" />
            {text}
          </p>
        ) : null}
      </div>
      {state.step === "error" ? null : (
        <p className={styles.told} data-step={state.step} aria-hidden="true">
          {state.step === "success" ? <Icon name="check" /> : null}
          {text}
        </p>
      )}
      <p className="sr-only" role="status">
        {said}
      </p>
    </>
  );
}

function textOf({ step, percent, isWaiting, text }: UploadState): string {
  if (step === "running" && isWaiting) return "The connection is lost. The upload continues when it is back.";
  if (step === "running") return percent < 100 ? `Uploading, ${percent} %` : "Uploaded. The picture is being prepared.";
  if (step === "paused") return `Paused at ${percent} %`;
  if (step === "success") return "Your picture has been uploaded.";
  if (step === "canceled") return "The upload was cancelled.";
  return text;
}

function useCalmly(text: string, everyMs: number): string {
  const [said, setSaid] = useState("");
  const saidAt = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    const say = () => {
      saidAt.current = performance.now();
      setSaid(text);
    };
    const timer = setTimeout(say, Math.max(0, saidAt.current + everyMs - performance.now()));
    return () => clearTimeout(timer);
  }, [text, everyMs]);
  return said;
}

/** When the controls change and one of them had the focus, moves the focus to the first new one. */
function useFocusAcross(root: { current: HTMLElement | null }, isBusy: boolean) {
  const wasInside = useRef(false);
  useEffect(() => {
    const note = ({ target }: FocusEvent) => {
      wasInside.current = root.current?.contains(target as Node) ?? false;
    };
    document.addEventListener("focusin", note);
    return () => document.removeEventListener("focusin", note);
  }, [root]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the step changes.
  useEffect(() => {
    if (wasInside.current && document.activeElement === document.body)
      root.current?.querySelector<HTMLElement>("[data-first]")?.focus({ preventScroll: true });
  }, [isBusy, root]);
}

function readInterrupted(): string | null {
  try {
    return findInterrupted(localStorage, Date.now());
  } catch {
    return null;
  }
}
