import { defineRoom } from "../../room.ts";
import { readCourseChoice } from "../course/choose.ts";
import { countClasses, listClasses } from "./classes.ts";
import { findCoursesToChoose } from "./courses.ts";
import { listExpiring } from "./expiring.ts";
import { listFailed } from "./failed.ts";
import { listPayments } from "./payments.ts";
import { search } from "./search.ts";
import { readToday } from "./today.ts";

const pageSize = 50;

export const desk = defineRoom({
  name: "desk",
  handlers: {
    today: readToday,
    classes: async (ctx, wanted) => ({
      ...(await listClasses(ctx, { ...wanted, size: pageSize })),
      counts: await countClasses(ctx, wanted),
    }),
    payments: (ctx, wanted) => listPayments(ctx, { ...wanted, size: pageSize }),
    failed: (ctx, wanted) => listFailed(ctx, { ...wanted, size: pageSize }),
    expiring: (ctx, wanted) => listExpiring(ctx, { ...wanted, size: pageSize }),
    search: (ctx, { words }) => search(ctx, words),
    courses: findCoursesToChoose,
    course: readCourseChoice,
  },
});
