import { anonymousUser } from '../src/modules/identity/user/user-rules';
import { createUserRepository } from '../src/modules/identity/store/user-repository';
import { mayEarlierReleaseRun } from '../src/platform';
import { knexOf } from '../src/platform/database/knex-of';
import { describeOnEachEngine } from '../src/platform/testing/temporary-database';
import * as secrets from './050-secrets';

describeOnEachEngine('the upgrade to secrets outside of the database', (databaseFactory) => {
  it('lasts an hour where the release before has opened sessions, and is over in a new database', async () => {
    const database = await databaseFactory.open();
    await database.write(async ({ knex }) => {
      await secrets.down(knexOf(knex));
      await secrets.up(knexOf(knex));
      expect(await mayEarlierReleaseRun(knex, Date.now())).toBe(false);
      await secrets.down(knexOf(knex));
      await createUserRepository(knex).insert(anonymousUser('anna', 1));
      await knexOf(knex)('session').insert({ id: 'plain', uid: 'anna', auth_time: 1, expires_at: 2, ended_at: null });
      await secrets.up(knexOf(knex));
      expect(await mayEarlierReleaseRun(knex, Date.now())).toBe(true);
      expect(await mayEarlierReleaseRun(knex, Date.now() + 3_600_001)).toBe(false);
      await secrets.down(knexOf(knex));
      expect(await mayEarlierReleaseRun(knex, Date.now())).toBe(false);
      await secrets.up(knexOf(knex));
    });
  });
});
