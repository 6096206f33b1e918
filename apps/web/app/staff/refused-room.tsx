import type { StaffMe } from "@shoreline/contract";
import { ButtonLink } from "./controls.tsx";
import { role } from "./instead.module.css";
import { Instead } from "./instead.tsx";
import type { StaffRoom } from "./rooms.ts";
import { holdersText, rolesText } from "./words.ts";

/** A screen that somebody opened by its address, without the right to see it. */
export function RefusedRoom({ room, me }: { room: Pick<StaffRoom, "text" | "permission">; me: StaffMe }) {
  return (
    <Instead icon="lock" title={`“${room.text}” is for the ${holdersText(room.permission)}`}>
      <p>Your role does not allow this. If you need something from it, please ask an owner of the institute.</p>
      <p className={role}>Your role: {rolesText(me.roles)}.</p>
      <ButtonLink to="/staff/today">Go to Today</ButtonLink>
    </Instead>
  );
}
