import type { ClassPage } from "@shoreline/contract";

export type SectionProps = { page: ClassPage; onNews(text: string): void };
