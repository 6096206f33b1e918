import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Message } from "../../ui/message.tsx";
import { LoadProblem } from "../load-problem.tsx";
import { Loading } from "../loading.tsx";
import { PageHead, PageSection } from "../page-head.tsx";
import { devicesKey, useDevices, useMe } from "../queries.ts";
import { rolesText } from "../words.ts";
import { Devices } from "./devices.tsx";
import { DigestSection } from "./digest-section.tsx";
import { NoCodes } from "./no-codes.tsx";
import { PhotoForm } from "./photo-form.tsx";
import { ProfileForm } from "./profile-form.tsx";

export default function Account() {
  const me = useMe();
  const { data, error, refetch } = useDevices();
  const queries = useQueryClient();
  const [news, setNews] = useState("");
  const tell = (text: string) => {
    setNews(text);
    queries.invalidateQueries({ queryKey: devicesKey });
  };
  return (
    <>
      <PageHead title="Your account" about={`${rolesText(me.roles)}, ${me.email}`} />
      <Message notice={news ? { kind: "done", text: news } : null} onDismiss={() => setNews("")} />
      {data ? <NoCodes devices={data} onDone={tell} /> : null}
      <PageSection id="photo" title="Photo">
        <PhotoForm me={me} onSaved={setNews} />
      </PageSection>
      <PageSection id="profile" title="Name and number">
        <ProfileForm me={me} onSaved={() => setNews("Your name and number are saved.")} />
      </PageSection>
      <DigestSection />
      {data ? (
        <Devices devices={data} onDone={tell} />
      ) : error ? (
        <LoadProblem what="The list of your devices" error={error} onRetry={refetch} />
      ) : (
        <Loading />
      )}
    </>
  );
}
