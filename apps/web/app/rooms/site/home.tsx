import { coursePath } from "@shoreline/domain/course";
import { formatDay, formatPrice } from "../../lib/format.ts";
import { load } from "../../lib/load.ts";
import { describePage, organisation, siteInfo } from "../../lib/seo.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { deep } from "../../ui/deep.module.css";
import { Horizon } from "../../ui/horizon.tsx";
import { Icon } from "../../ui/icon.tsx";
import { MoreLink } from "../../ui/more.tsx";
import { Plate, Section, SectionHead } from "../../ui/section.tsx";
import type { Route } from "./+types/home";
import { Film } from "./film.tsx";
import { HeroSea, SeaWall } from "./hero-art.tsx";
import * as styles from "./home.module.css";
import { Reviews } from "./reviews.tsx";
import { Statistics } from "./statistics.tsx";
import { Trending } from "./trending.tsx";

export const meta: Route.MetaFunction = ({ loaderData }) => loaderData?.meta ?? [];

export function loader({ context }: Route.LoaderArgs) {
  return load(context, async (client) => {
    const [site, courses] = await Promise.all([client.site.read({}), client.course.list({})]);
    const { institute, home, news } = site;
    const trending = courses
      .filter((course) => course.isTrending)
      .map(({ courseId, courseName, courseImage, description, duration, price }) => ({
        courseId,
        courseName,
        courseImage,
        description,
        duration,
        price: formatPrice(price),
        path: coursePath({ courseId, courseName }, { suffix: institute.courseUrlSuffix }),
      }));
    const { timeZone, placementUrl, brand } = institute;
    return {
      meta: describePage({
        title: `${institute.name}: ${home.hero.title}`,
        description: home.hero.text,
        path: "/",
        card: "home",
        at: siteInfo(site),
        data: [organisation(site)],
      }),
      institute: { timeZone, placementUrl, brand: { film: brand.film, hero: brand.hero, scene: brand.scene } },
      home,
      news: news.slice(0, 4),
      offers: site.offers,
      trending,
      areAllTrending: trending.length === courses.length,
    };
  });
}

export default function Home({ loaderData }: Route.ComponentProps) {
  const { institute, home, news, trending, areAllTrending, offers } = loaderData;
  // If all are marked, none stands out.
  const title = areAllTrending ? "Our courses" : "Trending this month";
  const numbers = numberSections({
    trending,
    companies: home.companies,
    reviews: home.reviews,
    clients: home.clients,
    news,
    steps: home.steps,
  });
  // A single section needs no number.
  const isAlone = Math.max(...Object.values(numbers)) === 1;
  return (
    <>
      <Hero {...loaderData} />
      {numbers.trending ? (
        <Trending
          title={title}
          courses={trending}
          text={home.trendingText}
          number={isAlone ? undefined : numbers.trending}
        />
      ) : null}
      {numbers.companies ? <Companies {...loaderData} number={numbers.companies} /> : null}
      {numbers.reviews ? <Reviews reviews={home.reviews} number={numbers.reviews} /> : null}
      {numbers.clients ? <Clients clients={home.clients} number={numbers.clients} /> : null}
      {numbers.news ? <News news={news} institute={institute} number={numbers.news} /> : null}
      {numbers.steps ? <Steps steps={home.steps} number={numbers.steps} hasCourses={offers.courses} /> : null}
    </>
  );
}

/** The sections that have something to show are numbered from 1. */
function numberSections<Name extends string>(sections: Record<Name, unknown[]>): Record<Name, number> {
  let last = 0;
  const numbered = Object.entries<unknown[]>(sections).map(([name, items]) => [name, items.length > 0 ? ++last : 0]);
  return Object.fromEntries(numbered) as Record<Name, number>;
}

type Data = Route.ComponentProps["loaderData"];

/** An institute without online courses has nothing to enrol in. */
function HeroLinks({ offers }: Pick<Data, "offers">) {
  if (!offers.courses)
    return (
      <ButtonLink to={offers.offlineCourses ? "/offlinecourses" : "/contactus"}>
        {offers.offlineCourses ? "See the courses" : "Contact Us"} <Icon name="arrow" />
      </ButtonLink>
    );
  const others = [
    ...(offers.tests ? [{ text: "Practice tests", to: "/mcq" }] : []),
    ...(offers.webinars ? [{ text: "Webinars", to: "/webinarview" }] : []),
    { text: "Contact Us", to: "/contactus" },
  ];
  const [second, third] = others;
  return (
    <div className="grid w-full grid-cols-2 gap-3 sm:flex sm:items-center">
      <ButtonLink to="/onlinecourses/">
        Enroll Now <Icon name="arrow" />
      </ButtonLink>
      {second ? (
        <ButtonLink to={second.to} look="line">
          {second.text}
        </ButtonLink>
      ) : null}
      {third ? (
        <MoreLink to={third.to} className="col-span-2 justify-self-start sm:ml-3">
          {third.text} <Icon name="arrow" />
        </MoreLink>
      ) : null}
    </div>
  );
}

function Hero({ home, institute, offers }: Data) {
  const { hero, statistics } = home;
  const { film, hero: picture, scene } = institute.brand;
  const hasSea = scene === "coast";
  return (
    <section aria-labelledby="hero">
      <div className="wrap grid items-end gap-8 lg:grid-cols-2">
        <div className="grid justify-items-start gap-5 pt-8 pb-6 lg:py-16">
          <h1 id="hero" className="text-hero">
            {hero.title}
          </h1>
          <p className="max-w-prose text-ink-2 sm:text-l">{hero.text}</p>
          <HeroLinks offers={offers} />
        </div>
        {film ? <Film title={hero.filmTitle ?? hero.title} film={film} /> : null}
        {!film && picture ? (
          <img src={picture} alt="" width="960" height="840" className="h-auto w-full rounded-large" />
        ) : null}
        {!film && !picture ? <Horizon className="hidden h-auto w-full self-center lg:block" /> : null}
      </div>
      {statistics.length > 0 || hasSea ? (
        <div className={`${deep} overflow-hidden`}>
          <div className="wrap grid lg:grid-cols-2">
            <Statistics items={statistics} />
            {hasSea ? <HeroSea /> : null}
          </div>
          {hasSea ? <SeaWall /> : null}
        </div>
      ) : null}
    </section>
  );
}

function Companies({ home: { companies }, institute: { placementUrl }, number }: Data & { number: number }) {
  return (
    <Section ground="sand" aria-labelledby="companies" data-reveal>
      <SectionHead
        id="companies"
        number={number}
        title="Where our students work"
        aside={
          placementUrl ? (
            <MoreLink to={placementUrl}>
              Placement <Icon name="arrow" />
            </MoreLink>
          ) : null
        }
      />
      <ul className="grid grid-cols-2 border-t border-l border-rule lg:grid-cols-5">
        {companies.map(({ name, mark, picture = mark && `/pictures/companies/${mark}.svg` }) => (
          <li key={name} className={styles.company}>
            {picture ? <img src={picture} alt="" width="26" height="26" loading="lazy" /> : null}
            {name}
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Clients({ clients, number }: { clients: Data["home"]["clients"]; number: number }) {
  return (
    <section className="wrap grid gap-8 pb-24 lg:grid-cols-[4fr_8fr]" aria-labelledby="clients" data-reveal>
      <div className="border-t border-ink pt-6">
        <Plate>{number}</Plate>
        <h2 id="clients" className="mt-6 text-2xl">
          Institutions we teach at
        </h2>
      </div>
      <ul className="border-b border-rule">
        {clients.map(({ name, programme, year }) => (
          <li key={name} className={styles.client}>
            <b className="font-head text-l font-semibold">{name}</b>
            <span className="text-s text-ink-2">{programme}</span>
            <span className="tabular-nums">{year}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function News({ news: [lead, ...others], institute, number }: Pick<Data, "news" | "institute"> & { number: number }) {
  return (
    <Section ground="foam" aria-labelledby="news" data-reveal>
      <SectionHead id="news" number={number} title="What's new" />
      <div className="grid gap-10 lg:grid-cols-[7fr_5fr]">
        {lead ? (
          <article>
            {institute.brand.scene === "coast" ? (
              <img
                src="/pictures/news.svg"
                alt=""
                width="640"
                height="360"
                loading="lazy"
                className="w-full rounded-small"
              />
            ) : null}
            <h3 className="mt-4 text-xl">{lead.title}</h3>
            <p className="text-ink-2">
              <time dateTime={lead.publishedAt}>{formatDay(lead.publishedAt, institute)}</time>. {lead.text}
            </p>
          </article>
        ) : null}
        <ul className="grid content-start gap-6">
          {others.map((item) => (
            <li key={item._id} className="border-t border-rule pt-5">
              <time className="text-s text-ink-2" dateTime={item.publishedAt}>
                {formatDay(item.publishedAt, institute)}
              </time>
              <h3 className="text-l">{item.title}</h3>
              <p className="text-s text-ink-2">{item.text}</p>
            </li>
          ))}
        </ul>
      </div>
    </Section>
  );
}

type StepsProps = { steps: Data["home"]["steps"]; number: number; hasCourses: boolean };

function Steps({ steps, number, hasCourses }: StepsProps) {
  return (
    <Section aria-labelledby="steps" data-reveal>
      <SectionHead id="steps" number={number} title="How it works" />
      <ol className="grid sm:grid-cols-2 lg:grid-cols-4">
        {steps.map(({ title, text, picture }) => (
          <li key={title} className={styles.step}>
            <img src={picture} alt="" width="320" height="200" loading="lazy" className="w-full" />
            <div>
              <h3 className="text-xl sm:mt-5">{title}</h3>
              <p className="max-w-[17em] pr-6 pb-6 text-s text-ink-2">{text}</p>
            </div>
          </li>
        ))}
      </ol>
      {hasCourses ? (
        <p className="mt-6">
          <MoreLink to="/onlinecourses">
            Find your course <Icon name="arrow" />
          </MoreLink>
        </p>
      ) : null}
    </Section>
  );
}
