declare module "virtual:offline-check" {
  /** For `offlinePage`. */
  export const pageScript: string;
  /** For `nodeProgram`. */
  export const nodeScript: string;
}
