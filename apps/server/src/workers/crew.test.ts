import { expect, test } from "vitest";
import { type Ending, type Member, startCrew } from "./crew.ts";

type Fake = Member & { isFirst: boolean; becomeReady(): void; end(ending?: Partial<Ending>): void };

/** Workers that do what the test says. */
function fakes({ onHire = () => {} }: { onHire?(worker: Fake): void } = {}) {
  const hired: Fake[] = [];
  const hire = ({ isFirst }: { isFirst: boolean }): Member => {
    const [ready, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<Ending>()];
    const end = (ending: Partial<Ending> = {}) => ended.resolve({ code: null, signal: "SIGKILL", ...ending });
    const kill = (signal: string) => end({ code: 0, signal });
    const worker: Fake = {
      ...{ pid: hired.length, isFirst, kill, end, becomeReady: ready.resolve },
      ready: ready.promise,
      ended: ended.promise,
    };
    hired.push(worker);
    onHire(worker);
    return worker;
  };
  return { hired, hire };
}

const log = { warn() {} };

test("the first worker starts alone, and the others when it is ready", async () => {
  const { hired, hire } = fakes();
  const crew = startCrew({ count: 3, hire, log });
  expect(hired.map(({ isFirst }) => isFirst)).toEqual([true]);
  hired[0]?.becomeReady();
  await expect.poll(() => hired.map(({ isFirst }) => isFirst)).toEqual([true, false, false]);
  for (const worker of hired) worker.becomeReady();
  await crew.ready;
});

test("a worker that ends is replaced, and one that keeps ending is waited for longer each time", async () => {
  const asked: number[] = [];
  const pauseMs = (failures: number) => {
    asked.push(failures);
    return 0;
  };
  const { hired, hire } = fakes({ onHire: (worker) => worker.becomeReady() });
  const crew = startCrew({ count: 2, hire, log, pauseMs });
  await crew.ready;
  for (let n = 1; n < 5; n++) {
    hired[n]?.end();
    await expect.poll(() => hired.length).toBe(n + 2);
  }
  expect(asked).toEqual([0, 1, 2, 3]);
  await crew.stop({ withinMs: 1000 });
  expect(hired).toHaveLength(6);
});

test("when none becomes ready it gives up and says so", async () => {
  const { hired, hire } = fakes({ onHire: (worker) => worker.end() });
  await expect(startCrew({ count: 2, hire, log, pauseMs: () => 0 }).ready).rejects.toThrow(
    "No worker became ready: 5 were started, and the last one ended with SIGKILL.",
  );
  expect(hired).toHaveLength(5);
});

test("a worker that says what is wrong with the settings is not started again", async () => {
  const { hired, hire } = fakes({ onHire: (worker) => worker.end({ code: 1, signal: null }) });
  await expect(startCrew({ count: 2, hire, log }).ready).rejects.toThrow();
  expect(hired).toHaveLength(1);
});

test("told to stop while it starts, it starts no more", async () => {
  const { hired, hire } = fakes();
  const crew = startCrew({ count: 2, hire, log });
  await crew.stop({ withinMs: 1000 });
  expect(hired).toHaveLength(1);
});

test("told to stop in the moment in which the first becomes ready, it starts no more", async () => {
  const { hired, hire } = fakes();
  const crew = startCrew({ count: 3, hire, log });
  hired[0]?.becomeReady();
  await crew.stop({ withinMs: 1000 });
  await crew.ready;
  expect(hired).toHaveLength(1);
});

test("a worker that the system will not start is tried again", async () => {
  const { hired, hire } = fakes({ onHire: (worker) => worker.becomeReady() });
  let refused = 0;
  const hireWithLuck = (task: { isFirst: boolean }) => {
    if (hired.length === 1 && refused++ < 2) throw new Error("spawn ENOMEM");
    return hire(task);
  };
  const warned: unknown[] = [];
  const crew = startCrew({
    count: 2,
    hire: hireWithLuck,
    log: { warn: (fact: unknown) => void warned.push(fact) },
    pauseMs: () => 0,
  });
  await crew.ready;
  expect(hired).toHaveLength(2);
  expect(warned).toEqual(Array(2).fill(expect.objectContaining({ error: "spawn ENOMEM" })));
  await crew.stop({ withinMs: 1000 });
});

test("a worker that does not stop in time is killed", async () => {
  const signals: string[] = [];
  const { hire } = fakes({
    onHire(worker) {
      worker.becomeReady();
      worker.kill = (signal) => {
        signals.push(signal);
        if (signal === "SIGKILL") worker.end();
      };
    },
  });
  const crew = startCrew({ count: 1, hire, log });
  await crew.ready;
  await crew.stop({ withinMs: 5 });
  expect(signals).toEqual(["SIGTERM", "SIGKILL"]);
});
