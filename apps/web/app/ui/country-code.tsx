import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import * as styles from "./country-code.module.css";
import { Input } from "./field.tsx";
import { Icon } from "./icon.tsx";
import { useDismiss } from "./use-dismiss.ts";

type Country = { name: string; code: string; dial_code: string };

type Props = {
  countries: Country[];
  value: string;
  onChange(country: Country): void;
  onOpen?(): void;
  problem: string | undefined;
};

/** Every country with flag and dial code; typing filters them by name, letters or digits. `value` is a two-letter code. */
export function CountryCode({ countries, value, onChange, onOpen, problem }: Props) {
  const [isOpen, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const chosen = countries.find(({ code }) => code === value);

  // The list itself handles Escape.
  useDismiss({ box, isOpen, onDismiss: (how) => how === "outside" && setOpen(false) });

  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  return (
    <div ref={box} className="flex flex-none">
      <button
        ref={button}
        type="button"
        className={styles.button}
        aria-haspopup="listbox"
        aria-expanded={isOpen}
        aria-label={`Country code: ${chosen?.name ?? value} ${chosen?.dial_code ?? ""}`}
        onKeyDown={(event) => {
          if (event.key !== "ArrowDown") return;
          event.preventDefault();
          setOpen(true);
          onOpen?.();
        }}
        onClick={() => {
          setOpen(!isOpen);
          onOpen?.();
        }}
      >
        <Flag code={value} />
        {chosen?.dial_code} <Icon name="down" />
      </button>
      {isOpen ? (
        <CountryList
          countries={countries}
          value={value}
          problem={problem}
          onClose={close}
          onChoose={(country) => {
            onChange(country);
            close();
          }}
        />
      ) : null}
    </div>
  );
}

function Flag({ code }: { code: string }) {
  return <img src={`/flags/${code}.svg`} alt="" width="24" height="16" loading="lazy" className={styles.flag} />;
}

type ListProps = {
  countries: Country[];
  value: string;
  problem: string | undefined;
  onClose(): void;
  onChoose(country: Country): void;
};

function CountryList({ countries, value, problem, onClose, onChoose }: ListProps) {
  const id = useId();
  const [text, setText] = useState("");
  const shown = findCountries(countries, text);
  const [at, setAt] = useState(() => countries.findIndex(({ code }) => code === value));
  const current = shown[Math.min(Math.max(at, 0), shown.length - 1)];
  const list = useRef<HTMLDivElement>(null);
  const search = useRef<HTMLInputElement>(null);

  useEffect(() => {
    search.current?.focus();
  }, []);
  // Not scrollIntoView, which would scroll the page behind too.
  useEffect(() => {
    const option = current && document.getElementById(`${id}-${current.code}`);
    // Keeps two whole rows above it visible.
    const first = option?.previousElementSibling?.previousElementSibling ?? list.current?.firstElementChild;
    if (list.current && first instanceof HTMLElement) list.current.scrollTop = first.offsetTop;
  }, [id, current]);

  const onKey = (event: KeyboardEvent) => {
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 };
    const step = steps[event.key];
    const index = current ? shown.indexOf(current) : 0;
    if (step) setAt(Math.min(Math.max(index + step, 0), shown.length - 1));
    else if (event.key === "Enter" && current) onChoose(current);
    else if (event.key === "Escape") onClose();
    else return;
    // Enter would submit the form, Escape would close the dialog around the list.
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <div className={styles.list}>
      <Input
        ref={search}
        type="search"
        placeholder="Country or code"
        role="combobox"
        aria-label="Search countries"
        aria-expanded="true"
        aria-controls={id}
        aria-autocomplete="list"
        aria-activedescendant={current ? `${id}-${current.code}` : undefined}
        autoComplete="off"
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setAt(0);
        }}
        onKeyDown={onKey}
      />
      <div ref={list} id={id} role="listbox" tabIndex={-1} aria-label="Countries">
        {shown.map((country) => (
          <div
            key={country.code}
            id={`${id}-${country.code}`}
            role="option"
            tabIndex={-1}
            aria-selected={country === current}
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => onChoose(country)}
            onKeyDown={onKey}
          >
            <Flag code={country.code} />
            <span className="grow">{country.name}</span>
            <span className="tabular-nums">{country.dial_code}</span>
            {country.code === value ? (
              <>
                <Icon name="check" />
                <span className="sr-only">, chosen</span>
              </>
            ) : null}
          </div>
        ))}
      </div>
      <p role="status" className="px-3 pb-2 text-s text-ink-2">
        {problem ?? (shown.length === 0 ? "No country found." : "")}
      </p>
    </div>
  );
}

/** Common names of countries whose official name is longer. */
const otherNames: Record<string, string> = { uk: "GB", usa: "US", uae: "AE" };

/** An exact country code comes first: IN is India, not the Indian Ocean. */
function findCountries(countries: Country[], text: string): Country[] {
  const letters = text.trim().toLowerCase();
  const code = otherNames[letters] ?? letters.toUpperCase();
  const named = countries.find((country) => country.code === code);
  const meant = countries.filter((country) => country !== named && isMeant(country, text));
  return named ? [named, ...meant] : meant;
}

/** Matches the start of any word of the name, and digits with or without a plus. */
function isMeant({ name, dial_code }: Country, text: string): boolean {
  const wanted = plain(text.trim());
  if (wanted === "") return true;
  if (/^\+?\d+$/.test(wanted)) return dial_code.slice(1).startsWith(wanted.replace("+", ""));
  const known = plain(name);
  return known.startsWith(wanted) || known.includes(` ${wanted}`) || known.includes(`’${wanted}`);
}

/** Removes accents, so that Cote finds Côte d’Ivoire. */
function plain(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}
