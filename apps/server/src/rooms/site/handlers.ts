import type { Handlers } from "../../context.ts";
import { newestNews, readInstitute } from "./queries.ts";

export const siteHandlers: Handlers<"site"> = {
  async read({ db, isDemo }) {
    const [institute, rows] = await Promise.all([readInstitute(db), newestNews(db)]);
    const news = rows.map(({ id, title, text, publishedAt }) => ({
      _id: id,
      title,
      text,
      publishedAt: publishedAt.toISOString(),
    }));
    return { institute, news, isDemo };
  },
};
