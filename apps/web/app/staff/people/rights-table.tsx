import { mayDo, permissionGroups, staffRoles } from "@shoreline/domain/staff";
import { PageSection } from "../page-head.tsx";
import * as table from "../table.module.css";
import { capitalise } from "../words.ts";
import * as styles from "./rights-table.module.css";

/** What each role may do, from the same rules that the server asks. */
export function RightsTable() {
  return (
    <PageSection id="rights" title="What each role can do">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table scrolls in itself, by keys too. */}
      <section className={`${table.scroll} ${styles.rights}`} tabIndex={0} aria-label="What each role can do, table">
        <table className={table.table}>
          <thead>
            <tr>
              <th>Area</th>
              {staffRoles.map((role) => (
                <th key={role}>{capitalise(role)}</th>
              ))}
            </tr>
          </thead>
          {Object.entries(permissionGroups).map(([group, permissions]) => (
            <tbody key={group}>
              <tr>
                <th scope="rowgroup" colSpan={staffRoles.length + 1} className={styles.group}>
                  <span>{group}</span>
                </th>
              </tr>
              {permissions.map((permission) => (
                <tr key={permission}>
                  <th scope="row" className={styles.right}>
                    {capitalise(permission)}
                  </th>
                  {staffRoles.map((role) => (
                    <td key={role}>{mayDo([role], permission) ? "Yes" : <No />}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          ))}
        </table>
      </section>
    </PageSection>
  );
}

function No() {
  return (
    <span className={table.dim} role="img" aria-label="No">
      –
    </span>
  );
}
