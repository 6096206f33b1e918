import { useState } from "react";
import { useNavigate } from "react-router";
import { Message } from "../../ui/message.tsx";
import { Button, Key } from "../controls.tsx";
import { StaffIcon } from "../icon.tsx";
import { useKeys, useRowKeys } from "../keys.ts";
import { PageHead } from "../page-head.tsx";
import { Split } from "../split.tsx";
import { useSearch } from "../use-search.ts";
import { useWebhooks } from "./connection-queries.ts";
import { DeliveryPanel } from "./delivery-panel.tsx";
import { KeySection } from "./key-section.tsx";
import { MeetingSection } from "./meeting-section.tsx";
import { WebhookSection } from "./webhook-section.tsx";

/** What other programs may do here, and what they are told. The open webhook is in the address. */
export default function Connections() {
  const search = useSearch();
  const navigate = useNavigate();
  const [isNew, setNew] = useState<"key" | "webhook" | "meetings" | null>(null);
  const [news, setNews] = useState("");
  const openId = search.get("webhook");
  const open = useWebhooks().data?.webhooks.find(({ webhookId }) => webhookId === openId);
  const close = () => navigate("?", { preventScrollReset: true });
  const endNew = () => setNew(null);
  useRowKeys();
  useKeys({ c: () => setNew("key"), ...(open ? { Escape: close } : {}) });
  return (
    <Split panel={open ? <DeliveryPanel key={open.webhookId} webhook={open} onClose={close} /> : null}>
      <PageHead
        title="Connections"
        about="Keys let other programs add and read leads. Webhooks tell them what happens here. Meeting accounts hold your online classes."
      >
        <Button onClick={() => setNew("key")}>
          <StaffIcon name="plus" />
          New key
          <Key>C</Key>
        </Button>
        <Button look="line" onClick={() => setNew("webhook")}>
          <StaffIcon name="plus" />
          New webhook
        </Button>
        <Button look="line" onClick={() => setNew("meetings")}>
          <StaffIcon name="plus" />
          New meeting account
        </Button>
      </PageHead>
      <Message notice={news ? { kind: "done", text: news } : null} onDismiss={() => setNews("")} />
      <KeySection isMaking={isNew === "key"} onNew={() => setNew("key")} onMade={endNew} onNews={setNews} />
      <WebhookSection
        isAdding={isNew === "webhook"}
        openId={openId}
        onNew={() => setNew("webhook")}
        onAdded={endNew}
        onNews={setNews}
      />
      <MeetingSection
        isAdding={isNew === "meetings"}
        onNew={() => setNew("meetings")}
        onAdded={endNew}
        onNews={setNews}
      />
    </Split>
  );
}
