import { aRestaurant, fixtureNow } from '@mahlzeit/contract/fixtures';
import type { OpenDatabase } from '../../platform/database/open-database';
import { describeOnEachEngine } from '../../platform/testing/temporary-database';
import { createRestaurantRepository } from '../discovery/testing/repositories';
import { createAttendeeRepository, type AttendeeRepository } from './attendee-repository';
import {
  createInvitationRepository,
  type InvitationRepository,
  type InvitationListPage,
  type StoredInvitation,
} from './invitation-repository';
import { findListPosition } from './invitation-state';
import { createTombstoneRepository, type TombstoneRepository } from './tombstone-repository';

const anInvitation = (fields: Partial<StoredInvitation> = {}): StoredInvitation => ({
  key: 'i1',
  owner: 'anna',
  restaurantKey: 'kantine',
  date: fixtureNow + 60,
  isTakeAway: false,
  isCanceled: false,
  isReminderSent: false,
  chatKey: 'c1',
  messageKey: 'm1',
  replacedMessageKey: null,
  sequence: 0,
  createdAt: fixtureNow,
  changedAt: fixtureNow,
  shareToken: null,
  attendees: [
    { uid: 'anna', status: 'accepted', orderKey: null, isMailed: false },
    { uid: 'ben', status: 'pending', orderKey: null, isMailed: false },
  ],
  ...fields,
});

describeOnEachEngine('repositories of invitations, attendees and tombstones', (databases) => {
  let database: OpenDatabase;

  const invitations = () => createInvitationRepository(database.knex);
  const attendees = () => createAttendeeRepository(database.knex);
  const tombstones = () => createTombstoneRepository(database.knex);
  const write = (
    work: (
      invitations: InvitationRepository,
      repositories: { readonly attendees: AttendeeRepository; readonly tombstones: TombstoneRepository },
    ) => Promise<void>,
  ) =>
    database.write(({ knex }) =>
      work(createInvitationRepository(knex), {
        attendees: createAttendeeRepository(knex),
        tombstones: createTombstoneRepository(knex),
      }),
    );
  const addInvitations = (...drafts: Partial<StoredInvitation>[]) =>
    write(async (repository) => {
      for (const fields of drafts) await repository.insert(anInvitation(fields));
    });
  const list = async (stretch: Partial<InvitationListPage> & Pick<InvitationListPage, 'when'>, uid = 'anna') =>
    (await invitations().listOf(uid, { now: fixtureNow, behind: null, limit: 10, ...stretch })).map(({ key }) => key);

  beforeEach(async () => {
    database = await databases.open();
    await database.write(({ knex }) =>
      createRestaurantRepository(knex).insert(aRestaurant({ key: 'kantine' }), { source: 'test', sourceId: '1' }),
    );
  });

  it('return an invitation as it was stored, by its key and by its link', async () => {
    const invitation = anInvitation({
      isTakeAway: true,
      replacedMessageKey: 'm1',
      shareToken: 'token',
      attendees: [
        { uid: 'zoe', status: 'accepted', orderKey: null, isMailed: false },
        { uid: 'ben', status: 'declined', orderKey: null, isMailed: false },
        { uid: 'anna', status: 'pending', orderKey: null, isMailed: false },
      ],
    });
    await addInvitations(invitation, { key: 'i2' });
    expect([await invitations().find('i1'), await invitations().findShared('token')]).toEqual([invitation, invitation]);
    expect([await invitations().find('none'), await invitations().findShared('none')]).toEqual([null, null]);
    expect((await invitations().findAll(['i2', 'none', 'i1'])).map(({ key }) => key)).toEqual(['i2', 'i1']);
  });

  it('store each change alone', async () => {
    await addInvitations({});
    await write((_invitations, { attendees }) =>
      attendees.putAnswer(anInvitation(), { uid: 'cem', status: 'accepted' }),
    );
    await write((_invitations, { attendees }) =>
      attendees.putAnswer(anInvitation(), { uid: 'ben', status: 'declined' }),
    );
    await write((repository) => repository.raiseSequence('i1', fixtureNow + 5));
    await write((repository) => repository.update('i1', { isReminderSent: true }));
    await write((repository) => repository.update('i1', { shareToken: 'token' }));
    const attendees = [
      { uid: 'anna', status: 'accepted', orderKey: null, isMailed: false },
      { uid: 'ben', status: 'declined', orderKey: null, isMailed: false },
      { uid: 'cem', status: 'accepted', orderKey: null, isMailed: false },
    ] as const;
    expect(await invitations().find('i1')).toEqual(
      anInvitation({ attendees, sequence: 1, changedAt: fixtureNow + 5, isReminderSent: true, shareToken: 'token' }),
    );
    await write((repository) => repository.update('i1', { isCanceled: true, shareToken: null }));
    expect(await invitations().find('i1')).toMatchObject({ isCanceled: true, isReminderSent: true, shareToken: null });
  });

  it('list invitations by date, then by key, after any row', async () => {
    await addInvitations(
      { key: 'b', date: fixtureNow },
      { key: 'a', date: fixtureNow },
      { key: 'late', date: fixtureNow + 9 },
      { key: 'd', date: fixtureNow - 1 },
      { key: 'c', date: fixtureNow - 1 },
      { key: 'old', date: fixtureNow - 9 },
    );
    await addInvitations({
      key: 'foreign',
      owner: 'cem',
      attendees: [{ uid: 'cem', status: 'accepted', orderKey: null, isMailed: false }],
    });
    expect([await list({ when: 'upcoming' }), await list({ when: 'past' })]).toEqual([
      ['a', 'b', 'late'],
      ['d', 'c', 'old'],
    ]);
    expect(await list({ when: 'upcoming', behind: { key: 'a', date: fixtureNow }, limit: 1 })).toEqual(['b']);
    expect(await list({ when: 'past', behind: { key: 'd', date: fixtureNow - 1 } })).toEqual(['c', 'old']);
    expect([await list({ when: 'upcoming' }, 'ben'), await list({ when: 'upcoming' }, 'cem')]).toEqual([
      ['a', 'b', 'late'],
      ['foreign'],
    ]);
    expect(await attendees().listKeysOf('anna')).toEqual(['late', 'a', 'b', 'c', 'd', 'old']);
    expect(await invitations().listKeysOwnedBy('cem')).toEqual(['foreign']);
    expect((await invitations().listBefore(fixtureNow, 2)).map(({ key }) => key)).toEqual(['old', 'c']);
  });

  it('keep the place of a removed invitation for those who attended it', async () => {
    await addInvitations({}, { key: 'i2', date: fixtureNow - 5 });
    expect(await findListPosition(database.knex, 'ben', 'i1')).toEqual({ key: 'i1', date: fixtureNow + 60 });
    await write(async (repository, { tombstones }) => {
      await repository.remove('i1');
      await tombstones.add(anInvitation(), ['ben']);
    });
    expect([await findListPosition(database.knex, 'ben', 'i1'), await tombstones().has('ben', 'i1')]).toEqual([
      { key: 'i1', date: fixtureNow + 60 },
      true,
    ]);
    expect([
      await findListPosition(database.knex, 'anna', 'i1'),
      await tombstones().has('anna', 'i1'),
      await tombstones().has('ben', 'i2'),
      await findListPosition(database.knex, 'cem', 'i2'),
    ]).toEqual([null, false, false, null]);
    expect([await invitations().find('i1'), await attendees().listKeysOf('ben')]).toEqual([null, ['i2']]);
    await write((_invitations, { tombstones }) => tombstones.removeAllOf('ben'));
    expect(await tombstones().has('ben', 'i1')).toBe(false);
  });

  it('remove old tombstones in batches', async () => {
    const tombstonesToAdd = ['first', 'second', 'third'].map((key, index) => ({ key, date: fixtureNow + index }));
    await write(async (_invitations, { tombstones }) => {
      for (const tombstone of tombstonesToAdd) await tombstones.add(tombstone, ['ben']);
    });
    expect([await tombstones().listOf('ben'), await tombstones().listOf('anna')]).toEqual([tombstonesToAdd, []]);
    const removedCounts: number[] = [];
    for (let time = 0; time < 3; time += 1)
      await write(
        async (_invitations, { tombstones }) =>
          void removedCounts.push(await tombstones.removeOldTombstones({ before: fixtureNow + 2, limit: 1 })),
      );
    expect([removedCounts, (await tombstones().listOf('ben')).map(({ key }) => key)]).toEqual([[1, 1, 0], ['third']]);
  });

  it('store who was mailed an invitation, and return the owners of recent mails', async () => {
    await addInvitations({}, { key: 'i2' }, { key: 'old' }, { key: 'foreign', owner: 'cem' });
    await write(async (_invitations, { attendees }) => {
      for (const [key, date] of [
        ['i1', 11],
        ['i2', 12],
        ['old', 10],
        ['foreign', 12],
      ] as const)
        await attendees.putMailed(key, ['ben'], date);
      await attendees.putMailed('i2', ['anna'], 12);
    });
    expect((await invitations().find('i1'))?.attendees.map(({ uid, isMailed }) => [uid, isMailed])).toEqual([
      ['anna', false],
      ['ben', true],
    ]);
    const owners = await attendees().findMailingOwners(['ben', 'anna', 'zoe'], 10);
    expect([...owners].map(([uid, senders]) => [uid, [...senders].sort()])).toEqual([['ben', ['anna', 'anna', 'cem']]]);
  });

  it('remove the order of an attendee, and no other', async () => {
    await addInvitations({});
    const ordered = async () => (await invitations().find('i1'))?.attendees.map(({ orderKey }) => orderKey);
    await write(async (_invitations, { attendees }) => void (await attendees.putOrder('i1', 'ben', 'o1')));
    const removals: boolean[] = [];
    await write(
      async (_invitations, { attendees }) =>
        void removals.push(
          await attendees.removeOrder('i1', 'ben', 'another'),
          await attendees.removeOrder('i1', 'anna', 'o1'),
          await attendees.removeOrder('i2', 'ben', 'o1'),
        ),
    );
    expect([removals, await ordered()]).toEqual([
      [false, false, false],
      [null, 'o1'],
    ]);
    await write(
      async (_invitations, { attendees }) =>
        void removals.push(
          await attendees.removeOrder('i1', 'ben', 'o1'),
          await attendees.removeOrder('i1', 'ben', 'o1'),
        ),
    );
    expect([removals.slice(3), await ordered()]).toEqual([
      [true, false],
      [null, null],
    ]);
  });

  it('find the upcoming invitations of an owner to a guest who has neither declined nor ordered', async () => {
    const guest = (status: 'pending' | 'accepted' | 'declined') =>
      [
        { uid: 'anna', status: 'accepted', orderKey: null, isMailed: false },
        { uid: 'ben', status, orderKey: null, isMailed: false },
      ] as const;
    await addInvitations(
      { key: 'late', date: fixtureNow + 90 },
      { key: 'comes', attendees: guest('accepted') },
      { key: 'declined', attendees: guest('declined') },
      { key: 'ordered' },
      { key: 'foreign', owner: 'cem' },
      { key: 'over', date: fixtureNow - 1 },
    );
    await write(async (_invitations, { attendees }) => void (await attendees.putOrder('ordered', 'ben', 'o1')));
    expect(await attendees().listKeysBetween({ owner: 'anna', guest: 'ben', from: fixtureNow })).toEqual([
      'comes',
      'late',
    ]);
    expect(await attendees().listKeysBetween({ owner: 'anna', guest: 'cem', from: fixtureNow })).toEqual([]);
  });

  it('find users who attend the same invitation, whatever they answered', async () => {
    await addInvitations(
      {},
      {
        key: 'i2',
        owner: 'cem',
        attendees: [
          { uid: 'cem', status: 'accepted', orderKey: null, isMailed: false },
          { uid: 'anna', status: 'declined', orderKey: null, isMailed: false },
        ],
      },
    );
    expect([...(await attendees().findCoAttendees('anna', ['ben', 'cem', 'zoe']))].sort()).toEqual(['ben', 'cem']);
    expect([...(await attendees().findCoAttendees('ben', ['cem', 'zoe']))]).toEqual([]);
  });

  it('remove an erased user and raise each sequence number', async () => {
    await addInvitations(
      {},
      { key: 'i2', owner: 'cem', attendees: [{ uid: 'cem', status: 'accepted', orderKey: null, isMailed: false }] },
    );
    await write((_invitations, { attendees }) => attendees.removeAllOf('ben'));
    expect(await invitations().find('i1')).toEqual(
      anInvitation({ sequence: 1, attendees: [{ uid: 'anna', status: 'accepted', orderKey: null, isMailed: false }] }),
    );
    expect((await invitations().find('i2'))?.sequence).toBe(0);
  });
});
