import { aRestaurant, fixtureNow } from '@mahlzeit/contract/fixtures';
import { createRestaurantRepository } from '../src/modules/discovery/testing/repositories';
import { createInvitationRepository } from '../src/modules/invitations/invitation-repository';
import { describeOnEachEngine } from '../src/platform/testing/temporary-database';
import * as ownerMails from './032-owner-mails';

describeOnEachEngine('invitations from before owners were mailed', (databaseFactory) => {
  it('may be in the calendars of owners whose invitations have changed, and of nobody else', async () => {
    const database = await databaseFactory.open();
    const attendees = ['anna', 'ben'].map(
      (uid) => ({ uid, status: 'accepted', orderKey: null, isMailed: false }) as const,
    );
    await database.write(async ({ knex }) => {
      await createRestaurantRepository(knex).insert(aRestaurant({ key: 'kantine' }), { source: 'test', sourceId: '1' });
      const invitationRepository = createInvitationRepository(knex);
      for (const [key, sequence] of [
        ['new', 0],
        ['changed', 2],
      ] as const) {
        await invitationRepository.insert({
          key,
          owner: 'anna',
          restaurantKey: 'kantine',
          date: fixtureNow,
          isTakeAway: false,
          isCanceled: false,
          isReminderSent: false,
          chatKey: 'c1',
          messageKey: 'm1',
          replacedMessageKey: null,
          sequence,
          createdAt: fixtureNow,
          changedAt: fixtureNow,
          shareToken: null,
          isLinkRevoked: false,
          attendees,
        });
      }
    });
    const readMailedRows = () =>
      database.knex('invitation_attendee').whereNotNull('mailed_at').select('invitation_key', 'uid', 'mailed_at');
    await database.write(({ knex }) => ownerMails.up(knex));
    expect(await readMailedRows()).toEqual([{ invitation_key: 'changed', uid: 'anna', mailed_at: 0 }]);
    await database.write(({ knex }) => ownerMails.down(knex));
    expect(await readMailedRows()).toEqual([]);
  });
});
