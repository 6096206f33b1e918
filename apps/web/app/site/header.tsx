import { Link, NavLink } from "react-router";

export function Header({ name }: { name: string }) {
  return (
    <header className="border-b border-rule bg-paper">
      <div className="wrap flex min-h-16 flex-wrap items-center gap-x-5">
        <Link to="/" className="logo">
          <img src="/icon.svg" alt="" width="32" height="32" />
          {name}
        </Link>
        <nav aria-label="Main" className="flex gap-5">
          <NavLink to="/" end className="nav-link">
            Home
          </NavLink>
          <NavLink to="/onlinecourses" className="nav-link">
            Courses
          </NavLink>
        </nav>
      </div>
    </header>
  );
}
