import { runForClient } from './current-client';
import { createTimeSlices } from './time-slices';

/** Creates time slices whose event loop and time the test controls. */
const createManualTurns = () => {
  const dueCallbacks: (() => void)[] = [];
  let now = 0;
  const timeSlices = createTimeSlices({ nextTurn: (run) => void dueCallbacks.push(run), now: () => now });
  return {
    ...timeSlices,
    work: (ms: number) => void (now += ms),
    /** Runs everything that is due in the next turn of the event loop, and all that follows from it. */
    async passTurn() {
      for (const run of dueCallbacks.splice(0)) run();
      await new Promise((resolve) => setImmediate(resolve));
    },
    hasTurns: () => dueCallbacks.length > 0,
  };
};

it('lets short work go on at once', async () => {
  const { pauseLongWork, mapInTurns, work } = createManualTurns();
  await pauseLongWork();
  work(2);
  await pauseLongWork();
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
  const { pauseLongWork, work, passTurn } = createManualTurns();
  await pauseLongWork();
  work(5);
  await passTurn();
  await pauseLongWork();
  work(2);
  await pauseLongWork();
});

it('lets the work of a client who does little go before a round of those who do much', async () => {
  const { pauseLongWork, mapInTurns, work, passTurn, hasTurns } = createManualTurns();
  const events: string[] = [];
  const convert = (name: string): void => {
    work(3);
    events.push(name);
  };
  const runFor = <T>(person: string, run: () => Promise<T>): Promise<T> =>
    runForClient({ address: `address of ${person}`, person }, run);
  const longWork = ['a', 'b', 'c', 'd'].map((name) =>
    runFor(name, () => mapInTurns(Array<string>(9).fill(name), convert)),
  );
  for (let turn = 0; turn < 6; turn += 1) await passTurn();
  events.push('anna begins');
  const annasWork = runFor('anna', pauseLongWork).then(() => events.push('anna'));
  while (hasTurns()) await passTurn();
  await Promise.all([...longWork, annasWork]);
  expect(events.slice(events.indexOf('anna begins'), events.indexOf('anna'))).toEqual(['anna begins']);
  // The others take turns among themselves.
  expect(new Set(events.slice(0, 6))).toEqual(new Set(['a', 'b', 'c', 'd']));
});

it('rejects with the error of an item', async () => {
  const { mapInTurns } = createManualTurns();
  await expect(
    mapInTurns([1], () => {
      throw new Error('broken item');
    }),
  ).rejects.toThrow('broken item');
});
