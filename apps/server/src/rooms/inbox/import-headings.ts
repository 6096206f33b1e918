import type { ImportCheck } from "@shoreline/contract";
import type { ImportColumn } from "@shoreline/domain/inbox";

/** Headings as people write them, in small letters and without signs. */
const headings: Record<ImportColumn, string[]> = {
  name: ["name", "full name", "student", "student name", "lead", "lead name", "candidate", "candidate name"],
  number: [
    ...["mobile", "mobile number", "mobile no", "phone", "phone number", "phone no", "number"],
    ...["contact", "contact number", "contact no", "whatsapp", "whatsapp number", "whatsapp no"],
  ],
  email: ["e mail", "email", "mail", "e mail address", "email address", "e mail id", "email id", "mail id"],
  interest: ["course", "course name", "interest", "interested in", "asked about"],
  note: ["note", "notes", "remark", "remarks", "comment", "comments"],
  tags: ["tag", "tags"],
  campaign: ["campaign", "source"],
};
const fields = new Map(
  Object.entries(headings).flatMap(([field, names]) => names.map((name) => [name, field as ImportColumn] as const)),
);
const longestHeading = 60;

/** Which heading is what. Of two headings for the same the first counts, and the other is not imported. */
export function fieldsOf(cells: string[]): ImportCheck["columns"] {
  const taken = new Set<ImportColumn>();
  return cells.map((cell) => {
    const field = fields.get(
      cell
        .toLowerCase()
        .replace(/[^a-z0-9]+/g, " ")
        .trim(),
    );
    const isFree = field && !taken.has(field);
    if (isFree) taken.add(field);
    return { heading: [...cell.trim()].slice(0, longestHeading).join(""), field: isFree ? field : null };
  });
}
