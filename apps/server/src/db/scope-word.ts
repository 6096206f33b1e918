/** The word by which an index of texts knows a batch or a course: the tables write the same in SQL. */
export const scopeWord = (id: string) => `s${id.replaceAll("-", "")}`;
