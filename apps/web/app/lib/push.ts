/** Of the service worker of this site; undefined where the browser has none, or has not installed it. */
async function findWorker(): Promise<ServiceWorkerRegistration | undefined> {
  return navigator.serviceWorker?.getRegistration();
}

export async function findSubscription(): Promise<PushSubscription | null> {
  return (await (await findWorker())?.pushManager?.getSubscription()) ?? null;
}

const patienceMs = 20_000;

/** Fails where the browser's push service cannot be reached. Some browsers never say so. */
export async function subscribe(publicKey: string): Promise<PushSubscription> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error("The push service did not answer.")), patienceMs);
  const asking = async () => {
    const worker = await navigator.serviceWorker.ready;
    return worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
  };
  return Promise.race([asking(), late.promise]).finally(() => clearTimeout(timer));
}

/** The server forgets a subscription with its session; this is for the browser, which would keep its own. */
export async function endSubscription(): Promise<void> {
  await (await findSubscription())?.unsubscribe();
}

/** "ask": nobody has been asked yet, or somebody has agreed. */
export function pushSupport(): "none" | "denied" | "ask" {
  if (!("serviceWorker" in navigator) || !("PushManager" in window) || !("Notification" in window)) return "none";
  return Notification.permission === "denied" ? "denied" : "ask";
}
