import { remindJob, stampJob } from '../testing/job-harness';
import { describeOnEachEngine } from '../testing/temporary-database';
import { createTestClock } from '../testing/test-clock';
import { createDueCheck } from './due-check';
import { createJobQueue } from './job-queue';

describeOnEachEngine('a due job', (databases) => {
  it('is found for the workers of all kinds by one look, each by the clock of its kind', async () => {
    const database = await databases.open();
    const clock = createTestClock('2026-06-24T09:30:00Z');
    const queue = createJobQueue(clock);
    await database.write(async (tx) => {
      await queue.enqueue(tx, stampJob, { payload: { paper: 'a' }, dueAt: clock.realNow() });
      await queue.enqueue(tx, remindJob, { payload: { text: 'later' }, dueAt: clock.now() + 1 });
    });
    let lookCount = 0;
    const watchedDatabase = {
      ...database,
      get knex() {
        lookCount += 1;
        return database.knex;
      },
    };
    const isAnyDue = createDueCheck({ database: watchedDatabase, clock });
    expect(await Promise.all([isAnyDue(stampJob), isAnyDue(remindJob)])).toEqual([true, false]);
    await clock.moveTo(clock.now() + 1);
    expect(await Promise.all([isAnyDue(stampJob), isAnyDue(remindJob)])).toEqual([true, true]);
    expect(lookCount).toBe(2);
  });
});
