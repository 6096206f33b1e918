import { type Colours, isUsual, palette, usualColours } from "@shoreline/domain/brand";

/** What a document keeps of the brand on the day of its issue. */
export type PrintedBrand = {
  colours: Colours;
  icon: string | null;
  scene: "coast" | "none";
  /** Addresses. Documents from before logos were printed have none. */
  logo?: { light: string; dark: string | null } | null;
};

/** What stands at the head of a document: the logo of the institute, or its icon beside its name. All are PNG. */
export type Letterhead = {
  /** The icon. Without one the product's own is drawn. */
  mark: Uint8Array | null;
  logo: Uint8Array | null;
  /** For dark ground. */
  logoOnDeep: Uint8Array | null;
};

export type Look = Letterhead & {
  colours: ReturnType<typeof printColours>;
  hasSea: boolean;
};

const noLetterhead: Letterhead = { mark: null, logo: null, logoOnDeep: null };

/** A document from before there were brands looks as it did then. */
export function printLook(brand: PrintedBrand | undefined, letterhead = noLetterhead): Look {
  const { colours, scene } = brand ?? { colours: usualColours, scene: "coast" };
  return { colours: printColours(colours), ...letterhead, hasSea: scene === "coast" };
}

/** The light theme of the site on white paper. */
function printColours(colours: Colours) {
  const { light } = palette(colours);
  return {
    ink: light.ink,
    inkSoft: light["ink-2"],
    inkFaint: light["ink-3"],
    rule: light.rule,
    deep: light.deep,
    onDeep: light["on-deep"],
    onDeepSoft: light["on-deep-2"],
    sea: light.sea,
    sun: light.sun,
    sky: light["art-sky"],
    cloud: light["art-cloud"],
    coral: isUsual(colours) ? "#e65a3c" : light.sun,
  };
}

const looks = new WeakMap<PDFKit.PDFDocument, Look>();
const usual = printLook(undefined);

export function setLook(doc: PDFKit.PDFDocument, look: Look): void {
  looks.set(doc, look);
}

/** Every part of a document is drawn in the look of the whole. */
export function lookOf(doc: PDFKit.PDFDocument): Look {
  return looks.get(doc) ?? usual;
}
