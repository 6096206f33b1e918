import { configure } from "@testing-library/react";

// A busy machine is slow, not wrong: what comes within this time has come.
configure({ asyncUtilTimeout: 10_000 });
