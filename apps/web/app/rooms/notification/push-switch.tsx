import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { learnerClient } from "../../lib/learner.ts";
import { errorText } from "../../lib/problem.ts";
import { endSubscription, findSubscription, pushSupport, subscribe } from "../../lib/push.ts";
import { Button } from "../../ui/button.tsx";
import { Message } from "../../ui/message.tsx";
import * as styles from "./push-switch.module.css";

const pushKey = ["push"];

/** Asks for permission only when somebody turns it on: browsers remember a no for ever. */
export function PushSwitch() {
  const queries = useQueryClient();
  const { data } = useQuery({ queryKey: pushKey, queryFn: readState });
  const change = useMutation({
    mutationFn: (isOn: boolean) => (isOn ? turnOn() : turnOff()),
    onSettled: () => queries.invalidateQueries({ queryKey: pushKey }),
  });
  const remove = useMutation({
    mutationFn: (deviceId: string) => learnerClient.notification.unsubscribe({ deviceId }),
    onSettled: () => queries.invalidateQueries({ queryKey: pushKey }),
  });
  if (!data) return null;
  const isOn = change.isPending ? change.variables : data.isOn;
  const error = change.error ?? remove.error;
  const others = data.devices.filter(({ isThis }) => !isThis);
  return (
    <section aria-label="Notifications on your devices" className={styles.panel}>
      <label className={styles.label}>
        <input
          type="checkbox"
          role="switch"
          checked={isOn}
          aria-checked={isOn}
          disabled={data.support !== "ask" || change.isPending}
          aria-describedby="push-about"
          onChange={(event) => change.mutate(event.target.checked)}
        />
        <span>Notifications on this device</span>
      </label>
      <p id="push-about" className="text-s text-ink-2">
        {about[data.support]}
      </p>
      <Message
        notice={error ? { kind: "wrong", text: textOf(error) } : null}
        onDismiss={() => {
          change.reset();
          remove.reset();
        }}
      />
      {others.length > 0 ? (
        <ul className={styles.others} aria-label="Your other devices">
          {others.map(({ deviceId, device }) => (
            <li key={deviceId}>
              <span>{device}</span>
              <Button
                look="line"
                aria-label={`Turn off on ${device}`}
                isBusy={remove.isPending && remove.variables === deviceId}
                onClick={() => remove.mutate(deviceId)}
              >
                Turn off
              </Button>
            </li>
          ))}
        </ul>
      ) : null}
    </section>
  );
}

const about = {
  ask: "This device tells you at once when a class moves or starts soon, also while this page is closed. It ends when you sign out.",
  denied:
    "This browser blocks notifications of this site. Allow them in the browser’s settings for this site, then open this page again.",
  none: "This browser cannot show notifications. On an iPhone or iPad, add this site to your home screen and open it from there.",
};

async function readState() {
  const subscription = await findSubscription().catch(() => null);
  const { devices } = await learnerClient.notification.devices(subscription ? { endpoint: subscription.endpoint } : {});
  return { support: pushSupport(), isOn: devices.some(({ isThis }) => isThis), devices };
}

/** What people can do about it, in our words. */
class PushProblem extends Error {}

async function turnOn(): Promise<void> {
  if ((await Notification.requestPermission()) !== "granted")
    throw new PushProblem("You did not allow notifications, so this device stays quiet.");
  const { publicKey } = await learnerClient.notification.pushKey({});
  const subscription = await subscribe(publicKey).catch((error) => {
    console.warn(error);
    throw new PushProblem("Your browser could not reach its notification service. Please try again later.");
  });
  const { p256dh = "", auth = "" } = subscription.toJSON().keys ?? {};
  await learnerClient.notification.subscribe({ endpoint: subscription.endpoint, p256dh, auth });
}

/** The server first: what the browser forgets can only be removed by name. */
async function turnOff(): Promise<void> {
  const subscription = await findSubscription();
  if (!subscription) return;
  await learnerClient.notification.unsubscribe({ endpoint: subscription.endpoint });
  await endSubscription();
}

function textOf(error: Error): string {
  return error instanceof PushProblem ? error.message : errorText(error);
}
