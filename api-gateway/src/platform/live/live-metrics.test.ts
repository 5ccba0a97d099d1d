import { createLossyBus, followList, openLiveHarnesses, waitForKey } from '../testing/live-followers';
import { changeThings } from '../testing/live-harness';
import { describeOnEachEngine } from '../testing/temporary-database';
import { waitUntil } from '../testing/until';

describeOnEachEngine('the metrics of live data', (databases) => {
  const { open: openHarness, put, passTime } = openLiveHarnesses(databases);

  it('count snapshots, resumes and resets', async () => {
    const harness = await openHarness();
    const cursor = await followList(await harness.connectClient());
    await followList(await harness.connectClient(), cursor);
    await followList(await harness.connectClient(), 'another-history.1');
    expect([
      await harness.readMetric('mahlzeit_live_snapshots_total'),
      await harness.readMetric('mahlzeit_live_resumes_total'),
      await harness.readMetric('mahlzeit_live_resets_total{reason="foreign"}'),
      await harness.readMetric('mahlzeit_live_resets_total{reason="tooOld"}'),
    ]).toEqual([2, 1, 1, 0]);
  });

  it('time each fan-out, and the delay of changes that were read from the log', async () => {
    const bus = createLossyBus();
    const harness = await openHarness({ bus });
    const otherHarness = await openHarness({ bus: createLossyBus() });
    const client = await harness.connectClient();
    await followList(client);
    await put(harness, '1');
    await waitForKey(client, '1');
    expect([
      await harness.readMetric('mahlzeit_live_fanout_seconds_count'),
      await harness.readMetric('mahlzeit_live_lag_seconds_count'),
      await harness.readMetric('mahlzeit_live_gaps_total'),
    ]).toEqual([1, 0, 0]);
    // The clock of these databases stands before the one of the gateways, so that a write of another gateway is late.
    passTime(-3_000);
    await put(otherHarness, '2');
    bus.reconnect();
    await waitForKey(client, '2');
    expect([
      await harness.readMetric('mahlzeit_live_fanout_seconds_count'),
      await harness.readMetric('mahlzeit_live_lag_seconds_count'),
      await harness.readMetric('mahlzeit_live_lag_seconds_sum'),
      await harness.readMetric('mahlzeit_live_gaps_total'),
    ]).toEqual([2, 1, 3, 1]);
  });

  it('count the bytes that clients haven’t read', async () => {
    const harness = await openHarness();
    const client = await harness.connectClient();
    await followList(client);
    expect(await harness.readMetric('mahlzeit_live_buffered_bytes')).toBe(0);
    client.pause();
    const text = 'x'.repeat(60_000);
    // The size of the operating system's buffers differs.
    await waitUntil(async () => {
      await changeThings(harness.database, 'a', [{ key: '1', text }]);
      return (await harness.readMetric('mahlzeit_live_buffered_bytes')) > 0;
    });
    client.resume();
    await waitUntil(async () => (await harness.readMetric('mahlzeit_live_buffered_bytes')) === 0);
  });
});
