import { load } from "../../lib/api.ts";
import { formatDay } from "../../lib/format.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { Horizon } from "../../ui/horizon.tsx";
import type { Route } from "./+types/home";

export const meta: Route.MetaFunction = ({ loaderData }) =>
  loaderData
    ? [
        { title: `${loaderData.institute.name}: ${loaderData.institute.tagline}` },
        {
          name: "description",
          content: `${loaderData.institute.name}, ${loaderData.institute.city}. ${loaderData.institute.tagline}`,
        },
      ]
    : [];

export function loader({ context }: Route.LoaderArgs) {
  return load(context, (client) => client.site.read({}));
}

export default function Home({ loaderData: { institute, news } }: Route.ComponentProps) {
  return (
    <div className="wrap grid gap-16 py-12">
      <section className="grid items-center gap-8 lg:grid-cols-2">
        <div className="grid justify-items-start gap-5">
          <h1 className="text-3xl">{institute.tagline}</h1>
          <p className="max-w-prose text-l text-ink-2">
            Live software classes online and in {institute.city}, in small groups, since {institute.foundedIn}.
          </p>
          <ButtonLink to="/onlinecourses/">Enroll Now</ButtonLink>
        </div>
        <Horizon className="h-auto w-full max-w-md justify-self-center" />
      </section>
      <section className="border-t border-ink pt-6">
        <h2 className="text-2xl">What's new</h2>
        <ul className="mt-6 grid gap-8 md:grid-cols-3">
          {news.map((item) => (
            <li key={item._id}>
              <p className="text-s text-ink-3">{formatDay(item.publishedAt, institute)}</p>
              <h3 className="text-l">{item.title}</h3>
              <p className="text-ink-2">{item.text}</p>
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}
