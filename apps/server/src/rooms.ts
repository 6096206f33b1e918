import { account } from "./rooms/account/room.ts";
import { answering } from "./rooms/answering/room.ts";
import { award } from "./rooms/award/room.ts";
import { books } from "./rooms/books/room.ts";
import { certificate } from "./rooms/certificate/room.ts";
import { classroom } from "./rooms/classroom/room.ts";
import { connection } from "./rooms/connection/room.ts";
import { coupon } from "./rooms/coupon/room.ts";
import { course } from "./rooms/course/room.ts";
import { desk } from "./rooms/desk/room.ts";
import { due } from "./rooms/due/room.ts";
import { enrolment } from "./rooms/enrolment/room.ts";
import { grading } from "./rooms/grading/room.ts";
import { homework } from "./rooms/homework/room.ts";
import { inbox } from "./rooms/inbox/room.ts";
import { lead } from "./rooms/lead/room.ts";
import { lesson } from "./rooms/lesson/room.ts";
import { library } from "./rooms/library/room.ts";
import { meetings } from "./rooms/meetings/room.ts";
import { notification } from "./rooms/notification/room.ts";
import { payment } from "./rooms/payment/room.ts";
import { place } from "./rooms/place/room.ts";
import { plan } from "./rooms/plan/room.ts";
import { planning } from "./rooms/planning/room.ts";
import { progress } from "./rooms/progress/room.ts";
import { question } from "./rooms/question/room.ts";
import { quiz } from "./rooms/quiz/room.ts";
import { refund } from "./rooms/refund/room.ts";
import { registrants } from "./rooms/registrants/room.ts";
import { report } from "./rooms/report/room.ts";
import { sale } from "./rooms/sale/room.ts";
import { schedule } from "./rooms/schedule/room.ts";
import { seating } from "./rooms/seating/room.ts";
import { showcase } from "./rooms/showcase/room.ts";
import { signing } from "./rooms/signing/room.ts";
import { site } from "./rooms/site/room.ts";
import { staff } from "./rooms/staff/room.ts";
import { standing } from "./rooms/standing/room.ts";
import { teaching } from "./rooms/teaching/room.ts";
import { timetable } from "./rooms/timetable/room.ts";
import { transfer } from "./rooms/transfer/room.ts";
import { webinar } from "./rooms/webinar/room.ts";

/** In order: a room imports only earlier ones. */
export const rooms = [
  site,
  account,
  staff,
  notification,
  signing,
  course,
  lead,
  payment,
  coupon,
  enrolment,
  schedule,
  webinar,
  quiz,
  certificate,
  showcase,
  due,
  place,
  classroom,
  lesson,
  homework,
  question,
  progress,
  inbox,
  registrants,
  report,
  connection,
  plan,
  sale,
  refund,
  transfer,
  planning,
  timetable,
  teaching,
  library,
  grading,
  answering,
  standing,
  meetings,
  seating,
  award,
  books,
  desk,
];
