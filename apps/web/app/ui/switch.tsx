import * as styles from "./switch.module.css";

type Props = {
  label: string;
  /** Tells switches with the same label apart, for screen readers. */
  says: string;
  isOn: boolean;
  onChange(isOn: boolean): void;
};

/** A setting that takes effect at once. */
export function Switch({ label, says, isOn, onChange }: Props) {
  return (
    <label className={styles.setting}>
      <input type="checkbox" checked={isOn} onChange={(event) => onChange(event.target.checked)} />
      <span>
        {label} <span className="sr-only">{says}</span>
      </span>
    </label>
  );
}
