/** Who teaches when and where, and moving classes. */
export const timetable = {};
