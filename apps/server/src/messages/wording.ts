/** DLT, the register of the Indian operators, allows so many characters in each slot. */
const slotLength = 30;

const gsmCharacters = new Set(
  "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà",
);
/** These take the place of two. */
const gsmExtension = new Set("^{}\\[~]|€");

/** How many of the 160 characters of an SMS a text takes; null when it has others, so that only 70 fit. */
export function gsmLength(text: string): number | null {
  let length = 0;
  for (const character of text) {
    if (gsmExtension.has(character)) length += 2;
    else if (gsmCharacters.has(character)) length += 1;
    else return null;
  }
  return length;
}

const plainer: Record<string, string> = {
  "‘": "'",
  "’": "'",
  "“": '"',
  "”": '"',
  "…": "...",
  "₹": "Rs ",
  "<": "",
  ">": "",
};

/** One line without the characters that operators refuse. Letters of all scripts stay, symbols and emoji go. */
export function cleanValue(value: string): string {
  const characters = Array.from(value.normalize("NFC"), (character) => plainer[character] ?? toGsm(character));
  return characters.join("").replace(/\s+/g, " ").trim() || "-";
}

function toGsm(character: string): string {
  if (/\s/.test(character)) return " ";
  if (gsmCharacters.has(character) || gsmExtension.has(character)) return character;
  if (/\p{Pd}/u.test(character)) return "-";
  const base = character.normalize("NFD").replace(/\p{M}/gu, "");
  if (base !== "" && [...base].every((part) => gsmCharacters.has(part))) return base;
  return /[\p{L}\p{M}\p{N}]/u.test(character) ? character : "";
}

type SlotValues = Record<string, string>;

/** `{course}{course}` are two slots next to each other, for a value of up to 60 characters. */
const slots = /(\{(\w+)\})\1*/g;

/** Fills a registered wording. `fixed` are parts of the wording, `values` go into slots. */
export function fillWording(text: string, { fixed, values }: { fixed: SlotValues; values: SlotValues }): string {
  return text.replace(slots, (run: string, slot: string, name: string) => {
    const value = values[name];
    return value === undefined
      ? cleanValue(fixed[name] ?? "")
      : shorten(value, (run.length / slot.length) * slotLength);
  });
}

/** The value of each slot by name; the second slot of `{course}{course}` is `course2`. */
export function slotValues(text: string, values: SlotValues): SlotValues {
  const filled: SlotValues = {};
  for (const [run, slot = "", name = ""] of text.matchAll(slots)) {
    const value = values[name];
    if (value === undefined) continue;
    const count = run.length / slot.length;
    const characters = [...shorten(value, count * slotLength)];
    for (let n = 0; n < count; n++)
      filled[n === 0 ? name : `${name}${n + 1}`] = characters.slice(n * slotLength, (n + 1) * slotLength).join("");
  }
  return filled;
}

function shorten(value: string, most: number): string {
  const characters = [...cleanValue(value)];
  if (characters.length <= most) return characters.join("");
  return `${characters
    .slice(0, most - 2)
    .join("")
    .trimEnd()}..`;
}
