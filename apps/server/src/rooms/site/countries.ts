import { createRequire } from "node:module";
import path from "node:path";
import type { Country } from "@shoreline/contract";
import { getCountries, getCountryCallingCode } from "libphonenumber-js/min";

const names = new Intl.DisplayNames(["en"], { type: "region" });

/** Every country that has telephones, by name. Its flag is at /flags/{code}.svg. */
export const countries: Country[] = getCountries()
  .map((code) => ({ name: names.of(code) ?? code, code, dial_code: `+${getCountryCallingCode(code)}` }))
  .sort((a, b) => a.name.localeCompare(b.name, "en"));

const require = createRequire(import.meta.url);
/** Served as pictures, one by one: a page shows a handful of them at a time. */
export const flagsFolder = path.dirname(require.resolve("country-flag-icons/3x2/flags.css"));
