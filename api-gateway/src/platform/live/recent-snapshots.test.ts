import { createRecentSnapshots } from './recent-snapshots';

const HEAD = { name: 'restaurant/mensa', epoch: 'e', seq: 3, floor: 0 };

const createReader = () => {
  let now = 0;
  let readCount = 0;
  const snapshots = createRecentSnapshots(() => now);
  const read = (head = HEAD) =>
    snapshots.at(head, async () => {
      readCount += 1;
      return [{ collection: 'meals', key: String(readCount), value: {} }];
    });
  return { read, reads: () => readCount, pass: (ms: number) => void (now += ms) };
};

describe('createRecentSnapshots', () => {
  it('reads a topic once for all who ask within a moment', async () => {
    const { read, reads, pass } = createReader();
    const first = await read();
    pass(999);
    expect(await read()).toBe(first);
    expect(reads()).toBe(1);
  });

  it.each([
    ['after a moment', HEAD, 1_000],
    ['after a change', { ...HEAD, seq: 4 }, 0],
    ['in another history', { ...HEAD, epoch: 'f' }, 0],
    ['for another topic', { ...HEAD, name: 'restaurant/linde' }, 0],
  ])('reads again %s', async (_name, head, ms) => {
    const { read, reads, pass } = createReader();
    await read();
    pass(ms);
    await read(head);
    expect(reads()).toBe(2);
  });
});
