import { describeOnEachEngine } from '../testing/temporary-database';
import { waitUntil } from '../testing/until';

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describeOnEachEngine('costly reads', (testDatabases) => {
  it('leave connections to everybody else, however many of them wait', async () => {
    const database = await testDatabases.open();
    let beginCount = 0;
    let finishReads = (): void => undefined;
    const whenFinished = new Promise<void>((resolve) => {
      finishReads = resolve;
    });
    const costlyReads = Array.from({ length: 20 }, (_, index) =>
      database.costlyReads.run({ address: `192.0.2.${index}`, person: '' }, () =>
        database.read(async () => {
          beginCount += 1;
          await whenFinished;
        }),
      ),
    );
    await waitUntil(() => beginCount > 0);
    for (let turn = 0; turn < 2 * costlyReads.length; turn += 1) await nextTurn();
    // Without a free connection this read would wait until the test runs out of time.
    expect(await database.read(async (knex) => (await knex('setting').select()).length)).toBeGreaterThanOrEqual(0);
    expect(beginCount).toBeLessThan(costlyReads.length);
    finishReads();
    await Promise.all(costlyReads);
    expect(beginCount).toBe(costlyReads.length);
  });
});
