import { connectLive, type LiveTestClient } from '../testing/live-test-client';
import { openLiveHarness, type LiveHarness, type LiveHarnessOptions } from '../testing/live-harness';
import { describeOnEachEngine } from '../testing/temporary-database';

const FLOOD_SOCKETS = 4;
const FLOOD_TOPICS = 60;

describeOnEachEngine('many sockets at once', (databases) => {
  const harnesses: LiveHarness[] = [];
  afterEach(async () => {
    for (const harness of harnesses.splice(0)) await harness.close();
  });
  const openHarness = async (options?: LiveHarnessOptions): Promise<LiveHarness> => {
    const harness = await openLiveHarness(await databases.open(), options);
    harnesses.push(harness);
    return harness;
  };

  const sendFlood = (clients: readonly LiveTestClient[]): void => {
    for (const [index, client] of clients.entries())
      for (let count = 0; count < FLOOD_TOPICS; count += 1)
        client.say({ op: 'sub', id: `list/${index}-${count}`, topic: `list/${index}-${count}` });
  };

  it('let another person’s subscription begin before the many of one', async () => {
    const harness = await openHarness();
    const readLists: string[] = [];
    harness.onRightsRead((listKey) => readLists.push(listKey));
    const floodClients = [];
    for (let count = 0; count < FLOOD_SOCKETS; count += 1) floodClients.push(await harness.connectClient('mallory'));
    const anna = await harness.connectClient('anna');
    sendFlood(floodClients);
    anna.say({ op: 'sub', id: 'list/anna', topic: 'list/anna' });
    await anna.next('live');
    // Anna's message waits for some turns of the event loop in the network, but never for all messages of the flood.
    expect(readLists.indexOf('anna')).toBeLessThan((FLOOD_SOCKETS * FLOOD_TOPICS) / 4);
  });

  it('begin at most as many readings in a turn of the event loop as may run at once', async () => {
    const harness = await openHarness();
    let readsOfTurn = 0;
    let highestReadCount = 0;
    let isCounting = true;
    harness.onRightsRead(() => (readsOfTurn += 1));
    const countTurn = (): void => {
      highestReadCount = Math.max(highestReadCount, readsOfTurn);
      readsOfTurn = 0;
      if (isCounting) setImmediate(countTurn);
    };
    const client = await harness.connectClient('mallory');
    countTurn();
    sendFlood([client]);
    for (let count = 0; count < FLOOD_TOPICS; count += 1) await client.next('live');
    isCounting = false;
    expect(highestReadCount).toBeLessThanOrEqual(4);
  });

  it('keep the order of the messages of one socket', async () => {
    const { connectClient } = await openHarness();
    const client = await connectClient('anna');
    for (let count = 0; count < 20; count += 1) {
      client.say({ op: 'sub', id: 'list/a', topic: 'list/a' });
      client.say({ op: 'unsub', id: 'list/a' });
    }
    client.say({ op: 'sub', id: 'list/b', topic: 'list/b' });
    client.say({ op: 'ping' });
    await client.next('pong');
    expect(client.frames.some(({ op }) => op === 'err')).toBe(false);
  });

  it('of one address are bounded: further ones are told when to come back', async () => {
    const { url, connectClient } = await openHarness({ limits: { connectionsPerAddress: 2 } });
    const first = await connectClient('anna');
    await connectClient('ben');
    const refusedClient = await connectLive(url, { token: 'cem' });
    expect(await refusedClient.whenClosed).toBe(4409);
    expect(refusedClient.frames).toEqual([{ op: 'bye', retryMs: 30_000 }]);
    first.terminate();
    await first.whenClosed;
    const isAdmitted = async (): Promise<boolean> =>
      (await connectLive(url, { token: 'cem' })).next('welcome').then(
        () => true,
        () => false,
      );
    // Repeats until a new connection is accepted: the gateway notices the cut connection a moment after its client.
    while (!(await isAdmitted()));
  });
});
