import type { Brand } from "@shoreline/contract";
import type { ReactNode } from "react";
import { Link, Outlet, useOutletContext } from "react-router";
import { load } from "../../lib/load.ts";
import { pageProblem } from "../../lib/problem.ts";
import { ProblemPage } from "../../ui/problem-page.tsx";
import { Logo, type Sign } from "../../ui/top-bar.tsx";
import type { Route } from "./+types/sign-in-frame";
import { CodeArt } from "./code-art.tsx";
import * as styles from "./sign-in-frame.module.css";

/** What the sign-in pages need from the institute. */
export type InstituteContact = { name: string; officePhone: string; state: string };

export function loader({ context }: Route.LoaderArgs) {
  return load(context, async (client) => {
    const { institute, isDemo } = await client.site.read({});
    const { name, landline, phone, state, brand } = institute;
    return { contact: { name, officePhone: landline ?? phone, state }, logo: brand.logo, scene: brand.scene, isDemo };
  });
}

export default function SignInFrame({ loaderData: { contact, ...look } }: Route.ComponentProps) {
  return (
    <Frame name={contact.name} {...look}>
      <Outlet context={contact} />
    </Frame>
  );
}

export function useInstituteContact(): InstituteContact {
  return useOutletContext<InstituteContact>();
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <Frame name="Home" scene="none" isDemo={false}>
      <ProblemPage {...pageProblem(error)} />
    </Frame>
  );
}

type FrameProps = Sign & { scene: Brand["scene"]; isDemo: boolean; children: ReactNode };

function Frame({ name, logo, scene, isDemo, children }: FrameProps) {
  return (
    <div className={styles.page}>
      {scene === "coast" ? (
        <picture className={styles.art}>
          <source srcSet="/pictures/sign-in-night.svg" media="(prefers-color-scheme: dark)" />
          <img src="/pictures/sign-in.svg" alt="" width="640" height="860" />
        </picture>
      ) : (
        <div className={styles.art}>
          <CodeArt />
        </div>
      )}
      <div className={styles.side}>
        {isDemo ? (
          <p className="bg-sun p-2 text-center text-s text-on-sun">
            This is a demonstration. Do not enter real names, numbers or payments.
          </p>
        ) : null}
        <header>
          <Logo name={name} logo={logo} />
        </header>
        <main id="main" className={styles.main}>
          {children}
        </main>
        <footer className="text-s text-ink-2">
          By signing in you accept our <Link to="/terms-conditions">terms</Link> and{" "}
          <Link to="/privacy-policy">privacy policy</Link>.
        </footer>
      </div>
    </div>
  );
}
