import type { LeadTemplate } from "@shoreline/contract";
import { Link } from "react-router";
import { auditAddress } from "../audit/audit-filter.ts";
import { IconButton } from "../controls.tsx";
import { entry } from "../menu.module.css";
import { Menu, MenuAction } from "../menu.tsx";
import { may, useMe } from "../queries.ts";
import * as table from "../table.module.css";
import { contactKindText } from "./lead-template.ts";
import * as styles from "./lead-template-table.module.css";

type Props = {
  templates: LeadTemplate[];
  onChange(template: LeadTemplate): void;
  onRemove(template: LeadTemplate): void;
};

export function LeadTemplateTable({ templates, onChange, onRemove }: Props) {
  const maySeeLog = may(useMe(), "see audit log");
  if (templates.length === 0)
    return <p>There is no template yet. Write down once what you write again and again: press “New template”.</p>;
  return (
    <table className={`${table.table} ${table.rows}`}>
      <caption className="sr-only">Templates</caption>
      <thead>
        <tr>
          <th>Name</th>
          <th>For</th>
          <th>Text</th>
          <th className={table.end}>
            <span className="sr-only">More</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {templates.map((template) => (
          <tr key={template.templateId}>
            <td>
              <button
                type="button"
                className={styles.name}
                data-row={template.templateId}
                onClick={() => onChange(template)}
              >
                {template.name}
              </button>
            </td>
            <td className={styles.kind}>{contactKindText[template.kind]}</td>
            <td className={styles.text}>{[template.subject, template.text].filter(Boolean).join(": ")}</td>
            <td className={`${table.end} ${styles.more}`}>
              <Menu button={(props) => <IconButton {...props} icon="dots" label={`More for ${template.name}`} />}>
                <MenuAction onChoose={() => onChange(template)}>Change the template</MenuAction>
                <MenuAction onChoose={() => onRemove(template)}>Remove the template</MenuAction>
                {maySeeLog ? (
                  <Link to={auditAddress(template.templateId)} className={entry}>
                    History
                  </Link>
                ) : null}
              </Menu>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
