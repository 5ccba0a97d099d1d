import { createTimeSlices } from './time-slices';

/** Turns of an event loop whose time and turns the test moves. */
const createManualTurns = () => {
  const dueCallbacks: (() => void)[] = [];
  let now = 0;
  const timeSlices = createTimeSlices({ nextTurn: (run) => void dueCallbacks.push(run), now: () => now });
  return {
    ...timeSlices,
    work: (ms: number) => void (now += ms),
    /** Runs what is due in the next turn, and everything that follows from it. */
    async passTurn() {
      for (const run of dueCallbacks.splice(0)) run();
      await new Promise((resolve) => setImmediate(resolve));
    },
    hasTurns: () => dueCallbacks.length > 0,
  };
};

it('lets short work go on at once', async () => {
  const { beginWork, mapInTurns, work } = createManualTurns();
  const pauseWhenLong = beginWork();
  await pauseWhenLong();
  work(2);
  await pauseWhenLong();
  expect(await mapInTurns([1, 2], (number) => number * 2)).toEqual([2, 4]);
});

it('lets long pieces of work take turns, each of them one in a turn', async () => {
  const { mapInTurns, work, passTurn, hasTurns } = createManualTurns();
  const converted: string[] = [];
  const convert = (item: string): string => {
    work(2);
    converted.push(item);
    return item;
  };
  const results = Promise.all([
    mapInTurns(['a1', 'a2', 'a3', 'a4', 'a5'], convert),
    mapInTurns(['b1', 'b2', 'b3'], convert),
  ]);
  const convertedByTurn = [converted.splice(0).join(' ')];
  while (hasTurns()) {
    await passTurn();
    convertedByTurn.push(converted.splice(0).join(' '));
  }
  expect(convertedByTurn).toEqual(['a1 a2', 'a3 a4', 'b1 b2', 'a5', 'b3', '']);
  expect(await results).toEqual([
    ['a1', 'a2', 'a3', 'a4', 'a5'],
    ['b1', 'b2', 'b3'],
  ]);
});

it('counts the time of each turn by itself', async () => {
  const { beginWork, work, passTurn } = createManualTurns();
  const pauseWhenLong = beginWork();
  await pauseWhenLong();
  work(5);
  await passTurn();
  await pauseWhenLong();
  work(2);
  await pauseWhenLong();
});

it('lets short work wait for one piece of long work, and not for a piece of each', async () => {
  const { beginWork, mapInTurns, work, passTurn, hasTurns } = createManualTurns();
  const events: string[] = [];
  const convert = (item: string): void => {
    work(3);
    events.push(item);
  };
  const longWork = ['a', 'b', 'c', 'd'].map((name) => mapInTurns(Array<string>(9).fill(name), convert));
  // Each of them has paused twice.
  for (let turn = 0; turn < 8; turn += 1) await passTurn();
  events.push('short work begins');
  const shortWork = beginWork()().then(() => events.push('short work'));
  while (hasTurns()) await passTurn();
  await Promise.all([...longWork, shortWork]);
  expect(events.indexOf('short work') - events.indexOf('short work begins')).toBeLessThanOrEqual(2);
});

it('rejects with the error of an item', async () => {
  const { mapInTurns } = createManualTurns();
  await expect(
    mapInTurns([1], () => {
      throw new Error('broken item');
    }),
  ).rejects.toThrow('broken item');
});
