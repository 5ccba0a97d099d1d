import { createSemaphore } from './work-slots';

const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
};

const gate = () => {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => { open = resolve; });
  return { opened, open: () => open() };
};

it('runs no more than its number of jobs at once, in the order in which they came', async () => {
  const semaphore = createSemaphore(2);
  const gates = Array.from({ length: 5 }, gate);
  const started: number[] = [];
  const jobs = gates.map(({ opened }, index) => semaphore.run(async () => {
    started.push(index);
    await opened;
  }));

  await settle();
  expect(started).toEqual([0, 1]);
  gates[1]?.open();
  await settle();
  expect(started).toEqual([0, 1, 2]);
  for (const { open } of gates) open();
  await Promise.all(jobs);
  expect(started).toEqual([0, 1, 2, 3, 4]);
});

it('frees the slot of a job that fails', async () => {
  const semaphore = createSemaphore(1);
  await expect(semaphore.run(async () => { throw new Error('no'); })).rejects.toThrow('no');
  await expect(semaphore.run(async () => 'next')).resolves.toBe('next');
});
