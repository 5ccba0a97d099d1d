import { defaultRetention, pruneChangeLog } from '../database/change-log';
import { followList, deltaKeysOf, openLiveHarnesses, waitForKey } from '../testing/live-followers';
import { changeThings } from '../testing/live-harness';
import { describeOnEachEngine } from '../testing/temporary-database';

describeOnEachEngine('live topics for slow readers', (databases) => {
  const { open: openHarness, put, writtenAt } = openLiveHarnesses(databases);

  it('pauses a client that does not read, later sends it everything in order, and serves others meanwhile', async () => {
    const harness = await openHarness();
    const slowClient = await harness.connectClient('anna');
    const quickClient = await harness.connectClient('ben');
    await followList(slowClient);
    await followList(quickClient);
    slowClient.pause();
    const text = 'x'.repeat(60_000);
    const changeCount = 250;
    for (let index = 0; index < changeCount; index += 1)
      await changeThings(harness.database, 'a', [{ key: String(index), text }]);
    await waitForKey(quickClient, String(changeCount - 1));
    slowClient.resume();
    await waitForKey(slowClient, String(changeCount - 1));
    expect(deltaKeysOf(slowClient.frames)).toEqual(Array.from({ length: changeCount }, (_, index) => String(index)));
    expect(slowClient.frames.filter((frame) => frame.op === 'snap' || frame.op === 'reset')).toHaveLength(1);
  }, 120_000);

  it('sends a paused client a snapshot when the log has lost its position', async () => {
    const harness = await openHarness();
    const slowClient = await harness.connectClient('anna');
    await followList(slowClient);
    slowClient.pause();
    const text = 'x'.repeat(60_000);
    for (let index = 0; index < 250; index += 1)
      await changeThings(harness.database, 'a', [{ key: String(index % 3), text: `${index}${text}` }]);
    await pruneChangeLog(harness.database, { retention: { ...defaultRetention, keepRows: 1 }, realNow: writtenAt() });
    slowClient.resume();
    expect(await slowClient.next('reset')).toMatchObject({ reason: 'tooOld' });
    await slowClient.next('live');
    await put(harness, 'after');
    await waitForKey(slowClient, 'after');
  }, 120_000);

  it('closes a client with 4408 that has been far behind for ten seconds', async () => {
    const harness = await openHarness({ limits: { slowBytes: 128 * 1024, pingMs: 1e12 }, tokenMs: 1e12 });
    const slowClient = await harness.connectClient('anna');
    const quickClient = await harness.connectClient('ben');
    await followList(slowClient);
    await followList(quickClient);
    slowClient.pause();
    const text = 'x'.repeat(60_000);
    for (let index = 0; index < 250; index += 1)
      await changeThings(harness.database, 'a', [{ key: String(index), text }]);
    await waitForKey(quickClient, '249');
    // Waits until the gateway closes the socket of the slow client, because the size of the operating system's buffers
    // differs.
    while ((await harness.countCloses(4408)) === 0) {
      harness.clock.advance(10_000);
      await new Promise((resolve) => setImmediate(resolve));
    }
    slowClient.resume();
    expect(await slowClient.whenClosed).toBe(4408);
    quickClient.say({ op: 'ping' });
    await quickClient.next('pong');
  }, 120_000);
});
