import type { StaffMe } from "@shoreline/contract";
import { ButtonLink } from "./controls.tsx";
import { StaffIcon } from "./icon.tsx";
import * as styles from "./refused-room.module.css";
import type { StaffRoom } from "./rooms.ts";
import { holdersText, rolesText } from "./words.ts";

/** A screen that somebody opened by its address, without the right to see it. */
export function RefusedRoom({ room, me }: { room: StaffRoom; me: StaffMe }) {
  return (
    <section className={styles.refused}>
      <StaffIcon name="lock" />
      <div className={styles.text}>
        <h1>
          {room.text} is for the {holdersText(room.permission)}
        </h1>
        <p>Your role does not allow this. If you need something from it, please ask an owner of the institute.</p>
        <p className={styles.role}>Your role: {rolesText(me.roles)}.</p>
        <ButtonLink to="/staff">Back to the console</ButtonLink>
      </div>
    </section>
  );
}
