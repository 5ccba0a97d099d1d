import { IMPORT_MAX_EMAILS, MAX_CONTACTS } from '@mahlzeit/contract/rules';
import { insertableRow } from '../../platform/testing/stored-rows';
import { testGateways, type TestGateway } from '../../platform/testing/test-gateway';
import { visit } from '../identity/testing/people';
import {
  changeUserRow,
  contactsOf,
  storeDinerNamed,
  contactNamesOf,
  notificationsOf,
  openPage,
  type Diner,
  type OpenPage,
} from './testing/diners';
import { createContactRepository } from './contact-repository';

jest.setTimeout(60_000);

const ADD_PATH = '/api/contacts/add';
const REMOVE_PATH = '/api/contacts/remove';
const IMPORT_PATH = '/api/contacts/import';

/** E-mail addresses without an account, which make an import long enough to be accepted. */
const STRANGERS = ['a', 'b', 'c', 'd'].map((name) => `${name}@elsewhere.test`);
const CONNECT_PATH = '/api/users/connect';

describe('contacts', () => {
  const gatewayFactory = testGateways();
  let gateway: TestGateway;
  let anna: Diner;
  let ben: Diner;
  let cem: Diner;
  const openPages: OpenPage[] = [];

  const openContactsOf = async (person: Diner): Promise<OpenPage> => {
    const page = await openPage(gateway, person);
    openPages.push(page);
    return page;
  };

  beforeAll(async () => {
    gateway = await gatewayFactory.start();
  });

  beforeEach(async () => {
    [anna, ben, cem] = [
      await storeDinerNamed(gateway, 'Anna Lindqvist'),
      await storeDinerNamed(gateway, 'Ben Okafor'),
      await storeDinerNamed(gateway, 'Cem Yılmaz'),
    ];
  });

  afterEach(() => {
    for (const { client } of openPages.splice(0)) client.terminate();
  });

  describe('added', () => {
    it('are listed for their owner only, by name, also on open pages', async () => {
      const [annasPage, bensPage] = [await openContactsOf(anna), await openContactsOf(ben)];
      const responseBody = await anna.requestBody('PATCH', ADD_PATH, { contacts: [cem.uid, ben.uid, cem.uid] });
      const benAsContact = {
        key: ben.uid,
        name: 'Ben Okafor',
        photoURL: null,
        isFavorite: false,
        status: null,
        uninvitable: false,
      };
      const cemAsContact = { ...benAsContact, key: cem.uid, name: 'Cem Yılmaz' };
      expect(responseBody).toEqual({ contacts: [benAsContact, cemAsContact] });
      expect(await contactsOf(anna)).toEqual([benAsContact, cemAsContact]);
      expect(await annasPage.items('contacts')).toEqual({ [ben.uid]: benAsContact, [cem.uid]: cemAsContact });
      expect(await contactsOf(ben)).toEqual([]);
      expect(await bensPage.items('contacts')).toEqual({});
    });

    it('are notified once while the notification is open', async () => {
      await anna.requestBody('PATCH', ADD_PATH, { contacts: [ben.uid] });
      await anna.requestBody('PATCH', REMOVE_PATH, { contacts: [ben.uid] });
      await anna.requestBody('PATCH', ADD_PATH, { contacts: [ben.uid] });
      await anna.requestBody('PATCH', ADD_PATH, { contacts: [ben.uid] });
      expect(await notificationsOf(ben)).toEqual(['Anna Lindqvist hat dich als Kontakt hinzugefügt.']);
      expect(await notificationsOf(anna)).toEqual([]);
    });

    it('are not notified again after a removal, until a month has passed', async () => {
      const closeNotifications = async (): Promise<void> => {
        await gateway.database.write(({ knex }) =>
          knex('notification').where({ uid: ben.uid }).update({ closed_at: 1 }),
        );
      };
      await anna.requestBody('PATCH', ADD_PATH, { contacts: [ben.uid] });
      await closeNotifications();
      await anna.requestBody('PATCH', REMOVE_PATH, { contacts: [ben.uid] });
      await anna.requestBody('PATCH', ADD_PATH, { contacts: [ben.uid] });
      await anna.requestBody('PATCH', REMOVE_PATH, { contacts: [ben.uid] });
      await anna.requestBody('PATCH', IMPORT_PATH, { emails: [ben.email, ...STRANGERS] });
      await anna.requestBody('PATCH', REMOVE_PATH, { contacts: [ben.uid] });
      await ben.requestBody('PATCH', ADD_PATH, { contacts: [anna.uid] });
      await anna.requestBody('PUT', CONNECT_PATH, { code: ben.account.connectionCode });
      expect([await contactNamesOf(anna), await notificationsOf(ben)]).toEqual([['Ben Okafor'], []]);
      await anna.requestBody('PATCH', REMOVE_PATH, { contacts: [ben.uid] });
      await gateway.database.write(({ knex }) =>
        knex('contact_removal')
          .where({ owner_uid: anna.uid })
          .update({ removed_at: gateway.clock.now() - 31 * 24 * 3_600_000 }),
      );
      await anna.requestBody('PATCH', ADD_PATH, { contacts: [ben.uid] });
      expect(await notificationsOf(ben)).toEqual(['Anna Lindqvist hat dich als Kontakt hinzugefügt.']);
    });

    it('get a notification with a placeholder where the owner has no name', async () => {
      await changeUserRow(gateway, anna.uid, { display_name: null, search_text: '' });
      await anna.requestBody('PATCH', ADD_PATH, { contacts: [ben.uid] });
      await ben.requestBody('PATCH', ADD_PATH, { contacts: [anna.uid] });
      expect(await notificationsOf(ben)).toEqual(['Jemand hat dich als Kontakt hinzugefügt.']);
      expect((await contactsOf(ben)).map(({ name }) => name)).toEqual(['Jemand']);
    });

    it("are refused together where one of them can't be added", async () => {
      const deletedDiner = await storeDinerNamed(gateway, 'Weg', {
        is_deleted: true,
        is_visible: false,
        deleted_at: 5,
      });
      const visitor = await visit(gateway);
      expect(await anna.request('PATCH', ADD_PATH, { contacts: [] })).toEqual([400, 'ErrorNoUsers']);
      for (const invalidUid of ['unknown', deletedDiner.uid, visitor.account.uid])
        expect([invalidUid, await anna.request('PATCH', ADD_PATH, { contacts: [ben.uid, invalidUid] })]).toEqual([
          invalidUid,
          [404, 'notFound'],
        ]);
      expect(await anna.request('PATCH', ADD_PATH, { contacts: [anna.uid] })).toEqual([400, 'invalidRequest']);
      expect(await contactsOf(anna)).toEqual([]);
      expect(await notificationsOf(ben)).toEqual([]);
    });

    it('S06 are refused where a block exists in either direction', async () => {
      await anna.requestBody('PATCH', '/api/users/block', { users: [ben.uid] });
      expect(await anna.request('PATCH', ADD_PATH, { contacts: [ben.uid] })).toEqual([403, 'uninvitable']);
      expect(await ben.request('PATCH', ADD_PATH, { contacts: [anna.uid] })).toEqual([403, 'uninvitable']);
      expect(await notificationsOf(anna)).toEqual([]);
    });

    it('are refused together where the list is full', async () => {
      const manyUids = Array.from({ length: MAX_CONTACTS - 1 }, (_, index) => `crowd-${index}`);
      await gateway.database.write(async (tx) => {
        const userRow = await tx.knex('user').where({ uid: ben.uid }).first();
        for (let chunkStart = 0; chunkStart < manyUids.length; chunkStart += 20)
          await tx
            .knex('user')
            .insert(
              manyUids
                .slice(chunkStart, chunkStart + 20)
                .map((uid) => ({ ...userRow, uid, email: null, connection_code: null, is_visible: false })),
            );
        await createContactRepository(tx.knex).add(anna.uid, manyUids, 1);
      });
      expect(await anna.request('PATCH', ADD_PATH, { contacts: [ben.uid, cem.uid] })).toEqual([409, 'listFull']);
      expect(await anna.request('PATCH', ADD_PATH, { contacts: [ben.uid] })).toEqual([200]);
      expect(await cem.request('PUT', CONNECT_PATH, { code: anna.account.connectionCode })).toEqual([409, 'listFull']);
      expect([await contactNamesOf(cem), await contactNamesOf(ben)]).toEqual([[], []]);
      expect(await contactsOf(anna)).toHaveLength(MAX_CONTACTS);

      // The page gets all contacts in several frames, each small enough for every client.
      const page = await openContactsOf(anna);
      expect(Object.keys(await page.items('contacts'))).toHaveLength(MAX_CONTACTS);
      expect(page.client.maxFrameBytes()).toBeLessThanOrEqual(65_536);
    });
  });

  describe('removed', () => {
    it("disappear from the list, the owner's groups and open pages; others are skipped", async () => {
      const dana = await storeDinerNamed(gateway, 'Dana Petersen');
      await anna.requestBody('PATCH', ADD_PATH, { contacts: [ben.uid, cem.uid, dana.uid] });
      await anna.requestBody('PUT', '/api/contactGroups/all', { name: 'Alle', contacts: [ben.uid, cem.uid, dana.uid] });
      await anna.requestBody('PUT', '/api/contactGroups/others', { name: 'Andere', contacts: [cem.uid, dana.uid] });
      const page = await openContactsOf(anna);
      await anna.requestBody('PATCH', REMOVE_PATH, { contacts: [ben.uid, 'unknown', anna.uid] });
      expect(await contactNamesOf(anna)).toEqual(['Cem Yılmaz', 'Dana Petersen']);
      expect(Object.keys(await page.items('contacts'))).toEqual([cem.uid, dana.uid].sort());
      expect(await page.items('contactGroups')).toMatchObject({
        all: { members: [cem.uid, dana.uid] },
        others: { members: [cem.uid, dana.uid] },
      });
      expect(await anna.requestBody('GET', '/api/contactGroups')).toMatchObject([
        { key: 'all', members: [cem.uid, dana.uid] },
        { key: 'others' },
      ]);
    });
  });

  describe('connected', () => {
    it('become contacts of each other, and the other user is notified', async () => {
      const [annasPage, bensPage] = [await openContactsOf(anna), await openContactsOf(ben)];
      expect(await anna.requestBody('PUT', CONNECT_PATH, { code: ben.account.connectionCode })).toMatchObject({
        contacts: [{ key: ben.uid }],
      });
      expect([await contactNamesOf(anna), await contactNamesOf(ben)]).toEqual([['Ben Okafor'], ['Anna Lindqvist']]);
      expect([Object.keys(await annasPage.items('contacts')), Object.keys(await bensPage.items('contacts'))]).toEqual([
        [ben.uid],
        [anna.uid],
      ]);
      expect([await notificationsOf(ben), await notificationsOf(anna)]).toEqual([
        ['Anna Lindqvist und du seid jetzt Kontakte.'],
        [],
      ]);
    });

    it('are found by a code as people read it out', async () => {
      const connectionCode = ben.account.connectionCode ?? '';
      expect(
        await anna.requestBody('PUT', CONNECT_PATH, {
          code: ` ${connectionCode.slice(0, 4).toLowerCase()}-${connectionCode.slice(4)} `,
        }),
      ).toMatchObject({ contacts: [{ key: ben.uid }] });
      expect(await contactNamesOf(ben)).toEqual(['Anna Lindqvist']);
      // Ben sends the same request again, which is no error.
      expect(await ben.request('PUT', CONNECT_PATH, { code: anna.account.connectionCode })).toEqual([200]);
    });

    it('are refused for an unknown code, the own code, a code of a user who has left, and a block', async () => {
      await changeUserRow(gateway, cem.uid, { is_deleted: true, is_visible: false, deleted_at: 5 });
      expect(await anna.request('PUT', CONNECT_PATH, { code: 'ABCD2345' })).toEqual([404, 'connectionCodeUnknown']);
      expect(await anna.request('PUT', CONNECT_PATH, { code: cem.account.connectionCode })).toEqual([
        404,
        'connectionCodeUnknown',
      ]);
      expect(await anna.request('PUT', CONNECT_PATH, { code: anna.account.connectionCode })).toEqual([
        400,
        'invalidRequest',
      ]);
      expect(await anna.request('PUT', CONNECT_PATH, { users: [ben.uid, anna.uid] })).toEqual([400, 'invalidRequest']);
      expect(await anna.request('PUT', CONNECT_PATH, { users: [] })).toEqual([400, 'ErrorNoUsers']);
      expect(await anna.request('PUT', CONNECT_PATH, { users: [ben.uid, cem.uid] })).toEqual([404, 'notFound']);
      expect(await anna.request('PUT', CONNECT_PATH, { code: 'ABC' })).toEqual([400, 'invalidRequest']);
      await ben.requestBody('PATCH', '/api/users/block', { users: [anna.uid] });
      expect(await anna.request('PUT', CONNECT_PATH, { code: ben.account.connectionCode })).toEqual([
        403,
        'uninvitable',
      ]);
      expect(await ben.request('PUT', CONNECT_PATH, { users: [anna.uid] })).toEqual([403, 'notAContact']);
      expect([await contactNamesOf(anna), await contactNamesOf(ben)]).toEqual([[], []]);
    });

    it('are named by uid only where all of them hold the caller as a contact', async () => {
      await ben.requestBody('PATCH', ADD_PATH, { contacts: [anna.uid] });
      await anna.requestBody('PATCH', ADD_PATH, { contacts: [cem.uid] });
      expect(await anna.request('PUT', CONNECT_PATH, { users: [ben.uid, cem.uid] })).toEqual([403, 'notAContact']);
      // Cem blocks a stranger, which changes nothing for the test.
      await cem.requestBody('PATCH', '/api/users/block', { users: [anna.uid] });
      expect(await anna.request('PUT', CONNECT_PATH, { users: [cem.uid] })).toEqual([403, 'notAContact']);
      expect([await contactNamesOf(anna), await contactNamesOf(cem)]).toEqual([['Cem Yılmaz'], []]);
      await anna.requestBody('PATCH', '/api/users/block', { users: [ben.uid] });
      expect(await anna.request('PUT', CONNECT_PATH, { users: [ben.uid] })).toEqual([403, 'uninvitable']);
    });

    it('keep a contact that one side already had', async () => {
      await ben.requestBody('PATCH', ADD_PATH, { contacts: [anna.uid] });
      await anna.requestBody('PUT', CONNECT_PATH, { users: [ben.uid, ben.uid] });
      expect([await contactNamesOf(anna), await contactNamesOf(ben)]).toEqual([['Ben Okafor'], ['Anna Lindqvist']]);
      expect(await notificationsOf(ben)).toEqual(['Anna Lindqvist und du seid jetzt Kontakte.']);
    });
  });

  describe('imported', () => {
    it('are the visible, verified and unblocked users who were no contacts; the answer is only their number', async () => {
      const dinersByCase = {
        hidden: await storeDinerNamed(gateway, 'Versteckt', { is_visible: false }),
        unverified: await storeDinerNamed(gateway, 'Neu', { is_email_verified: false }),
        left: await storeDinerNamed(gateway, 'Weg', { is_deleted: true, is_visible: false, deleted_at: 5 }),
        blocker: await storeDinerNamed(gateway, 'Sperrt'),
        contact: await storeDinerNamed(gateway, 'Kennt'),
      };
      await dinersByCase.blocker.requestBody('PATCH', '/api/users/block', { users: [anna.uid] });
      await anna.requestBody('PATCH', ADD_PATH, { contacts: [dinersByCase.contact.uid] });
      const emails = [...Object.values(dinersByCase), anna].map(({ email }) => email);
      expect(
        await anna.requestBody('PATCH', IMPORT_PATH, {
          emails: [...emails, 'nobody@mahlzeit.test', 'keine Adresse', '', ` ${ben.email.toUpperCase()} `, ben.email],
        }),
      ).toEqual({ added: 1 });
      expect(await contactNamesOf(anna)).toEqual(['Ben Okafor', 'Kennt']);
      expect(await notificationsOf(ben)).toEqual(['Anna Lindqvist hat dich als Kontakt hinzugefügt.']);
      expect(await anna.requestBody('PATCH', IMPORT_PATH, { emails })).toEqual({ added: 0 });
    });

    it('need five different addresses, so that nobody asks for one of them', async () => {
      for (const emails of [
        [ben.email],
        [ben.email, ...STRANGERS.slice(1)],
        Array.from({ length: 9 }, () => ben.email),
        [ben.email, ben.email.toUpperCase(), ` ${ben.email}`, ...STRANGERS.slice(1)],
        [ben.email, ...STRANGERS.slice(1), 'keine Adresse', ''],
      ])
        expect(await anna.request('PATCH', IMPORT_PATH, { emails })).toEqual([400, 'invalidRequest']);
      expect(await contactNamesOf(anna)).toEqual([]);
      expect(await anna.requestBody('PATCH', IMPORT_PATH, { emails: [ben.email, ...STRANGERS] })).toEqual({ added: 1 });
    });

    it('are limited to the size of an address book', async () => {
      const emails = Array.from({ length: IMPORT_MAX_EMAILS + 1 }, (_, index) => `n${index}@mahlzeit.test`);
      expect(await anna.request('PATCH', IMPORT_PATH, { emails })).toEqual([400, 'invalidRequest']);
      expect(await anna.request('PATCH', IMPORT_PATH, { emails: emails.slice(1) })).toEqual([200]);
    });
  });
});

describe('rate limits of contacts', () => {
  const gatewayFactory = testGateways();

  it('allow sixty imports, sixty codes and sixty searches a minute', async () => {
    const gateway = await gatewayFactory.start({ environment: { RATE_LIMITS: 'default' } });
    const anna = await storeDinerNamed(gateway, 'Anna Lindqvist');
    const limitedRequests = [
      () => anna.request('PATCH', IMPORT_PATH, { emails: [] }),
      () => anna.request('PUT', CONNECT_PATH, { code: 'ABCD2345' }),
      () => anna.request('GET', '/api/search/contactableUsers/ben'),
    ];
    for (const sendRequest of limitedRequests) {
      const outcomes = [];
      for (let attempt = 0; attempt < 61; attempt += 1) outcomes.push(await sendRequest());
      expect(new Set(outcomes.slice(0, 60).map(([status]) => status)).has(429)).toBe(false);
      expect(outcomes[60]).toEqual([429, 'ErrorTooManyAttempts']);
    }
    expect(await anna.request('GET', '/api/search/randomUsers/4')).toEqual([429, 'ErrorTooManyAttempts']);
    expect(await anna.request('PUT', CONNECT_PATH, { users: [] })).toEqual([400, 'ErrorNoUsers']);
  });

  it('allow two hundred people by name and two thousand addresses a day, without repeats and refusals', async () => {
    const gateway = await gatewayFactory.start({ environment: { RATE_LIMITS: 'default' } });
    const [anna, ben] = [
      await storeDinerNamed(gateway, 'Anna Lindqvist'),
      await storeDinerNamed(gateway, 'Ben Okafor'),
    ];
    const crowdUids = Array.from({ length: 200 }, (_, index) => `crowd-${index}`);
    await gateway.database.write(async ({ knex }) => {
      // Makes the account older, because new accounts have lower limits.
      await knex('user').update({ created_at: 0 });
      const userRow = await knex('user').where({ uid: ben.uid }).first();
      for (const uid of crowdUids)
        await knex('user').insert({
          ...insertableRow(userRow),
          uid,
          email: null,
          connection_code: null,
          is_visible: false,
        });
    });
    const addPeople = (uids: readonly string[]) => anna.request('PATCH', ADD_PATH, { contacts: uids });
    expect(await addPeople(crowdUids.slice(0, 150))).toEqual([200]);
    expect(await addPeople([...crowdUids.slice(150, 199), 'unknown'])).toEqual([404, 'notFound']);
    expect(await addPeople([...crowdUids.slice(150), ben.uid])).toEqual([429, 'ErrorTooManyAttempts']);
    expect(await addPeople(crowdUids.slice(0, 199))).toEqual([200]);
    // The owner removes people, which doesn't raise the number of people who may still be added.
    await anna.requestBody('PATCH', REMOVE_PATH, { contacts: crowdUids.slice(0, 2) });
    expect(await addPeople(crowdUids.slice(0, 1))).toEqual([200]);
    expect(await addPeople(crowdUids.slice(1, 2))).toEqual([429, 'ErrorTooManyAttempts']);
    expect(await addPeople(crowdUids.slice(2, 3))).toEqual([200]);

    const emails = Array.from({ length: IMPORT_MAX_EMAILS }, (_, index) => `n${index}@mahlzeit.test`);
    for (let count = 0; count < 2_000 / IMPORT_MAX_EMAILS; count += 1)
      expect(await anna.request('PATCH', IMPORT_PATH, { emails })).toEqual([200]);
    expect(await anna.request('PATCH', IMPORT_PATH, { emails: [ben.email, ...STRANGERS] })).toEqual([
      429,
      'ErrorTooManyAttempts',
    ]);
    expect(await ben.request('PATCH', IMPORT_PATH, { emails })).toEqual([200]);
  });
});
