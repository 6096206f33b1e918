/** The light theme of the site on white paper. */
export const colours = {
  ink: "#0d2136",
  inkSoft: "#3d5064",
  inkFaint: "#586a7c",
  rule: "#dcd6c9",
  deep: "#0a3357",
  onDeep: "#ffffff",
  onDeepSoft: "#c3d8e8",
  sea: "#0b4f8f",
  sun: "#f6b73c",
  coral: "#e65a3c",
  sky: "#f9cf73",
  cloud: "#fce3ab",
} as const;
