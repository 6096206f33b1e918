/** The slice "timetable" brings the real one. */
export async function tellOfChange(): Promise<void> {}
