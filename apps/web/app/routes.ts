import { index, layout, type RouteConfig, route } from "@react-router/dev/routes";

export default [
  layout("site/layout.tsx", [
    index("rooms/site/home.tsx"),
    route("onlinecourses", "rooms/course/list.tsx"),
    route("onlinecourses/viewdetails/:courseId/:courseName?", "rooms/course/detail.tsx"),
    route("*", "rooms/site/not-found.tsx"),
  ]),
] satisfies RouteConfig;
