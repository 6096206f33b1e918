import type { RoomContent } from "./content/demo.ts";
import type { AllHandlers } from "./http/mount.ts";
import { accountHandlers } from "./rooms/account/handlers.ts";
import { certificateContent } from "./rooms/certificate/content.ts";
import { certificateHandlers } from "./rooms/certificate/handlers.ts";
import { courseContent } from "./rooms/course/content.ts";
import { courseHandlers } from "./rooms/course/handlers.ts";
import { enrolmentHandlers } from "./rooms/enrolment/handlers.ts";
import { refuseOwned } from "./rooms/enrolment/owned.ts";
import { leadHandlers } from "./rooms/lead/handlers.ts";
import { notificationHandlers } from "./rooms/notification/handlers.ts";
import { paymentHandlers } from "./rooms/payment/handlers.ts";
import { quizContent } from "./rooms/quiz/content.ts";
import { quizHandlers } from "./rooms/quiz/handlers.ts";
import { scheduleContent } from "./rooms/schedule/content.ts";
import { scheduleHandlers } from "./rooms/schedule/handlers.ts";
import { siteContent } from "./rooms/site/content.ts";
import { siteHandlers } from "./rooms/site/handlers.ts";
import { webinarHandlers } from "./rooms/webinar/handlers.ts";

/** Every room that the server has, in order. CONTRIBUTING lists the other places where a room is named. */
export const handlers: AllHandlers = {
  site: siteHandlers,
  account: accountHandlers,
  course: courseHandlers,
  lead: leadHandlers,
  payment: paymentHandlers({ refuseOwned }),
  enrolment: enrolmentHandlers,
  schedule: scheduleHandlers,
  webinar: webinarHandlers,
  quiz: quizHandlers,
  certificate: certificateHandlers,
  notification: notificationHandlers,
};

export const contents: RoomContent[] = [siteContent, courseContent, scheduleContent, quizContent, certificateContent];
