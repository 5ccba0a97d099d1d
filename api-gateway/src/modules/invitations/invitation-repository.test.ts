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

const anInvitation = (invitationFields: Partial<StoredInvitation> = {}): StoredInvitation => ({
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
  isLinkRevoked: false,
  attendees: [
    { uid: 'anna', status: 'accepted', orderKey: null, isMailed: false },
    { uid: 'ben', status: 'pending', orderKey: null, isMailed: false },
  ],
  ...invitationFields,
});

describeOnEachEngine('repositories of invitations, attendees and tombstones', (testDatabases) => {
  let database: OpenDatabase;

  const currentInvitationRepository = () => createInvitationRepository(database.knex);
  const currentAttendeeRepository = () => createAttendeeRepository(database.knex);
  const currentTombstoneRepository = () => createTombstoneRepository(database.knex);
  const writeWithRepositories = (
    repositoryWork: (
      invitationRepository: InvitationRepository,
      repositories: { readonly attendees: AttendeeRepository; readonly tombstones: TombstoneRepository },
    ) => Promise<void>,
  ) =>
    database.write(({ knex }) =>
      repositoryWork(createInvitationRepository(knex), {
        attendees: createAttendeeRepository(knex),
        tombstones: createTombstoneRepository(knex),
      }),
    );
  const addInvitations = (...invitationDrafts: Partial<StoredInvitation>[]) =>
    writeWithRepositories(async (invitationRepository) => {
      for (const invitationFields of invitationDrafts)
        await invitationRepository.insert(anInvitation(invitationFields));
    });
  const listKeys = async (listPage: Partial<InvitationListPage> & Pick<InvitationListPage, 'when'>, uid = 'anna') =>
    (await currentInvitationRepository().listOf(uid, { now: fixtureNow, behind: null, limit: 10, ...listPage })).map(
      ({ key }) => key,
    );

  beforeEach(async () => {
    database = await testDatabases.open();
    await database.write(({ knex }) =>
      createRestaurantRepository(knex).insert(aRestaurant({ key: 'kantine' }), { source: 'test', sourceId: '1' }),
    );
  });

  it('return an invitation as it was stored, by its key and by its link', async () => {
    const storedInvitation = anInvitation({
      isTakeAway: true,
      replacedMessageKey: 'm1',
      shareToken: 'token',
      attendees: [
        { uid: 'zoe', status: 'accepted', orderKey: null, isMailed: false },
        { uid: 'ben', status: 'declined', orderKey: null, isMailed: false },
        { uid: 'anna', status: 'pending', orderKey: null, isMailed: false },
      ],
    });
    await addInvitations(storedInvitation, { key: 'i2' });
    expect([
      await currentInvitationRepository().find('i1'),
      await currentInvitationRepository().findShared('token'),
    ]).toEqual([storedInvitation, storedInvitation]);
    expect([
      await currentInvitationRepository().find('none'),
      await currentInvitationRepository().findShared('none'),
    ]).toEqual([null, null]);
    expect((await currentInvitationRepository().findAll(['i2', 'none', 'i1'])).map(({ key }) => key)).toEqual([
      'i2',
      'i1',
    ]);
  });

  it('store each change alone', async () => {
    await addInvitations({});
    await writeWithRepositories((_invitations, { attendees }) =>
      attendees.putAnswer(anInvitation(), { uid: 'cem', status: 'accepted' }),
    );
    await writeWithRepositories((_invitations, { attendees }) =>
      attendees.putAnswer(anInvitation(), { uid: 'ben', status: 'declined' }),
    );
    await writeWithRepositories((invitationRepository) => invitationRepository.raiseSequence('i1', fixtureNow + 5));
    await writeWithRepositories((invitationRepository) => invitationRepository.update('i1', { isReminderSent: true }));
    await writeWithRepositories((invitationRepository) => invitationRepository.update('i1', { shareToken: 'token' }));
    const expectedAttendees = [
      { uid: 'anna', status: 'accepted', orderKey: null, isMailed: false },
      { uid: 'ben', status: 'declined', orderKey: null, isMailed: false },
      { uid: 'cem', status: 'accepted', orderKey: null, isMailed: false },
    ] as const;
    expect(await currentInvitationRepository().find('i1')).toEqual(
      anInvitation({
        attendees: expectedAttendees,
        sequence: 1,
        changedAt: fixtureNow + 5,
        isReminderSent: true,
        shareToken: 'token',
      }),
    );
    await writeWithRepositories((invitationRepository) =>
      invitationRepository.update('i1', { isCanceled: true, shareToken: null }),
    );
    expect(await currentInvitationRepository().find('i1')).toMatchObject({
      isCanceled: true,
      isReminderSent: true,
      shareToken: null,
    });
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
    expect([await listKeys({ when: 'upcoming' }), await listKeys({ when: 'past' })]).toEqual([
      ['a', 'b', 'late'],
      ['d', 'c', 'old'],
    ]);
    expect(await listKeys({ when: 'upcoming', behind: { key: 'a', date: fixtureNow }, limit: 1 })).toEqual(['b']);
    expect(await listKeys({ when: 'past', behind: { key: 'd', date: fixtureNow - 1 } })).toEqual(['c', 'old']);
    expect([await listKeys({ when: 'upcoming' }, 'ben'), await listKeys({ when: 'upcoming' }, 'cem')]).toEqual([
      ['a', 'b', 'late'],
      ['foreign'],
    ]);
    expect(await currentAttendeeRepository().listKeysOf('anna')).toEqual(['late', 'a', 'b', 'c', 'd', 'old']);
    expect(await currentInvitationRepository().listKeysOwnedBy('cem')).toEqual(['foreign']);
    expect((await currentInvitationRepository().listBefore(fixtureNow, 2)).map(({ key }) => key)).toEqual(['old', 'c']);
  });

  it('keep the place of a removed invitation for those who attended it', async () => {
    await addInvitations({}, { key: 'i2', date: fixtureNow - 5 });
    expect(await findListPosition(database.knex, 'ben', 'i1')).toEqual({ key: 'i1', date: fixtureNow + 60 });
    await writeWithRepositories(async (invitationRepository, { tombstones }) => {
      await invitationRepository.remove('i1');
      await tombstones.add(anInvitation(), ['ben']);
    });
    expect([
      await findListPosition(database.knex, 'ben', 'i1'),
      await currentTombstoneRepository().has('ben', 'i1'),
    ]).toEqual([{ key: 'i1', date: fixtureNow + 60 }, true]);
    expect([
      await findListPosition(database.knex, 'anna', 'i1'),
      await currentTombstoneRepository().has('anna', 'i1'),
      await currentTombstoneRepository().has('ben', 'i2'),
      await findListPosition(database.knex, 'cem', 'i2'),
    ]).toEqual([null, false, false, null]);
    expect([
      await currentInvitationRepository().find('i1'),
      await currentAttendeeRepository().listKeysOf('ben'),
    ]).toEqual([null, ['i2']]);
    await writeWithRepositories((_invitations, { tombstones }) => tombstones.removeAllOf('ben'));
    expect(await currentTombstoneRepository().has('ben', 'i1')).toBe(false);
  });

  it('remove old tombstones in batches', async () => {
    const tombstonesToAdd = ['first', 'second', 'third'].map((invitationKey, keyIndex) => ({
      key: invitationKey,
      date: fixtureNow + keyIndex,
    }));
    await writeWithRepositories(async (_invitations, { tombstones }) => {
      for (const newTombstone of tombstonesToAdd) await tombstones.add(newTombstone, ['ben']);
    });
    expect([
      await currentTombstoneRepository().listOf('ben'),
      await currentTombstoneRepository().listOf('anna'),
    ]).toEqual([tombstonesToAdd, []]);
    const removedCountByBatch: number[] = [];
    for (let batchIndex = 0; batchIndex < 3; batchIndex += 1)
      await writeWithRepositories(
        async (_invitations, { tombstones }) =>
          void removedCountByBatch.push(await tombstones.removeOldTombstones({ before: fixtureNow + 2, limit: 1 })),
      );
    expect([removedCountByBatch, (await currentTombstoneRepository().listOf('ben')).map(({ key }) => key)]).toEqual([
      [1, 1, 0],
      ['third'],
    ]);
  });

  it('store who was mailed an invitation, and return the owners of recent mails', async () => {
    await addInvitations({}, { key: 'i2' }, { key: 'old' }, { key: 'foreign', owner: 'cem' });
    await writeWithRepositories(async (_invitations, { attendees }) => {
      for (const [invitationKey, invitationDate] of [
        ['i1', 11],
        ['i2', 12],
        ['old', 10],
        ['foreign', 12],
      ] as const)
        await attendees.putMailed(invitationKey, ['ben'], invitationDate);
      await attendees.putMailed('i2', ['anna'], 12);
    });
    expect(
      (await currentInvitationRepository().find('i1'))?.attendees.map(({ uid, isMailed }) => [uid, isMailed]),
    ).toEqual([
      ['anna', false],
      ['ben', true],
    ]);
    const mailingOwners = await currentAttendeeRepository().findMailingOwners(['ben', 'anna', 'zoe'], 10);
    expect([...mailingOwners].map(([uid, senderUids]) => [uid, [...senderUids].sort()])).toEqual([
      ['ben', ['anna', 'anna', 'cem']],
    ]);
  });

  it('remove the order of an attendee, and no other', async () => {
    await addInvitations({});
    const orderKeys = async () =>
      (await currentInvitationRepository().find('i1'))?.attendees.map(({ orderKey }) => orderKey);
    await writeWithRepositories(
      async (_invitations, { attendees }) => void (await attendees.putOrder('i1', 'ben', 'o1')),
    );
    const removalResults: boolean[] = [];
    await writeWithRepositories(
      async (_invitations, { attendees }) =>
        void removalResults.push(
          await attendees.removeOrder('i1', 'ben', 'another'),
          await attendees.removeOrder('i1', 'anna', 'o1'),
          await attendees.removeOrder('i2', 'ben', 'o1'),
        ),
    );
    expect([removalResults, await orderKeys()]).toEqual([
      [false, false, false],
      [null, 'o1'],
    ]);
    await writeWithRepositories(
      async (_invitations, { attendees }) =>
        void removalResults.push(
          await attendees.removeOrder('i1', 'ben', 'o1'),
          await attendees.removeOrder('i1', 'ben', 'o1'),
        ),
    );
    expect([removalResults.slice(3), await orderKeys()]).toEqual([
      [true, false],
      [null, null],
    ]);
  });

  it('find the upcoming invitations of an owner to a guest who has neither declined nor ordered', async () => {
    const attendeesWithGuest = (answerStatus: 'pending' | 'accepted' | 'declined') =>
      [
        { uid: 'anna', status: 'accepted', orderKey: null, isMailed: false },
        { uid: 'ben', status: answerStatus, orderKey: null, isMailed: false },
      ] as const;
    await addInvitations(
      { key: 'late', date: fixtureNow + 90 },
      { key: 'comes', attendees: attendeesWithGuest('accepted') },
      { key: 'declined', attendees: attendeesWithGuest('declined') },
      { key: 'ordered' },
      { key: 'foreign', owner: 'cem' },
      { key: 'over', date: fixtureNow - 1 },
    );
    await writeWithRepositories(
      async (_invitations, { attendees }) => void (await attendees.putOrder('ordered', 'ben', 'o1')),
    );
    expect(
      await currentAttendeeRepository().listKeysBetween({ owner: 'anna', guest: 'ben', from: fixtureNow }),
    ).toEqual(['comes', 'late']);
    expect(
      await currentAttendeeRepository().listKeysBetween({ owner: 'anna', guest: 'cem', from: fixtureNow }),
    ).toEqual([]);
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
    expect([...(await currentAttendeeRepository().findCoAttendees('anna', ['ben', 'cem', 'zoe']))].sort()).toEqual([
      'ben',
      'cem',
    ]);
    expect([...(await currentAttendeeRepository().findCoAttendees('ben', ['cem', 'zoe']))]).toEqual([]);
  });

  it('remove an erased user and raise each sequence number', async () => {
    await addInvitations(
      {},
      { key: 'i2', owner: 'cem', attendees: [{ uid: 'cem', status: 'accepted', orderKey: null, isMailed: false }] },
    );
    await writeWithRepositories((_invitations, { attendees }) => attendees.removeAllOf('ben'));
    expect(await currentInvitationRepository().find('i1')).toEqual(
      anInvitation({ sequence: 1, attendees: [{ uid: 'anna', status: 'accepted', orderKey: null, isMailed: false }] }),
    );
    expect((await currentInvitationRepository().find('i2'))?.sequence).toBe(0);
  });
});
