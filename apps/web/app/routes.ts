import { index, layout, type RouteConfig, route } from "@react-router/dev/routes";

export default [
  route("sitemap.xml", "rooms/site/sitemap.ts"),
  route("robots.txt", "rooms/site/robots.ts"),
  route("manifest.webmanifest", "rooms/site/manifest.ts"),
  layout("site/layout.tsx", [
    index("rooms/site/home.tsx"),
    route("aboutus", "rooms/site/about.tsx"),
    route("services", "rooms/site/services.tsx"),
    route("terms-conditions", "rooms/site/long-text.tsx", { id: "terms-conditions" }),
    route("privacy-policy", "rooms/site/long-text.tsx", { id: "privacy-policy" }),
    route("onlinecourses", "rooms/course/list.tsx"),
    route("offlinecourses", "rooms/lead/offline-courses.tsx"),
    route("onlinecourses/viewdetails/:courseId/*", "rooms/course/detail.tsx"),
    route("contactus", "rooms/lead/contact.tsx"),
    route("career", "rooms/lead/career.tsx"),
    route("unsubscribe/:token", "rooms/lead/unsubscribe.tsx"),
    route("offline", "rooms/site/offline.tsx"),
    route("*", "rooms/site/not-found.tsx"),
  ]),
] satisfies RouteConfig;
