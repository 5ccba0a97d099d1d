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

const NOW = '2026-06-24T11:30:00+02:00';
const PEOPLE = ['anna', 'ben', 'cem', 'wanda'] as const;

/**
 * Creates mail functions that only record the event, the recipients and the sequence number of each requested e-mail.
 */
const createRecordingMails = () => {
  const requestedMails: [what: string, uids: readonly string[], sequence: number][] = [];
  const recordMail =
    (mailKind: string): InvitationMails['mailInvited'] =>
    async (_tx, { sequence }, uids) => {
      requestedMails.push([mailKind, [...uids], sequence]);
    };
  const mails: InvitationMails = {
    mailInvited: recordMail('invited'),
    mailStatusChanged: recordMail('statusChanged'),
    mailCanceled: recordMail('canceled'),
    mailDeclined: recordMail('declined'),
    mailRemoved: recordMail('removed'),
    mailJoined: recordMail('joined'),
    mailReminded: recordMail('reminded'),
  };
  return { mails, take: () => requestedMails.splice(0) };
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

describeOnEachEngine('requested mails about a meetup', (databases) => {
  let database: OpenDatabase;
  let clock: TestClock;
  let key = '';
  let testServices: ReturnType<typeof createServices>;

  const createServices = () => {
    const { mails, take: takeMails } = createRecordingMails();
    const enqueuedJobKeys: string[] = [];
    const changes = createInvitationChanges(mails);
    const deps = { database, clock, mails, changes };
    const personUpdates = createPersonUpdates({
      ...deps,
      jobs: { enqueue: async (_tx, _kind, job) => void enqueuedJobKeys.push(job.key ?? '') },
    });
    return {
      take: takeMails,
      invitations: createInvitationService({
        ...deps,
        limits: { attempts: unlimitedLimiter, sentLimiter: unlimitedLimiter },
      }),
      sharing: createInvitationLinks({
        ...deps,
        address: { publicUrl: 'https://mahlzeit.test' },
        limits: {
          opens: unlimitedLimiter,
          previews: unlimitedLimiter,
          joins: unlimitedLimiter,
          joinsOfUser: unlimitedLimiter,
        },
      }),
      people: personUpdates,
      personalData: createInvitationPersonalData({ clock, changes, personUpdates }),
      jobs: enqueuedJobKeys,
    };
  };
  const invitationForm = (fields: Partial<InvitationForm> = {}): InvitationForm => ({
    date: '2026-06-24T13:00:00+02:00',
    restaurant: 'kantine',
    attendees: ['ben', 'cem'],
    isTakeAway: false,
    ...fields,
  });
  const invite = async (fields: Partial<InvitationForm> = {}): Promise<string> => {
    const creationResult = await testServices.invitations.create('anna', invitationForm(fields));
    if (!creationResult.ok) throw new Error(JSON.stringify(creationResult.error));
    return creationResult.value.key;
  };
  const answerInvitation = async (uid: string, status: 'accepted' | 'declined' | 'canceled') => {
    expect((await testServices.invitations.answer(uid, key, { status })).ok).toBe(true);
    return testServices.take();
  };
  const blockUsers = ({ knex }: Pick<WriteTransaction, 'knex'>, uid: string, otherUids: readonly string[]) =>
    seedContacts(knex, { contacts: [], groups: [], blocks: [{ uid, others: otherUids }] }, clock.now());
  const setDeleted = (uid: string, isDeleted: boolean) =>
    database.write(async (tx) => {
      const person = (await createPeople(tx.knex).find([uid])).get(uid);
      if (person === undefined) throw new Error(`There is no person ${uid}`);
      await tx.knex('user').where({ uid }).update({ is_deleted: isDeleted });
      const personStateOf = (isDeletedNow: boolean): PersonState => ({
        ...person,
        isDeleted: isDeletedNow,
        favorites: [],
      });
      await testServices.people.onPersonChanged(tx, {
        uid,
        before: personStateOf(!isDeleted),
        after: personStateOf(isDeleted),
      });
    });

  beforeEach(async () => {
    database = await databases.open();
    clock = createTestClock(NOW);
    await database.write(async ({ knex }) => {
      await createRestaurantRepository(knex).insert(aRestaurant({ key: 'kantine' }), { source: 'test', sourceId: '1' });
      await seedAccounts(
        knex,
        PEOPLE.map((uid) => ({
          uid,
          email: `${uid}@mahlzeit.test`,
          password: null,
          firstName: uid,
          lastName: 'X',
          connectionCode: `${uid.toUpperCase()}2345`,
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
    testServices = createServices();
    key = await invite();
  });

  it('invite the guests', () => expect(testServices.take()).toEqual([['invited', ['ben', 'cem'], 0]]));

  it('report a changed status to everybody who may come; an unchanged one only to the guest who answered', async () => {
    testServices.take();
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
    testServices.take();
    expect(await answerInvitation('cem', 'declined')).toEqual([['declined', ['cem'], 1]]);
    expect(await answerInvitation('anna', 'canceled')).toEqual([['canceled', ['anna', 'ben'], 2]]);
    expect(await answerInvitation('anna', 'canceled')).toEqual([]);
  });

  it('confirm a guest who has joined; the others get the status', async () => {
    testServices.take();
    const shareResult = await testServices.sharing.share('anna', key);
    const token = shareResult.ok ? (shareResult.value.url.split('/').at(-1) ?? '') : '';
    expect((await testServices.sharing.joinInvitation('wanda', token, '::1')).ok).toBe(true);
    expect(testServices.take()).toEqual([
      ['statusChanged', ['anna', 'ben', 'cem'], 1],
      ['joined', ['wanda'], 1],
    ]);
    expect((await testServices.sharing.joinInvitation('wanda', token, '::1')).ok).toBe(true);
    expect(testServices.take()).toEqual([]);
  });

  it('remind the guests who may come', async () => {
    await answerInvitation('ben', 'accepted');
    const invitationResult = await testServices.invitations.get('anna', key);
    if (!invitationResult.ok) throw new Error(invitationResult.error);
    expect((await testServices.invitations.remind('anna', invitationResult.value)).ok).toBe(true);
    expect(testServices.take()).toEqual([['reminded', ['ben', 'cem'], 1]]);
  });

  it('report that the owner has left and is back', async () => {
    await answerInvitation('ben', 'accepted');
    await setDeleted('anna', true);
    expect(testServices.take()).toEqual([['canceled', ['anna', 'ben', 'cem'], 2]]);
    await setDeleted('anna', false);
    expect(testServices.take()).toEqual([['statusChanged', ['anna', 'ben', 'cem'], 3]]);
  });

  it('report the changed status after a guest has left', async () => {
    await answerInvitation('ben', 'accepted');
    await setDeleted('ben', true);
    expect(testServices.take()).toEqual([['statusChanged', ['anna', 'cem'], 2]]);
    await setDeleted('ben', false);
    expect(testServices.take()).toEqual([['statusChanged', ['anna', 'ben', 'cem'], 3]]);
  });

  it('end once the meetup has begun', async () => {
    await answerInvitation('ben', 'accepted');
    clock.advance(91 * 60_000);
    await setDeleted('anna', true);
    await database.write((tx) => testServices.personalData.erase(tx, { uid: 'anna', email: null }));
    expect(testServices.take()).toEqual([]);
  });

  it('report the cancellation after the owner is erased, unless it was cancelled before', async () => {
    testServices.take();
    await database.write((tx) => testServices.personalData.erase(tx, { uid: 'anna', email: null }));
    expect(testServices.take()).toEqual([['canceled', ['anna', 'ben', 'cem'], 1]]);
    expect(await testServices.invitations.get('ben', key)).toEqual({ ok: false, error: 'invitationDeleted' });
  });

  it('follow several changes of one person, each in a job of its own', async () => {
    await database.write(async ({ knex }) => {
      const invitations = createInvitationRepository(knex);
      const storedInvitation = await invitations.find(key);
      if (storedInvitation === null) throw new Error(`There is no invitation ${key}`);
      for (let index = 0; index < 25; index += 1)
        await invitations.insert({ ...storedInvitation, key: `more${index}` });
    });
    await setDeleted('ben', true);
    await database.write(async (tx) => {
      const person = { ...emptyPersonState, uid: 'ben', displayName: 'Ben' };
      await testServices.people.onPersonChanged(tx, {
        uid: 'ben',
        before: person,
        after: { ...person, displayName: 'Benedikt' },
      });
      await blockUsers(tx, 'anna', ['ben']);
      await testServices.people.removeBlocked(tx, 'anna', ['ben']);
    });
    expect([testServices.jobs.length, new Set(testServices.jobs).size]).toEqual([3, 3]);
  });

  it('are limited per transaction where many guests are blocked at once; jobs send the others', async () => {
    await database.write(async ({ knex }) => {
      const invitations = createInvitationRepository(knex);
      const storedInvitation = await invitations.find(key);
      if (storedInvitation === null) throw new Error(`There is no invitation ${key}`);
      for (let index = 0; index < 15; index += 1)
        await invitations.insert({ ...storedInvitation, key: `more${index}` });
    });
    await database.write(async (tx) => {
      await blockUsers(tx, 'anna', ['ben', 'cem']);
      await testServices.people.removeBlocked(tx, 'anna', ['ben', 'cem']);
    });
    const declinedRows = await database.knex('invitation_attendee').where({ status: 'declined' });
    expect([declinedRows.length, testServices.jobs.length]).toEqual([20, 1]);
  });

  it('are sent by a job of an earlier release', async () => {
    await database.write(
      async ({ knex }) => void (await knex('user').where({ uid: 'anna' }).update({ is_deleted: true })),
    );
    testServices.take();
    const jobResult = await testServices.people.job.run?.(
      { uid: 'anna', keys: [key], hasMoved: true },
      { id: 'left', attempts: 1, complete: async () => undefined },
    );
    expect([jobResult?.ok, testServices.take()]).toEqual([true, [['canceled', ['anna', 'ben', 'cem'], 1]]]);
  });

  it("report a block to the guest whom it removes, and not to one who wasn't mailed", async () => {
    await answerInvitation('ben', 'accepted');
    await database.write(async (tx) => {
      await blockUsers(tx, 'anna', ['ben', 'cem']);
      await testServices.people.removeBlocked(tx, 'anna', ['ben', 'cem']);
    });
    // Cem wasn't mailed the invitation and has not answered, so Cem’s calendar contains nothing to cancel.
    expect(testServices.take()).toEqual([
      ['statusChanged', ['anna', 'cem'], 2],
      ['removed', ['ben'], 2],
      ['statusChanged', ['anna'], 3],
    ]);
  });
});
