import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";

/**
 * Axe with all its rules, three times as fast as by default: it does not describe what passes, nor collect its results in a second
 * page. That one is for frames of other origins: a page that has some says `setLegacyMode(false)`.
 */
export const axe = (page: Page) => new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ["violations"] });
