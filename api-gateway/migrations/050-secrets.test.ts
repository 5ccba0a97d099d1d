import { anonymousUser } from '../src/modules/identity/user/user-rules';
import { createUserRepository } from '../src/modules/identity/store/user-repository';
import { mayEarlierReleaseRun } from '../src/platform';
import { beginUpgrade } from '../src/platform/database/earlier-release';
import { knexOf } from '../src/platform/database/knex-of';
import { describeOnEachEngine } from '../src/platform/testing/temporary-database';
import * as secrets from './050-secrets';

const HOUR_MS = 3_600_000;

describeOnEachEngine('the upgrade to secrets outside of the database', (databaseFactory) => {
  it('lasts an hour where the release before has opened sessions, and is over in a new database', async () => {
    const database = await databaseFactory.open();
    await database.write(async ({ knex }) => {
      const lasts = (realNow: number) => mayEarlierReleaseRun(knex, realNow);
      const migrateAgain = async () => {
        await secrets.down(knexOf(knex));
        await secrets.up(knexOf(knex));
      };
      await migrateAgain();
      await beginUpgrade(knex, 1);
      expect(await lasts(1)).toBe(false);
      await createUserRepository(knex).insert(anonymousUser('anna', 1));
      await knexOf(knex)('session').insert({ id: 'plain', uid: 'anna', auth_time: 1, expires_at: 2, ended_at: null });
      await migrateAgain();
      expect(await lasts(HOUR_MS)).toBe(true);
      for (const startOfGateway of [1, 2]) await beginUpgrade(knex, startOfGateway);
      expect([await lasts(HOUR_MS), await lasts(HOUR_MS + 1)]).toEqual([true, false]);
    });
  });
});
