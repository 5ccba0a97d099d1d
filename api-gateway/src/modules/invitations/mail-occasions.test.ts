import type { InvitationForm } from '@mahlzeit/contract';
import { aRestaurant } from '@mahlzeit/contract/fixtures';
import type { WriteTransaction } from '../../platform';
import { createTestClock, type TestClock } from '../../platform/testing/test-clock';
import { describeOnEachEngine } from '../../platform/testing/temporary-database';
import type { OpenDatabase } from '../../platform/database/open-database';
import { createRestaurantRepository } from '../discovery/testing/repositories';
import { createPeople, seedAccounts, type PersonState } from '../identity';
import { seedContacts } from '../contacts';
import { createInvitationChanges } from './invitation-changes';
import type { InvitationMails } from './invitation-mails';
import { createPersonUpdates } from './person-updates';
import { createInvitationPersonalData } from './personal-data';
import { createInvitationRepository } from './invitation-repository';
import { createInvitationService } from './invitation-service';
import { createInvitationLinks } from './invitation-links';

const START_TIME = '2026-06-24T11:30:00+02:00';
const PARTICIPANT_UIDS = ['anna', 'ben', 'cem', 'wanda'] as const;

/**
 * Creates fake mail functions that only record the event, the recipients and the sequence number of each requested
 * e-mail.
 */
const createRecordingMails = () => {
  const requestedMails: [what: string, uids: readonly string[], sequence: number][] = [];
  const createMailRecorder =
    (mailKind: string): InvitationMails['mailInvited'] =>
    async (_tx, { sequence }, uids) => {
      requestedMails.push([mailKind, [...uids], sequence]);
    };
  const recordingMails: InvitationMails = {
    mailInvited: createMailRecorder('invited'),
    mailStatusChanged: createMailRecorder('statusChanged'),
    mailCanceled: createMailRecorder('canceled'),
    mailDeclined: createMailRecorder('declined'),
    mailRemoved: createMailRecorder('removed'),
    mailJoined: createMailRecorder('joined'),
    mailReminded: createMailRecorder('reminded'),
  };
  return { mails: recordingMails, take: () => requestedMails.splice(0) };
};

const emptyPersonState: PersonState = {
  uid: '',
  displayName: '',
  photoURL: null,
  isVisible: true,
  isVerified: true,
  isDeleted: false,
  isAnonymous: false,
  favorites: [],
};

const unlimitedLimiter = {
  consume: async () => ({ ok: true }) as const,
  refund: async () => undefined,
  forget: async () => undefined,
};

describeOnEachEngine('requested mails about a meetup', (testDatabases) => {
  let database: OpenDatabase;
  let clock: TestClock;
  let invitationKey = '';
  let meetupServices: ReturnType<typeof createServices>;

  const createServices = () => {
    const { mails, take: takeMails } = createRecordingMails();
    const enqueuedJobKeys: string[] = [];
    const invitationChanges = createInvitationChanges({ mails, live: { rightsChanged: () => undefined } });
    const serviceDeps = { database, clock, mails, changes: invitationChanges };
    const personUpdates = createPersonUpdates({
      ...serviceDeps,
      jobs: { enqueue: async (_tx, _kind, enqueuedJob) => void enqueuedJobKeys.push(enqueuedJob.key ?? '') },
    });
    return {
      take: takeMails,
      invitations: createInvitationService({
        ...serviceDeps,
        limits: { attempts: unlimitedLimiter, sentLimiter: unlimitedLimiter },
      }),
      sharing: createInvitationLinks({
        ...serviceDeps,
        address: { publicUrl: 'https://mahlzeit.test' },
        limits: {
          opens: unlimitedLimiter,
          previews: unlimitedLimiter,
          joins: unlimitedLimiter,
          joinsOfUser: unlimitedLimiter,
        },
      }),
      people: personUpdates,
      personalData: createInvitationPersonalData({ clock, changes: invitationChanges, personUpdates }),
      jobs: enqueuedJobKeys,
    };
  };
  const invitationForm = (formFields: Partial<InvitationForm> = {}): InvitationForm => ({
    date: '2026-06-24T13:00:00+02:00',
    restaurant: 'kantine',
    attendees: ['ben', 'cem'],
    isTakeAway: false,
    ...formFields,
  });
  const createMeetup = async (formFields: Partial<InvitationForm> = {}): Promise<string> => {
    const creationResult = await meetupServices.invitations.create('anna', invitationForm(formFields));
    if (!creationResult.ok) throw new Error(JSON.stringify(creationResult.error));
    return creationResult.value.key;
  };
  const answerInvitation = async (uid: string, answerStatus: 'accepted' | 'declined' | 'canceled') => {
    expect((await meetupServices.invitations.answer(uid, invitationKey, { status: answerStatus })).ok).toBe(true);
    return meetupServices.take();
  };
  const blockUsers = ({ knex }: Pick<WriteTransaction, 'knex'>, uid: string, otherUids: readonly string[]) =>
    seedContacts(knex, { contacts: [], groups: [], blocks: [{ uid, others: otherUids }] }, clock.now());
  const setAccountDeleted = (uid: string, isDeleted: boolean) =>
    database.write(async (tx) => {
      const storedPerson = (await createPeople(tx.knex).find([uid])).get(uid);
      if (storedPerson === undefined) throw new Error(`There is no person ${uid}`);
      await tx.knex('user').where({ uid }).update({ is_deleted: isDeleted });
      const personStateOf = (isPersonDeleted: boolean): PersonState => ({
        ...storedPerson,
        isDeleted: isPersonDeleted,
        favorites: [],
      });
      await meetupServices.people.onPersonChanged(tx, {
        uid,
        before: personStateOf(!isDeleted),
        after: personStateOf(isDeleted),
      });
    });

  beforeEach(async () => {
    database = await testDatabases.open();
    clock = createTestClock(START_TIME);
    await database.write(async ({ knex }) => {
      await createRestaurantRepository(knex).insert(aRestaurant({ key: 'kantine' }), { source: 'test', sourceId: '1' });
      await seedAccounts(
        knex,
        PARTICIPANT_UIDS.map((uid, index) => ({
          uid,
          email: `${uid}@mahlzeit.test`,
          password: null,
          firstName: uid,
          lastName: 'X',
          connectionCode: `MEET234${index}`,
          isVerified: true,
          isVisible: true,
          isDeleted: false,
          tasteKeys: [],
        })),
        { now: clock.now(), policyVersion: 1 },
      );
      await seedContacts(
        knex,
        { contacts: [{ owner: 'anna', uids: ['ben', 'cem'] }], groups: [], blocks: [] },
        clock.now(),
      );
    });
    meetupServices = createServices();
    invitationKey = await createMeetup();
  });

  it('invite the guests', () => expect(meetupServices.take()).toEqual([['invited', ['ben', 'cem'], 0]]));

  it('report a changed status to everybody who may come; an unchanged one only to the guest who answered', async () => {
    meetupServices.take();
    expect(await answerInvitation('ben', 'accepted')).toEqual([['statusChanged', ['anna', 'ben', 'cem'], 1]]);
    expect(await answerInvitation('ben', 'accepted')).toEqual([]);
    expect(await answerInvitation('cem', 'accepted')).toEqual([['joined', ['cem'], 2]]);
    expect(await answerInvitation('cem', 'declined')).toEqual([['declined', ['cem'], 3]]);
    expect(await answerInvitation('ben', 'declined')).toEqual([
      ['statusChanged', ['anna'], 4],
      ['declined', ['ben'], 4],
    ]);
  });

  it("report a cancellation to everybody who hasn't declined", async () => {
    meetupServices.take();
    expect(await answerInvitation('cem', 'declined')).toEqual([['declined', ['cem'], 1]]);
    expect(await answerInvitation('anna', 'canceled')).toEqual([['canceled', ['anna', 'ben'], 2]]);
    expect(await answerInvitation('anna', 'canceled')).toEqual([]);
  });

  it('confirm a guest who has joined; the others get the status', async () => {
    meetupServices.take();
    const sharedLinkResult = await meetupServices.sharing.share('anna', invitationKey);
    const token = sharedLinkResult.ok ? (sharedLinkResult.value.url.split('/').at(-1) ?? '') : '';
    expect((await meetupServices.sharing.joinInvitation('wanda', token, '::1')).ok).toBe(true);
    expect(meetupServices.take()).toEqual([
      ['statusChanged', ['anna', 'ben', 'cem'], 1],
      ['joined', ['wanda'], 1],
    ]);
    expect((await meetupServices.sharing.joinInvitation('wanda', token, '::1')).ok).toBe(true);
    expect(meetupServices.take()).toEqual([]);
  });

  it('remind the guests who may come', async () => {
    await answerInvitation('ben', 'accepted');
    const invitationResult = await meetupServices.invitations.get('anna', invitationKey);
    if (!invitationResult.ok) throw new Error(invitationResult.error);
    expect((await meetupServices.invitations.remind('anna', invitationResult.value)).ok).toBe(true);
    expect(meetupServices.take()).toEqual([['reminded', ['ben', 'cem'], 1]]);
  });

  it('report that the owner has left and is back', async () => {
    await answerInvitation('ben', 'accepted');
    await setAccountDeleted('anna', true);
    expect(meetupServices.take()).toEqual([['canceled', ['anna', 'ben', 'cem'], 2]]);
    await setAccountDeleted('anna', false);
    expect(meetupServices.take()).toEqual([['statusChanged', ['anna', 'ben', 'cem'], 3]]);
  });

  it('report the changed status after a guest has left', async () => {
    await answerInvitation('ben', 'accepted');
    await setAccountDeleted('ben', true);
    expect(meetupServices.take()).toEqual([['statusChanged', ['anna', 'cem'], 2]]);
    await setAccountDeleted('ben', false);
    expect(meetupServices.take()).toEqual([['statusChanged', ['anna', 'ben', 'cem'], 3]]);
  });

  it('end once the meetup has begun', async () => {
    await answerInvitation('ben', 'accepted');
    clock.advance(91 * 60_000);
    await setAccountDeleted('anna', true);
    await database.write((tx) => meetupServices.personalData.erase(tx, { uid: 'anna', email: null }));
    expect(meetupServices.take()).toEqual([]);
  });

  it('report the cancellation after the owner is erased, unless it was cancelled before', async () => {
    meetupServices.take();
    await database.write((tx) => meetupServices.personalData.erase(tx, { uid: 'anna', email: null }));
    expect(meetupServices.take()).toEqual([['canceled', ['anna', 'ben', 'cem'], 1]]);
    expect(await meetupServices.invitations.get('ben', invitationKey)).toEqual({
      ok: false,
      error: 'invitationDeleted',
    });
  });

  it('follow several changes of one person, each in a job of its own', async () => {
    await database.write(async ({ knex }) => {
      const invitationRepository = createInvitationRepository(knex);
      const storedInvitation = await invitationRepository.find(invitationKey);
      if (storedInvitation === null) throw new Error(`There is no invitation ${invitationKey}`);
      for (let index = 0; index < 25; index += 1)
        await invitationRepository.insert({ ...storedInvitation, key: `more${index}` });
    });
    await setAccountDeleted('ben', true);
    await database.write(async (tx) => {
      const personState = { ...emptyPersonState, uid: 'ben', displayName: 'Ben' };
      await meetupServices.people.onPersonChanged(tx, {
        uid: 'ben',
        before: personState,
        after: { ...personState, displayName: 'Benedikt' },
      });
      await blockUsers(tx, 'anna', ['ben']);
      await meetupServices.people.removeBlocked(tx, 'anna', ['ben']);
    });
    expect([meetupServices.jobs.length, new Set(meetupServices.jobs).size]).toEqual([3, 3]);
  });

  it('are limited per transaction where many guests are blocked at once; jobs send the others', async () => {
    await database.write(async ({ knex }) => {
      const invitationRepository = createInvitationRepository(knex);
      const storedInvitation = await invitationRepository.find(invitationKey);
      if (storedInvitation === null) throw new Error(`There is no invitation ${invitationKey}`);
      for (let index = 0; index < 15; index += 1)
        await invitationRepository.insert({ ...storedInvitation, key: `more${index}` });
    });
    await database.write(async (tx) => {
      await blockUsers(tx, 'anna', ['ben', 'cem']);
      await meetupServices.people.removeBlocked(tx, 'anna', ['ben', 'cem']);
    });
    const declinedRows = await database.knex('invitation_attendee').where({ status: 'declined' });
    expect([declinedRows.length, meetupServices.jobs.length]).toEqual([20, 1]);
  });

  it('are sent by a job of an earlier release', async () => {
    await database.write(
      async ({ knex }) => void (await knex('user').where({ uid: 'anna' }).update({ is_deleted: true })),
    );
    meetupServices.take();
    const jobResult = await meetupServices.people.job.run?.(
      { uid: 'anna', keys: [invitationKey], hasMoved: true },
      { id: 'left', attempts: 1, complete: async () => undefined },
    );
    expect([jobResult?.ok, meetupServices.take()]).toEqual([true, [['canceled', ['anna', 'ben', 'cem'], 1]]]);
  });

  it("report a block to the guest whom it removes, and not to one who wasn't mailed", async () => {
    await answerInvitation('ben', 'accepted');
    await database.write(async (tx) => {
      await blockUsers(tx, 'anna', ['ben', 'cem']);
      await meetupServices.people.removeBlocked(tx, 'anna', ['ben', 'cem']);
    });
    // Cem has not got the invitation by e-mail and has not answered, so the calendar of Cem contains nothing to cancel.
    expect(meetupServices.take()).toEqual([
      ['statusChanged', ['anna', 'cem'], 2],
      ['removed', ['ben'], 2],
      ['statusChanged', ['anna'], 3],
    ]);
  });
});
