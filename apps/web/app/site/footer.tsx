import type { Institute } from "@shoreline/contract";

export function Footer({ institute }: { institute: Institute }) {
  return (
    <footer className="mt-24 bg-deep py-12 text-on-deep-2">
      <div className="wrap grid gap-6 sm:grid-cols-2">
        <div>
          <p className="font-head text-l text-on-deep">{institute.name}</p>
          <p>{institute.tagline}</p>
        </div>
        <address className="not-italic">
          {institute.address.map((line) => (
            <span key={line} className="block">
              {line}
            </span>
          ))}
          <a className="foot-link" href={`tel:${institute.phone.replaceAll(" ", "")}`}>
            {institute.phone}
          </a>
          <a className="foot-link" href={`mailto:${institute.email}`}>
            {institute.email}
          </a>
        </address>
      </div>
    </footer>
  );
}
