import { testGateways, type TestGateway } from '../../platform/testing/test-gateway';
import { signIn } from '../identity/testing/people';
import { OBSERVERS_PER_BATCH } from './person-updates';
import {
  changeUserRow,
  contactsOf,
  storeDinerNamed,
  notificationsOf,
  openPage,
  type Diner,
  type OpenPage,
} from './testing/diners';

jest.setTimeout(60_000);

const ADD_PATH = '/api/contacts/add';
const DAY_MS = 24 * 60 * 60_000;

describe('the view of other users', () => {
  const gatewayFactory = testGateways();
  let gateway: TestGateway;
  let anna: Diner;
  let ben: Diner;
  let page: OpenPage;

  beforeAll(async () => {
    gateway = await gatewayFactory.start();
  });

  beforeEach(async () => {
    [anna, ben] = [await storeDinerNamed(gateway, 'Anna Lindqvist'), await storeDinerNamed(gateway, 'Ben Okafor')];
    await anna.requestBody('PATCH', ADD_PATH, { contacts: [ben.uid] });
    page = await openPage(gateway, anna);
  });

  afterEach(() => page.client.terminate());

  const searchUsers = (text: string): Promise<unknown> =>
    anna.requestBody('GET', `/api/search/contactableUsers/${text}`);

  it('shows a new name at once', async () => {
    await anna.requestBody('PATCH', '/api/users/block', { users: [ben.uid] });
    await ben.requestBody('PATCH', '/api/users/me', { displayName: 'Benedikt Okafor' });
    expect(await page.items('contacts')).toMatchObject({ [ben.uid]: { name: 'Benedikt Okafor', uninvitable: true } });
    expect(await page.items('blockedUsers')).toMatchObject({ [ben.uid]: { name: 'Benedikt Okafor' } });
    expect(await contactsOf(anna)).toMatchObject([{ name: 'Benedikt Okafor' }]);
  });

  it('sends nothing where private fields have changed', async () => {
    const previousFrameCount = page.client.frames.length;
    await ben.requestBody('PATCH', '/api/users/me', { phoneNumber: '+49 40 123456', tasteKeys: ['burger'] });
    await anna.requestBody('PATCH', '/api/users/me', { displayName: 'Anna L.' });
    expect(await page.items('contacts')).toMatchObject({ [ben.uid]: { name: 'Ben Okafor' } });
    expect(
      page.client.frames
        .slice(previousFrameCount)
        .flatMap((frame) => (frame.op === 'delta' ? frame.ops.map(({ collection }) => collection) : [])),
    ).toEqual(['user']);
  });

  it("shows a changed favorite on the reader's own pages at once", async () => {
    await anna.requestBody('PATCH', '/api/users/me', { favorites: { add: [ben.uid, 'elbkantine'], remove: [] } });
    expect(await page.items('contacts')).toMatchObject({ [ben.uid]: { isFavorite: true } });
    expect(await contactsOf(anna)).toMatchObject([{ isFavorite: true }]);
    await anna.requestBody('PATCH', '/api/users/me', { favorites: { add: [], remove: [ben.uid] } });
    expect(await page.items('contacts')).toMatchObject({ [ben.uid]: { isFavorite: false } });
  });

  it('A09 shows that a person has left and is back, everywhere; searches and suggestions hide them meanwhile', async () => {
    await anna.requestBody('PUT', '/api/contactGroups/team', {
      name: 'Team',
      contacts: [ben.uid, (await addDiner('Cem')).uid],
    });
    const stranger = await storeDinerNamed(gateway, 'Wanda Fort');
    expect(await searchUsers('wanda')).toHaveLength(1);
    await anna.requestBody('PATCH', '/api/users/block', { users: [ben.uid] });
    await changeUserRow(gateway, ben.uid, { photo_url: '/media/avatar/ben.webp' });
    for (const person of [ben, stranger]) await person.requestBody('PUT', '/api/users/deleteMe');
    const deletedPerson = { key: ben.uid, name: '', photoURL: null, status: 'deleted' };
    expect(await contactsOf(anna)).toMatchObject([{ status: null }, deletedPerson]);
    expect(await anna.requestBody('GET', '/api/users/blocked')).toMatchObject([deletedPerson]);
    expect([await page.items('contacts'), await page.items('blockedUsers')]).toMatchObject([
      { [ben.uid]: deletedPerson },
      { [ben.uid]: deletedPerson },
    ]);
    expect(await searchUsers('wanda')).toEqual([]);
    expect(JSON.stringify(await anna.requestBody('GET', '/api/search/randomUsers/20'))).not.toContain(stranger.uid);
    expect(await anna.request('PATCH', ADD_PATH, { contacts: [stranger.uid] })).toEqual([404, 'notFound']);

    for (const person of [ben, stranger])
      await (await signIn(gateway, person.email)).call('POST', '/api/users/restore', { visible: person === stranger });
    const restoredBen = { name: 'Ben Okafor', photoURL: '/media/avatar/ben.webp', status: null };
    expect([await page.items('contacts'), await page.items('blockedUsers')]).toMatchObject([
      { [ben.uid]: restoredBen },
      { [ben.uid]: restoredBen },
    ]);
    expect(await anna.requestBody('GET', '/api/users/blocked')).toMatchObject([restoredBen]);
    expect(await anna.requestBody('GET', '/api/contactGroups')).toMatchObject([
      { members: [ben.uid, expect.any(String)] },
    ]);
    expect(await searchUsers('wanda')).toHaveLength(1);
  });

  const addDiner = async (name: string): Promise<Diner> => {
    const person = await storeDinerNamed(gateway, name);
    await anna.requestBody('PATCH', ADD_PATH, { contacts: [person.uid] });
    return person;
  };

  it('A09 removes an erased person, who stays in groups as an unknown member', async () => {
    const separateGateway = await gatewayFactory.start();
    const [readerDiner, leavingDiner, thirdDiner] = [
      await storeDinerNamed(separateGateway, 'Anna Lindqvist'),
      await storeDinerNamed(separateGateway, 'Ben Okafor'),
      await storeDinerNamed(separateGateway, 'Cem Yılmaz'),
    ];
    await readerDiner.requestBody('PATCH', ADD_PATH, { contacts: [leavingDiner.uid, thirdDiner.uid] });
    await readerDiner.requestBody('PUT', '/api/contactGroups/team', {
      name: 'Team',
      contacts: [leavingDiner.uid, thirdDiner.uid],
    });
    await leavingDiner.requestBody('PUT', '/api/users/connect', { users: [readerDiner.uid] });
    await leavingDiner.requestBody('PATCH', '/api/users/block', { users: [readerDiner.uid] });
    await thirdDiner.requestBody('PATCH', '/api/users/block', { users: [leavingDiner.uid] });
    const openPages = [await openPage(separateGateway, readerDiner), await openPage(separateGateway, thirdDiner)];
    await leavingDiner.requestBody('PUT', '/api/users/deleteMe');
    await fetch(`${separateGateway.sandboxUrl ?? ''}/clock`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ now: separateGateway.clock.now() + 31 * DAY_MS }),
    });

    expect(await separateGateway.database.knex('user').where({ uid: leavingDiner.uid })).toEqual([]);
    const [readersPage, thirdsPage] = openPages;
    expect(Object.keys((await readersPage?.items('contacts')) ?? {})).toEqual([thirdDiner.uid]);
    expect([await readersPage?.items('isBlockedBy'), await thirdsPage?.items('blockedUsers')]).toEqual([{}, {}]);
    expect(await readersPage?.items('contactGroups')).toMatchObject({
      team: { members: [leavingDiner.uid, thirdDiner.uid] },
    });
    expect(await contactsOf(readerDiner)).toMatchObject([{ key: thirdDiner.uid }]);
    expect(await notificationsOf(readerDiner)).toEqual([]);
    expect(await thirdDiner.requestBody('GET', '/api/users/blocked')).toEqual([]);
    expect((await separateGateway.database.knex('job').where({ kind: 'social/renewPerson' })).length).toBe(0);
    for (const { client } of openPages) client.terminate();
  });

  it("exports a user's contacts, groups and blocks, and not who has the user in their lists", async () => {
    await anna.requestBody('PUT', '/api/contactGroups/team', {
      name: 'Team',
      contacts: [ben.uid, (await addDiner('Cem')).uid],
    });
    await anna.requestBody('PATCH', '/api/users/block', { users: [ben.uid] });
    const expectedLists = {
      contacts: [{ uid: ben.uid }, {}],
      groups: [{ key: 'team', name: 'Team' }],
      blockedUsers: [{ uid: ben.uid }],
    };
    expect(await anna.requestBody('GET', '/api/users/me/export')).toMatchObject({ social: expectedLists });
    expect(await ben.requestBody('GET', '/api/users/me/export')).toMatchObject({
      social: { contacts: [], groups: [], blockedUsers: [] },
    });
  });

  it('updates all observers of a person, the first ones in the same transaction and the others in jobs', async () => {
    const manyUids = Array.from({ length: OBSERVERS_PER_BATCH * 2 }, (_, index) => `!crowd-${index}`);
    const lastDiner = await storeDinerNamed(gateway, 'Zuletzt');
    await gateway.database.write(async (tx) => {
      const userRow = await tx.knex('user').where({ uid: anna.uid }).first();
      // The columns hold JSON, which PostgreSQL has parsed.
      const crowdFields = { email: null, connection_code: null, is_visible: false, favorites: '[]', taste_keys: '[]' };
      for (const uid of manyUids) await tx.knex('user').insert({ ...userRow, ...crowdFields, uid });
      for (const owner of [...manyUids, lastDiner.uid])
        await tx.knex('contact').insert({ owner_uid: owner, contact_uid: ben.uid, created_at: 1 });
    });
    const lastDinersPage = await openPage(gateway, lastDiner);
    await ben.requestBody('PATCH', '/api/users/me', { displayName: 'Bekannt Überall' });
    await lastDinersPage.client.next('delta');
    expect(await lastDinersPage.items('contacts')).toMatchObject({ [ben.uid]: { name: 'Bekannt Überall' } });
    const storedChanges = await gateway.database
      .knex<{ topic: string; tx: string }>('change')
      .whereLike('topic', 'user/!crowd-%')
      .select('tx');
    expect(storedChanges).toHaveLength(manyUids.length);
    expect(new Set(storedChanges.map(({ tx }) => tx)).size).toBeGreaterThan(1);
    lastDinersPage.client.terminate();
  });
});
