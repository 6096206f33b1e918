import type { Lead } from "@shoreline/contract";
import { createClient } from "@shoreline/contract/client";
import type { MergeField } from "@shoreline/domain/inbox";
import { useQuery } from "@tanstack/react-query";
import { inboxClient } from "../client.ts";
import { useMe } from "../queries.ts";
import { leadsKey } from "./lead-queries.ts";

export const templatesKey = [...leadsKey, "templates"];

export function useTemplates() {
  return useQuery({ queryKey: templatesKey, queryFn: () => inboxClient.templates({}) });
}

const { site } = createClient((path, init) => fetch(path, init), { site: { read: "GET /site" } } as const);

/** What is not known stays as it is in the text, so that it is seen before it is sent. */
export function useMergeValues({ name, interest }: Pick<Lead, "name" | "interest">): Record<MergeField, string> {
  const me = useMe();
  const { data } = useQuery({ queryKey: ["site"], queryFn: () => site.read({}), staleTime: Number.POSITIVE_INFINITY });
  return {
    "first name": name.split(" ")[0] ?? name,
    name,
    course: interest || "{course}",
    institute: me.institute,
    phone: data?.institute.phone ?? "{phone}",
    counsellor: me.name,
  };
}
