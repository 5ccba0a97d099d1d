import type { AttendeeStatus } from '@mahlzeit/contract/rules';
import type { TestGateway } from '../../../platform/testing/test-gateway';
import { RESTAURANT_KEY } from './counter';

/**
 * Inserts a meetup. The first attendee is its owner; all attendees have accepted it unless `guestStatus` names another
 * answer of the guests. `date` is in epoch milliseconds.
 */
export const insertMeetup = async (
  { database, clock }: Pick<TestGateway, 'database'> & { readonly clock: Pick<TestGateway['clock'], 'now'> },
  {
    key,
    date,
    attendees,
    guestStatus = 'accepted',
  }: {
    readonly key: string;
    readonly date: number;
    readonly attendees: readonly { readonly uid: string }[];
    readonly guestStatus?: AttendeeStatus;
  },
): Promise<void> => {
  const now = clock.now();
  await database.write(async ({ knex }) => {
    await knex('invitation').insert({
      key,
      owner_uid: attendees[0]?.uid,
      restaurant_key: RESTAURANT_KEY,
      date,
      is_take_away: true,
      is_canceled: false,
      is_reminder_sent: false,
      chat_key: key,
      message_key: key,
      replaced_message_key: null,
      sequence: 0,
      created_at: now,
      changed_at: now,
      share_token: null,
    });
    for (const [attendeePosition, { uid }] of attendees.entries())
      await knex('invitation_attendee').insert({
        invitation_key: key,
        uid,
        date,
        position: attendeePosition,
        status: attendeePosition === 0 ? 'accepted' : guestStatus,
      });
  });
};
