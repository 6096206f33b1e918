import { eq, type InferInsertModel } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import { asJson, type ContentKind, type Values } from "./kind.ts";

type TableKind<T extends PgTable> = Omit<ContentKind, "list" | "add" | "change" | "remove" | "isDocument"> & {
  table: T;
  key: keyof InferInsertModel<T> & string;
  fields: (keyof InferInsertModel<T> & string)[];
  /** The fields that are moments. */
  moments?: string[];
  /** What an item gets when it is added, unless the files say otherwise. */
  defaults?(): Values;
};

/** A kind whose items are the rows of one table. */
export function tableKind<T extends PgTable>(kind: TableKind<T>): ContentKind {
  const { table, key, fields, moments = [], defaults, ...rest } = kind;
  const keyColumn = (table as unknown as Record<string, PgColumn>)[key] as PgColumn;
  const toRow = (values: Values) =>
    Object.fromEntries(
      Object.entries(values).map(([field, value]) => [
        field,
        moments.includes(field) ? new Date(String(value)) : value,
      ]),
    );
  return {
    ...rest,
    async list(db) {
      const rows: Values[] = await db.select().from(table as PgTable);
      return new Map(
        rows.map((row) => [String(row[key]), asJson(Object.fromEntries(fields.map((one) => [one, row[one]])))]),
      );
    },
    async add(db, id, values) {
      await db.insert(table).values({ ...toRow({ ...defaults?.(), ...values }), [key]: id } as InferInsertModel<T>);
    },
    async change(db, id, values) {
      await db
        .update(table as PgTable)
        .set(toRow(values))
        .where(eq(keyColumn, id));
    },
    async remove(db, id) {
      await db.delete(table).where(eq(keyColumn, id));
    },
  };
}
