import { ButtonLink } from "../../ui/button.tsx";
import { PageHead } from "../../ui/section.tsx";
import type { Route } from "./+types/offline";

export const meta: Route.MetaFunction = () => [{ title: "No connection" }, { name: "robots", content: "noindex" }];

/** Cached by the browser (see public/offline.js) and shown when there is no network. */
export default function OfflinePage() {
  return (
    <>
      <PageHead
        title="You are offline"
        lead="There is no internet connection at the moment. Please check it and try again."
      />
      <div className="wrap grid justify-items-start gap-6 pb-16">
        <img src="/art/offline.svg" alt="" width="320" height="240" className="rounded-medium" />
        <ButtonLink to="/" reloadDocument>
          Try again
        </ButtonLink>
      </div>
    </>
  );
}
