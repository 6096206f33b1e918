import { ButtonLink } from "./controls.tsx";
import { Instead } from "./instead.tsx";

/** An address below `/staff` at which there is nothing. */
export function NoSuchPage() {
  return (
    <Instead icon="search" title="This page does not exist">
      <p>The address may be mistyped, or the page may have moved.</p>
      <ButtonLink to="/staff/today">Go to Today</ButtonLink>
    </Instead>
  );
}
