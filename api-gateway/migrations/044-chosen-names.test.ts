import { createUserRepository } from '../src/modules/identity/store/user-repository';
import { anonymousUser } from '../src/modules/identity/user/user-rules';
import { createPeopleRepository } from '../src/modules/identity/store/people-repository';
import { knexOf } from '../src/platform/database/knex-of';
import { describeOnEachEngine } from '../src/platform/testing/temporary-database';
import * as chosenNames from './044-chosen-names';

describeOnEachEngine('users from before names were chosen', (databaseFactory) => {
  it('keep the names that they chose, and lose those of their e-mail addresses', async () => {
    const database = await databaseFactory.open();
    await database.write(async ({ knex }) => {
      const users = createUserRepository(knex);
      for (const [uid, displayName] of [
        ['anna.lindqvist', 'anna.lindqvist'],
        ['ben', 'Ben Okafor'],
      ] as const)
        await users.insert({
          ...anonymousUser(uid, 1),
          isAnonymous: false,
          isVisible: true,
          email: `${uid}@mahlzeit.test`,
          displayName,
        });
      await chosenNames.up(knexOf(knex));
      const readNames = async () =>
        (await createPeopleRepository(knex).find(['anna.lindqvist', 'ben'])).map(({ displayName }) => displayName);
      expect((await readNames()).sort()).toEqual(['', 'Ben Okafor']);
      expect(await createPeopleRepository(knex).searchVisible('anna', 5)).toEqual([]);
      await chosenNames.down(knexOf(knex));
      expect((await readNames()).sort()).toEqual(['Ben Okafor', 'anna.lindqvist']);
    });
  });
});
