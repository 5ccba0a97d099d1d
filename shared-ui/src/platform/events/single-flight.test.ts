import { createSingleFlight } from './single-flight';

const pendingTask = () => {
  let finish = (): void => undefined;
  const task = jest.fn(() => new Promise<string>((resolve) => (finish = () => resolve('done'))));
  return { task, finish: () => finish() };
};

it('starts no second task while one is running', async () => {
  const flight = createSingleFlight();
  const { task, finish } = pendingTask();
  const running = flight.run(task);
  expect(flight.run(task)).toBeNull();
  finish();
  await expect(running).resolves.toBe('done');
  expect(task).toHaveBeenCalledTimes(1);
});

it('starts the next task after one that failed', async () => {
  const flight = createSingleFlight();
  await expect(flight.run(() => Promise.reject(new Error('offline')))).rejects.toThrow('offline');
  await expect(flight.run(() => Promise.resolve('done'))).resolves.toBe('done');
});
