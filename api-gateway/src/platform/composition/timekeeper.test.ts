import { describeOnEachEngine } from '../testing/temporary-database';
import { createTestClock } from '../testing/test-clock';
import { createTimekeeper } from './timekeeper';

const START = '2026-06-24T11:30:00+02:00';
const EVENING = Date.parse('2026-06-24T18:00:00+02:00');

describeOnEachEngine('the timekeepers of two gateways', (databases) => {
  const openTimekeeper = async () => {
    const clock = createTestClock(START);
    const onFollowed = jest.fn();
    const moved = jest.fn();
    const timekeeper = createTimekeeper({ clock, database: await databases.open(), onFollowed });
    timekeeper.onMoved(async () => moved());
    // Moves the clock to its own time, to store its offset: the stored offset of a new database is that of real time,
    // but the test's clock has another.
    await timekeeper.moveTo(clock.now());
    return { clock, timekeeper, onFollowed, moved };
  };

  it('show the same time after one of them was moved, and do its work once', async () => {
    const first = await openTimekeeper();
    const second = await openTimekeeper();
    await first.timekeeper.moveTo(EVENING);
    await second.timekeeper.follower.run();
    expect(second.clock.now()).toBe(EVENING);
    expect([second.onFollowed.mock.calls.length, second.moved.mock.calls.length]).toEqual([1, 1]);
    expect(first.moved).toHaveBeenCalledTimes(2);
  });

  it('follow nothing while the time is the same, and never go back during a move', async () => {
    const { clock, timekeeper, onFollowed } = await openTimekeeper();
    const followPromise = timekeeper.follower.run();
    const movePromise = timekeeper.moveTo(EVENING);
    await Promise.all([followPromise, timekeeper.follower.run(), movePromise]);
    expect([clock.now(), onFollowed.mock.calls.length]).toEqual([EVENING, 0]);
  });

  it('let the work of a move run all workers, the follower among them', async () => {
    const { clock, timekeeper } = await openTimekeeper();
    timekeeper.onMoved(() => timekeeper.follower.run());
    await timekeeper.moveTo(EVENING);
    expect(clock.now()).toBe(EVENING);
  });
});
