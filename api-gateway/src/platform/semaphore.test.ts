import { createFairSemaphore, createSemaphore, withAdmission } from './semaphore';

const settlePromises = async (): Promise<void> => {
  for (let round = 0; round < 20; round += 1) await Promise.resolve();
};

const gate = () => {
  let openGate = (): void => undefined;
  const whenOpen = new Promise<void>((resolve) => {
    openGate = resolve;
  });
  return { opened: whenOpen, open: () => openGate() };
};

it('runs at most its number of jobs at once, in their order of arrival', async () => {
  const semaphore = createSemaphore(2);
  const gates = Array.from({ length: 5 }, gate);
  const startedRuns: number[] = [];
  const jobs = gates.map(({ opened: whenOpen }, index) =>
    semaphore.run(async () => {
      startedRuns.push(index);
      await whenOpen;
    }),
  );

  await settlePromises();
  expect(startedRuns).toEqual([0, 1]);
  gates[1]?.open();
  await settlePromises();
  expect(startedRuns).toEqual([0, 1, 2]);
  for (const { open: openGate } of gates) openGate();
  await Promise.all(jobs);
  expect(startedRuns).toEqual([0, 1, 2, 3, 4]);
});

it('frees the slot of a job that fails', async () => {
  const semaphore = createSemaphore(1);
  await expect(
    semaphore.run(async () => {
      throw new Error('no');
    }),
  ).rejects.toThrow('no');
  await expect(semaphore.run(async () => 'next')).resolves.toBe('next');
});

it('lets keys take turns, however many jobs of one of them wait', async () => {
  const semaphore = createFairSemaphore(1);
  const slot = gate();
  const startedRuns: string[] = [];
  const job = (name: string) => async () => void startedRuns.push(name);
  const jobs = [
    semaphore.forKey('maps').run(() => slot.opened),
    ...['map 1', 'map 2', 'map 3'].map((name) => semaphore.forKey('maps').run(job(name))),
    ...['password 1', 'password 2'].map((name) => semaphore.forKey('passwords').run(job(name))),
  ];
  slot.open();
  await Promise.all(jobs);
  expect(startedRuns).toEqual(['map 1', 'password 1', 'map 2', 'password 2', 'map 3']);
});

it('never starts a job whose signal aborts before its turn, and continues with the next', async () => {
  const semaphore = createSemaphore(1);
  const slot = gate();
  const startedRuns: string[] = [];
  const job = (name: string) => async () => void startedRuns.push(name);
  const departure = new AbortController();
  const firstRun = semaphore.run(() => slot.opened, departure.signal);
  const secondRun = semaphore.run(job('second'), departure.signal);
  const third = semaphore.run(job('third'));
  departure.abort();
  await expect(secondRun).rejects.toBe(departure.signal.reason);
  await expect(semaphore.run(job('late'), departure.signal)).rejects.toBe(departure.signal.reason);
  slot.open();
  await Promise.all([firstRun, third]);
  expect(startedRuns).toEqual(['third']);
});

it('admits its maximum of jobs, and others after one has ended, failed or not', async () => {
  const slot = gate();
  const semaphore = withAdmission(createSemaphore(1), 2);
  const departure = new AbortController();
  const firstRun = semaphore.run(() => slot.opened);
  const secondRun = semaphore.run(async () => 'second', departure.signal);
  await expect(semaphore.run(async () => 'third')).rejects.toMatchObject({ code: 'unavailable', retryAfterMs: 1000 });
  departure.abort();
  await expect(secondRun).rejects.toBe(departure.signal.reason);
  const third = semaphore.run(async () => 'third');
  slot.open();
  await firstRun;
  expect(await third).toBe('third');
});
