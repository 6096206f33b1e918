/** The weekly pattern of a batch: on which days, at what time, and how many classes in a row. */

export type WeeklySlot = {
  /** 0 is Sunday. */
  weekday: number;
  /** "09:30", in the institute's time zone. */
  from: string;
  /** Classes of 60 minutes, one after the other. */
  classes: number;
};
