import { Link } from "react-router";

/** The way to this page, below Home. */
export function Crumbs({ steps, here }: { steps: { text: string; to: string }[]; here: string }) {
  return (
    <nav aria-label="Breadcrumb">
      <ol className="crumbs">
        {[{ text: "Home", to: "/" }, ...steps].map(({ text, to }) => (
          <li key={to}>
            <Link to={to}>{text}</Link>
          </li>
        ))}
        <li aria-current="page">{here}</li>
      </ol>
    </nav>
  );
}
