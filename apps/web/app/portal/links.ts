/** The screens of the portal in the order of its menus. */
export const screens = [
  { to: "/dashboard/mycourses", text: "My Courses", icon: "book" },
  { to: "/dashboard/allcourses", text: "All Courses", icon: "grid" },
  { to: "/dashboard/notification", text: "Notification", icon: "bell" },
  { to: "/dashboard/editprofile", text: "Edit Profile", icon: "person" },
  { to: "/dashboard/certificate", text: "Certification", icon: "cert" },
  { to: "/dashboard/purchasehistory", text: "Purchase History", icon: "receipt" },
];
