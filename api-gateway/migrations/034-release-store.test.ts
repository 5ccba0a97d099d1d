import { createChannelRepository } from '../src/modules/releases/store/channel-repository';
import { knexOf } from '../src/platform/database/knex-of';
import { describeOnEachEngine } from '../src/platform/testing/temporary-database';
import * as releaseStore from './034-release-store';

describeOnEachEngine('releases from before the store of releases', (databaseFactory) => {
  it('keep their history, and can be pruned unless a channel delivers them', async () => {
    const database = await databaseFactory.open();
    const prunable = await database.write(async (tx) => {
      const knex = knexOf(tx.knex);
      await releaseStore.down(knex);
      for (const version of ['1.0.0', '1.0.1'])
        await knex('release').insert({ name: 'mf-social', version, manifest: '{}', published_at: 5 });
      await knex('release_channel').insert({ name: 'mf-social', channel: 'stable', version: '1.0.1' });
      await releaseStore.up(knex);
      expect(await knex('release_history').select('version', 'position')).toEqual([{ version: '1.0.1', position: 1 }]);
      return createChannelRepository(tx.knex).findPrunable(6);
    });
    expect(prunable).toEqual([{ name: 'mf-social', version: '1.0.0' }]);
  });
});
