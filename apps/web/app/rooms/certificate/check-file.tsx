import { useEffect, useRef, useState } from "react";
import { Button } from "../../ui/button.tsx";
import * as styles from "./check-file.module.css";

// Imported on each try: a failed load may succeed the next time.
const loadCheck = () => import("./file-check.tsx");
type FileCheck = Awaited<ReturnType<typeof loadCheck>>["FileCheck"];

/** Everything but the choice of a file comes later. */
export function CheckFile({ timeZone }: { timeZone: string }) {
  const field = useRef<HTMLInputElement>(null);
  const [files, setFiles] = useState<File[]>([]);
  const [loaded, setLoaded] = useState<{ Check?: FileCheck; isStuck?: boolean }>({});
  const { Check, isStuck } = loaded;

  function load() {
    setLoaded({});
    loadCheck().then(
      ({ FileCheck }) => setLoaded({ Check: FileCheck }),
      () => setLoaded({ isStuck: true }),
    );
  }

  function choose() {
    const chosen = [...(field.current?.files ?? [])];
    // Without this, choosing the same file again would fire no event.
    if (field.current) field.current.value = "";
    take(chosen);
  }

  function take(chosen: File[]) {
    if (chosen.length === 0) return;
    setFiles(chosen);
    if (!Check) load();
  }

  const isOver = useDrop(take);

  // A file may have been chosen before the page was React's.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, at the start.
  useEffect(choose, []);

  return (
    <section className={styles.check}>
      <h2>Or check a file</h2>
      <p className="text-ink-2">
        Were you sent a certificate as a file? Your browser checks it here: the file is not uploaded.
      </p>
      <p className={styles.withoutScripts}>
        To check a certificate that you have as a file, switch on JavaScript. The ID can be checked without it.
      </p>
      <label className={isOver ? `${styles.box} ${styles.over}` : styles.box}>
        <b className={styles.choose}>Choose a file</b>
        <span className={styles.drop}>or drop it here</span>
        <small>PDF, PNG, SVG or JSON</small>
        <input ref={field} type="file" multiple accept=".pdf,.json,.jwt,.txt,image/*" onChange={choose} />
      </label>
      {files.length > 0 && !Check ? (
        <p role="status">
          {isStuck ? "The check did not load. " : "Checking…"}
          {isStuck ? <Button onClick={load}>Try again</Button> : null}
        </p>
      ) : null}
      {files.length > 0 && Check ? <Check files={files} timeZone={timeZone} /> : null}
    </section>
  );
}

/** A file that is dropped beside the box would replace this page, so it is taken too. True while one is over the page. */
function useDrop(take: (files: File[]) => void): boolean {
  const [isOver, setOver] = useState(false);
  const latest = useRef(take);
  latest.current = take;
  useEffect(() => {
    const leaving = new AbortController();
    const on = (type: "dragover" | "dragleave" | "drop", react: (event: DragEvent) => void) =>
      document.addEventListener(type, react, leaving);
    on("dragover", (event) => {
      if (!event.dataTransfer?.types.includes("Files")) return;
      event.preventDefault();
      setOver(true);
    });
    on("dragleave", (event) => {
      // Without a next element, the pointer has left the window.
      if (event.relatedTarget === null) setOver(false);
    });
    on("drop", (event) => {
      if (!event.dataTransfer?.types.includes("Files")) return;
      event.preventDefault();
      setOver(false);
      latest.current([...event.dataTransfer.files]);
    });
    return () => leaving.abort();
  }, []);
  return isOver;
}
