import type { Country } from "@shoreline/contract";
import { useEffect, useState } from "react";
import { browserClient } from "../../lib/api.ts";
import { withRetries } from "../../lib/retry.ts";

export const atHome: Country = { name: "India", code: "IN", dial_code: "+91" };

/** India is there from the start; the other countries load with the form, and again when the list is opened. */
export function useCountries() {
  const [countries, setCountries] = useState<Country[]>([atHome]);
  const [problem, setProblem] = useState<string>();
  const ask = () => {
    if (countries.length > 1) return;
    setProblem(undefined);
    withRetries(() => browserClient.site.countries({})).then(setCountries, (error) => {
      console.warn(error);
      setProblem("The other countries could not be loaded. Close this list and open it again.");
    });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, with the form.
  useEffect(ask, []);
  return { countries, problem, ask };
}
