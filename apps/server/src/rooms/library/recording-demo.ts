import type { DemoMaker } from "../../content/demo.ts";

export const recordingDemo: DemoMaker = {};
