import type { RoomContent } from "./content/demo.ts";
import type { AllHandlers } from "./http/mount.ts";
import { accountHandlers } from "./rooms/account/handlers.ts";
import { certificateContent } from "./rooms/certificate/content.ts";
import { certificateHandlers } from "./rooms/certificate/handlers.ts";
import { courseContent } from "./rooms/course/content.ts";
import { courseHandlers } from "./rooms/course/handlers.ts";
import { finishOrder } from "./rooms/enrolment/finish.ts";
import { enrolmentHandlers } from "./rooms/enrolment/handlers.ts";
import { sellCourse } from "./rooms/enrolment/sell.ts";
import { leadHandlers } from "./rooms/lead/handlers.ts";
import { notificationHandlers } from "./rooms/notification/handlers.ts";
import { paymentHandlers } from "./rooms/payment/handlers.ts";
import { quizContent } from "./rooms/quiz/content.ts";
import { quizHandlers } from "./rooms/quiz/handlers.ts";
import { scheduleContent } from "./rooms/schedule/content.ts";
import { scheduleHandlers } from "./rooms/schedule/handlers.ts";
import { siteContent } from "./rooms/site/content.ts";
import { siteHandlers } from "./rooms/site/handlers.ts";
import { webinarContent } from "./rooms/webinar/content.ts";
import { finishSeat } from "./rooms/webinar/finish.ts";
import { webinarHandlers } from "./rooms/webinar/handlers.ts";
import { sellSeat } from "./rooms/webinar/sell.ts";

/** Every room that the server has, in order. CONTRIBUTING lists the other places where a room is named. */
export const handlers: AllHandlers = {
  site: siteHandlers,
  account: accountHandlers,
  course: courseHandlers,
  lead: leadHandlers,
  payment: paymentHandlers({ course: sellCourse, webinar: sellSeat }),
  enrolment: enrolmentHandlers,
  schedule: scheduleHandlers,
  webinar: webinarHandlers,
  quiz: quizHandlers,
  certificate: certificateHandlers,
  notification: notificationHandlers,
};

export const contents: RoomContent[] = [
  siteContent,
  courseContent,
  scheduleContent,
  webinarContent,
  quizContent,
  certificateContent,
];

/** Who hands out what was paid for, by the first word of the order's purpose. */
export const finishers = { course: finishOrder, webinar: finishSeat };
