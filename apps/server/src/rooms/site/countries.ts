import { createRequire } from "node:module";
import path from "node:path";
import type { Country } from "@shoreline/contract";
import { getCountries, getCountryCallingCode } from "libphonenumber-js/min";

const names = new Intl.DisplayNames(["en"], { type: "region" });

/** Every country with a calling code, sorted by name. Its flag is at /flags/{code}.svg. */
export const countries: Country[] = getCountries()
  .map((code) => ({ name: names.of(code) ?? code, code, dial_code: `+${getCountryCallingCode(code)}` }))
  .sort((a, b) => a.name.localeCompare(b.name, "en"));

const require = createRequire(import.meta.url);

/** The flags are single files, because a page shows only a few of them. */
export const flagsFolder = path.dirname(require.resolve("country-flag-icons/3x2/flags.css"));
