import { createSingleFlight } from './single-flight';

const createPendingTask = () => {
  let finishTask = (): void => undefined;
  const task = jest.fn(() => new Promise<string>((resolve) => (finishTask = () => resolve('done'))));
  return { task, finish: () => finishTask() };
};

it('starts no second task while one is running', async () => {
  const singleFlight = createSingleFlight();
  const { task, finish } = createPendingTask();
  const firstRun = singleFlight.run(task);
  expect(singleFlight.run(task)).toBeNull();
  finish();
  await expect(firstRun).resolves.toBe('done');
  expect(task).toHaveBeenCalledTimes(1);
});

it('starts the next task after one that failed', async () => {
  const flight = createSingleFlight();
  await expect(flight.run(() => Promise.reject(new Error('offline')))).rejects.toThrow('offline');
  await expect(flight.run(() => Promise.resolve('done'))).resolves.toBe('done');
});
