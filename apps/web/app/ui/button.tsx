import { type ButtonHTMLAttributes, useEffect, useState } from "react";
import { Link, type LinkProps } from "react-router";

type Look = "sea" | "line" | "sun" | "quiet" | "on-deep" | "danger" | "danger-line";

/** Looks like a button, goes somewhere. */
export function ButtonLink({ look = "sea", ...props }: LinkProps & { look?: Look }) {
  return <Link {...props} className={`btn btn-${look}`} />;
}

type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & { look?: Look; isBusy?: boolean };

/** Shows that work is under way, and cannot be pressed twice meanwhile, nor before the script behind it is there. */
export function Button({ look = "sea", isBusy = false, type = "button", children, disabled, ...props }: ButtonProps) {
  const [isAlive, setAlive] = useState(false);
  useEffect(() => setAlive(true), []);
  return (
    <button
      {...props}
      type={type}
      disabled={disabled || isBusy || !isAlive}
      aria-busy={isBusy}
      className={`btn btn-${look}`}
    >
      {isBusy ? <span className="spinner" aria-hidden="true" /> : null}
      {children}
    </button>
  );
}
