import { createFairSemaphore, createSemaphore, withAdmission } from './semaphore';

const settlePromises = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
};

const createGate = () => {
  let openGate = (): void => undefined;
  const whenOpen = new Promise<void>((resolve) => {
    openGate = resolve;
  });
  return { opened: whenOpen, open: () => openGate() };
};

it('runs at most its number of jobs at once, in their order of arrival', async () => {
  const semaphore = createSemaphore(2);
  const jobGates = Array.from({ length: 5 }, createGate);
  const startedRuns: number[] = [];
  const semaphoreRuns = jobGates.map(({ opened: whenOpen }, index) =>
    semaphore.run(async () => {
      startedRuns.push(index);
      await whenOpen;
    }),
  );

  await settlePromises();
  expect(startedRuns).toEqual([0, 1]);
  jobGates[1]?.open();
  await settlePromises();
  expect(startedRuns).toEqual([0, 1, 2]);
  for (const { open: openGate } of jobGates) openGate();
  await Promise.all(semaphoreRuns);
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
  const gateOfRunningTask = createGate();
  const startedRuns: string[] = [];
  const createRecordingJob = (jobName: string) => async () => void startedRuns.push(jobName);
  const jobs = [
    semaphore.forKey('maps').run(() => gateOfRunningTask.opened),
    ...['map 1', 'map 2', 'map 3'].map((name) => semaphore.forKey('maps').run(createRecordingJob(name))),
    ...['password 1', 'password 2'].map((name) => semaphore.forKey('passwords').run(createRecordingJob(name))),
  ];
  gateOfRunningTask.open();
  await Promise.all(jobs);
  expect(startedRuns).toEqual(['map 1', 'password 1', 'map 2', 'password 2', 'map 3']);
});

it('never starts a job whose signal aborts before its turn, and continues with the next', async () => {
  const semaphore = createSemaphore(1);
  const gateOfRunningTask = createGate();
  const startedRuns: string[] = [];
  const job = (name: string) => async () => void startedRuns.push(name);
  const departureController = new AbortController();
  const firstRun = semaphore.run(() => gateOfRunningTask.opened, departureController.signal);
  const secondRun = semaphore.run(job('second'), departureController.signal);
  const thirdRun = semaphore.run(job('third'));
  departureController.abort();
  await expect(secondRun).rejects.toBe(departureController.signal.reason);
  await expect(semaphore.run(job('late'), departureController.signal)).rejects.toBe(departureController.signal.reason);
  gateOfRunningTask.open();
  await Promise.all([firstRun, thirdRun]);
  expect(startedRuns).toEqual(['third']);
});

it('admits its maximum of jobs, and others after one has ended, failed or not', async () => {
  const gateOfRunningTask = createGate();
  const semaphore = withAdmission(createSemaphore(1), 2);
  const departure = new AbortController();
  const firstRun = semaphore.run(() => gateOfRunningTask.opened);
  const secondRun = semaphore.run(async () => 'second', departure.signal);
  await expect(semaphore.run(async () => 'third')).rejects.toMatchObject({ code: 'unavailable', retryAfterMs: 1000 });
  departure.abort();
  await expect(secondRun).rejects.toBe(departure.signal.reason);
  const thirdRun = semaphore.run(async () => 'third');
  gateOfRunningTask.open();
  await firstRun;
  expect(await thirdRun).toBe('third');
});
