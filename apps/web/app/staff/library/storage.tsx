import { useState } from "react";
import { sizeText } from "../../ui/file-list.tsx";
import { Message } from "../../ui/message.tsx";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import { counted } from "../classes/class-words.ts";
import { LoadProblem } from "../load-problem.tsx";
import { Loading } from "../loading.tsx";
import { BackLink, PageHead, PageSection } from "../page-head.tsx";
import * as table from "../table.module.css";
import { KeepFilesForm } from "./keep-files-form.tsx";
import { type StorageNow, useRefreshLibrary, useStorage } from "./library-queries.ts";
import * as styles from "./storage.module.css";
import { StorageForm } from "./storage-form.tsx";

/** What files of lessons take, what they may take, and when they go. */
export default function Storage() {
  const { data, error, refetch } = useStorage();
  const refresh = useRefreshLibrary();
  const [news, setNews] = useState("");
  const saved = async (text: string) => {
    await refresh();
    setNews(text);
  };
  return (
    <>
      <BackLink to="/staff/library">Library</BackLink>
      <PageHead title="Storage and old files" about="How much room files take, and when they go." />
      <Message notice={news ? { kind: "done", text: news } : null} onDismiss={() => setNews("")} />
      {error ? <LoadProblem what="The storage" error={error} onRetry={refetch} /> : null}
      {data || error ? null : <Loading />}
      {data ? (
        <>
          <Taken storage={data} />
          <KeepFilesForm key={`keep ${data.version}`} storage={data} onSaved={saved} onReload={refetch} />
          <StorageForm key={`limits ${data.version}`} storage={data} onSaved={saved} onReload={refetch} />
        </>
      ) : null}
    </>
  );
}

function Taken({ storage }: { storage: StorageNow }) {
  const { bytes, courses, isMore, courseGigabytes, instituteGigabytes } = storage;
  const text = `${bytes > 0 ? sizeText(bytes) : "Nothing"} of ${instituteGigabytes} GB`;
  return (
    <PageSection id="taken" title="Space used" count={text}>
      <ProgressBar value={bytes} max={instituteGigabytes * 1024 ** 3} label="Space that all files use" />
      {courses.length > 0 ? (
        <table className={table.table}>
          <caption className="sr-only">Space used by course, the largest first</caption>
          <thead>
            <tr>
              <th>Course</th>
              <th>Share of {courseGigabytes} GB</th>
              <th className={table.end}>Space</th>
            </tr>
          </thead>
          <tbody>
            {courses.map((one) => (
              <tr key={one.courseId}>
                <td className={styles.course}>
                  {one.name}
                  <span className={styles.files}>{counted(one.files, "file")}</span>
                </td>
                <td className={styles.bar}>
                  <ProgressBar value={one.bytes} max={courseGigabytes * 1024 ** 3} label={`Share of ${one.name}`} />
                </td>
                <td className={table.end}>{sizeText(one.bytes)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : (
        <p>No file was uploaded yet.</p>
      )}
      {isMore ? <p>These {courses.length} courses use the most space. Others have files too.</p> : null}
    </PageSection>
  );
}
