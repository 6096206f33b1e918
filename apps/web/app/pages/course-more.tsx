import type { CourseCard, CoursePage, Site } from "@shoreline/contract";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { formatPrice } from "../lib/format.ts";
import { CoverLink } from "../ui/cover-link.tsx";
import { Fold } from "../ui/fold.tsx";
import { Icon } from "../ui/icon.tsx";
import { MoreLink } from "../ui/more.tsx";
import * as person from "../ui/person.module.css";
import { Section, SectionHead } from "../ui/section.tsx";
import { Split } from "../ui/split.tsx";
import * as teasers from "../ui/teaser.module.css";
import { Teaser } from "../ui/teaser.tsx";

type Props = {
  course: CoursePage;
  related: (CourseCard & { path: string })[];
  reviews: Omit<Site["home"]["reviews"][number], "courses">[];
  field: string;
  phone: string;
};

/** The end of a course page, which the server draws: mentors, reviews, questions, related courses. */
export default function CourseMore({ course, related, reviews, field, phone }: Props) {
  const lists = { mentors: course.mentors, reviews, questions: course.questions, related };
  const sections = Object.entries(lists).flatMap(([id, list]) => (list.length > 0 ? id : []));
  // The table of contents is the first section.
  const numberOf = (id: keyof typeof lists) => 2 + sections.indexOf(id);
  return (
    <>
      {course.mentors.length > 0 ? (
        <Section ground="sand" aria-labelledby="mentors">
          <SectionHead id="mentors" number={numberOf("mentors")} title="Mentors" />
          <ul className="grid gap-x-12 gap-y-10 lg:grid-cols-2">
            {course.mentors.map(({ mentorName, designation, profilePicture, about }) => (
              <Person key={mentorName} name={mentorName} designation={designation} picture={profilePicture}>
                <p className={person.about}>{about}</p>
              </Person>
            ))}
          </ul>
        </Section>
      ) : null}

      {reviews.length > 0 ? (
        <Section aria-labelledby="reviews">
          <SectionHead id="reviews" number={numberOf("reviews")} title="What students say about it" />
          <ul className="grid gap-x-12 gap-y-10 lg:grid-cols-2">
            {reviews.map(({ name, designation, picture, text }) => (
              <Person key={name} name={name} designation={designation} picture={picture}>
                <blockquote className={person.about}>“{text}”</blockquote>
              </Person>
            ))}
          </ul>
        </Section>
      ) : null}

      {course.questions.length > 0 ? (
        <Split
          id="questions"
          number={numberOf("questions")}
          title="Frequently asked questions"
          text={
            <>
              Do you have another question? Call <a href={`tel:${phone.replaceAll(" ", "")}`}>{phone}</a> or{" "}
              <Link to="/contactus" className="inline-block whitespace-nowrap">
                write to us
              </Link>
              .
            </>
          }
        >
          {course.questions.map(({ question, answer }) => (
            <Fold key={`${course.courseId} ${question}`} group="questions" title={question}>
              <p className="max-w-prose pb-6 text-ink-2">{answer}</p>
            </Fold>
          ))}
        </Split>
      ) : null}

      {related.length > 0 ? (
        <Section aria-labelledby="related">
          <SectionHead
            id="related"
            number={numberOf("related")}
            title="Related courses"
            aside={
              <MoreLink to={`/onlinecourses?field=${course.field}`}>
                All in {field} <Icon name="arrow" />
              </MoreLink>
            }
          />
          <ul className={`${teasers.row} ${teasers.toGrid}`}>
            {related.map((one) => (
              <Teaser
                key={one.courseId}
                picture={one.courseImage}
                heading={
                  <h3 className="mt-4">
                    <CoverLink to={one.path}>{one.courseName}</CoverLink>
                  </h3>
                }
                text={one.description}
                aside={`${one.duration} HRS`}
                price={formatPrice(one.price)}
              />
            ))}
          </ul>
        </Section>
      ) : null}
    </>
  );
}

type PersonProps = { name: string; designation: string; picture: string; children: ReactNode };

function Person({ name, designation, picture, children }: PersonProps) {
  return (
    <li className={person.person}>
      <img src={picture} alt="" width="200" height="240" loading="lazy" />
      <div>
        <h3 className="text-xl">{name}</h3>
        <p className="text-s font-semibold text-sea">{designation}</p>
      </div>
      {children}
    </li>
  );
}
