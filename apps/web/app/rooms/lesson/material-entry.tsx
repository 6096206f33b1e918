import type { Material } from "@shoreline/contract";
import { sizeText } from "../../ui/file-list.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Snippet } from "../../ui/snippet.tsx";
import * as styles from "./material.module.css";

export function MaterialEntry({ one }: { one: Material }) {
  if (one.kind === "snippet")
    return (
      <li className={styles.entry}>
        <h3 className={styles.name}>
          <bdi>{one.name}</bdi>
        </h3>
        <Snippet name={one.name} text={one.text} language={one.language} />
      </li>
    );
  return <li className={styles.entry}>{one.kind === "file" ? <FileLink one={one} /> : <OtherSite one={one} />}</li>;
}

/** Pictures and PDFs open in a tab of their own; the server sends everything else to be saved. */
function FileLink({ one: { name, url, bytes, isShown } }: { one: Material }) {
  const inTab = isShown ? { target: "_blank", rel: "noreferrer" } : { download: "" };
  return (
    <a className={styles.link} href={url} {...inTab}>
      <Icon name={isShown ? "eye" : "download"} />
      <span className={styles.words}>
        <bdi>{name}</bdi>
        <span className={styles.about}>
          {sizeText(bytes ?? 0)}
          {isShown ? ", opens in a new tab" : ", is saved"}
        </span>
      </span>
    </a>
  );
}

function OtherSite({ one: { name, url } }: { one: Material }) {
  return (
    <a className={styles.link} href={url} target="_blank" rel="nofollow noopener noreferrer">
      <Icon name="external" />
      <span className={styles.words}>
        <bdi>{name}</bdi>
        <span className={styles.about}>{hostOf(url)}, opens in a new tab</span>
      </span>
    </a>
  );
}

function hostOf(url: string): string {
  return URL.parse(url)?.host ?? "";
}
