import { knexOf } from '../src/platform/database/knex-of';
import { describeOnEachEngine } from '../src/platform/testing/temporary-database';
import * as releaseRollout from './036-release-rollout';

describeOnEachEngine('acts from before rollouts to a share', (databaseFactory) => {
  it('concerned everybody, if they moved a channel', async () => {
    const database = await databaseFactory.open();
    const shares = await database.write(async (tx) => {
      const knex = knexOf(tx.knex);
      await releaseRollout.down(knex);
      for (const channel of ['stable', null])
        await knex('release_act').insert({
          name: 'mf-social',
          at: 5,
          by_name: 'social-ci',
          act: 'publish',
          version: '1.0.0',
          channel,
        });
      await releaseRollout.up(knex);
      return knex('release_act').orderBy('id').pluck('share');
    });
    expect(shares).toEqual([100, null]);
  });
});
