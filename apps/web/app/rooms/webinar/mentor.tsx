import type { WebinarPage } from "@shoreline/contract";
import * as person from "../../ui/person.module.css";
import { Section, SectionHead } from "../../ui/section.tsx";

export function Mentor({ mentor, number }: { mentor: WebinarPage["mentor"]; number: number }) {
  const { mentorName, designation, mentorImage, aboutMentor, mentorEmail, mobileNumber } = mentor;
  if (!mentorName) return null;
  return (
    <Section ground="sand" aria-labelledby="mentor">
      <SectionHead id="mentor" number={number} title="Your mentor" />
      <div className={person.person}>
        {mentorImage ? <img src={mentorImage} alt="" width="200" height="240" loading="lazy" /> : null}
        <div>
          <h3 className="text-xl">{mentorName}</h3>
          <p className="text-s font-semibold text-sea">{designation}</p>
        </div>
        <div className={`${person.about} grid content-start gap-2`}>
          <p>{aboutMentor}</p>
          <p className="flex flex-wrap gap-x-6">
            {mentorEmail ? (
              <a className="inline-flex min-h-11 items-center" href={`mailto:${mentorEmail}`}>
                {mentorEmail}
              </a>
            ) : null}
            {mobileNumber ? (
              <a className="inline-flex min-h-11 items-center" href={`tel:${mobileNumber.replaceAll(" ", "")}`}>
                {mobileNumber}
              </a>
            ) : null}
          </p>
        </div>
      </div>
    </Section>
  );
}
