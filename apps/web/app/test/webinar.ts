import type { WebinarPage } from "@shoreline/contract";

/** A free webinar of an hour on 16 November 2026, 6:30 PM in India. */
export function webinarPage(change: Partial<WebinarPage> = {}): WebinarPage {
  return {
    _id: "first-api",
    title: "Your first API",
    subtitle: "From a request to an answer.",
    bannerImage: "/pictures/webinars/first-api.svg",
    course: "Web",
    startAt: "2026-11-16T13:00:00.000Z",
    duration: 60,
    isFree: true,
    isComplete: false,
    price: 0,
    mentorName: "Arun",
    recordingUrl: "",
    topics: [],
    mentor: {
      mentorName: "Arun",
      designation: "",
      mentorImage: "",
      aboutMentor: "",
      mentorEmail: "",
      mobileNumber: "",
    },
    seats: null,
    enrolledCount: 100,
    ...change,
  };
}
