import type { StaffMe } from "@shoreline/contract";
import { ApiError } from "@shoreline/contract/client";
import type { Permission } from "@shoreline/domain/staff";
import { useQuery } from "@tanstack/react-query";
import { useOutletContext } from "react-router";
import { keepMe, readKeptMe } from "./classes/kept-page.ts";
import { staffClient } from "./client.ts";
import { setZone } from "./when.ts";

export const meKey = ["me"];
export const peopleKey = ["people"];
export const devicesKey = ["devices"];

/** Who is signed in, and from then on the time zone of everything that is shown. Without a network: who was, on this phone. */
export async function readMe(): Promise<StaffMe> {
  const me = await staffClient.me({}).catch((error) => {
    const kept = error instanceof ApiError ? null : readKeptMe();
    if (!kept) throw error;
    return kept;
  });
  setZone(me.timeZone);
  if (may(me, "teach classes")) keepMe(me);
  return me;
}

/** Who is signed in. The shell shows a screen only once that is known. */
export function useMe(): StaffMe {
  return useOutletContext<StaffMe>();
}

export function may(me: StaffMe, permission: Permission): boolean {
  return me.permissions.includes(permission);
}

export function usePeople({ isWanted = true } = {}) {
  return useQuery({ queryKey: peopleKey, queryFn: () => staffClient.people({}), enabled: isWanted });
}

export function useDevices() {
  return useQuery({ queryKey: devicesKey, queryFn: () => staffClient.devices({}) });
}
