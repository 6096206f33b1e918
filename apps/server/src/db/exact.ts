/**
 * `Given`, but a field that is not a column does not compile. Drizzle drops such a field silently, and TypeScript does not
 * look for excess fields in a spread. A query that stores a form takes this type:
 * `addEnquiry<Given extends NewEnquiry>(db: Db, values: Exact<NewEnquiry, Given>)`.
 */
export type Exact<Columns, Given extends Columns> = Given & { [Field in Exclude<keyof Given, keyof Columns>]: never };
