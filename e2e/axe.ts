import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";

/**
 * Axe with all its rules, three times as fast as by default: our pages have no frames of other origins, for which it would collect
 * its results in a second page, and what passes is not described.
 */
export const axe = (page: Page) => new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ["violations"] });
