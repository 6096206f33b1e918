/**
 * `Given`, without fields that are no column: those fail to compile. Drizzle drops them silently, and TypeScript does not look
 * for excess fields in a spread. Queries that store a form ask for this:
 * `add<Given extends NewRow>(db: Db, values: Exact<NewRow, Given>)`.
 */
export type Exact<Columns, Given extends Columns> = Given & { [Field in Exclude<keyof Given, keyof Columns>]: never };
