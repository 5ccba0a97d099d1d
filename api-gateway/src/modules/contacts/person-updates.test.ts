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

const ADD = '/api/contacts/add';
const DAY_MS = 24 * 60 * 60_000;

describe('the view of other users', () => {
  const gateways = testGateways();
  let gateway: TestGateway;
  let anna: Diner;
  let ben: Diner;
  let page: OpenPage;

  beforeAll(async () => {
    gateway = await gateways.start();
  });

  beforeEach(async () => {
    [anna, ben] = [await storeDinerNamed(gateway, 'Anna Lindqvist'), await storeDinerNamed(gateway, 'Ben Okafor')];
    await anna.requestBody('PATCH', ADD, { contacts: [ben.uid] });
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
    const frames = page.client.frames.length;
    await ben.requestBody('PATCH', '/api/users/me', { phoneNumber: '+49 40 123456', tasteKeys: ['burger'] });
    await anna.requestBody('PATCH', '/api/users/me', { displayName: 'Anna L.' });
    expect(await page.items('contacts')).toMatchObject({ [ben.uid]: { name: 'Ben Okafor' } });
    expect(
      page.client.frames
        .slice(frames)
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
    const nobody = { key: ben.uid, name: '', photoURL: null, status: 'deleted' };
    expect(await contactsOf(anna)).toMatchObject([{ status: null }, nobody]);
    expect(await anna.requestBody('GET', '/api/users/blocked')).toMatchObject([nobody]);
    expect([await page.items('contacts'), await page.items('blockedUsers')]).toMatchObject([
      { [ben.uid]: nobody },
      { [ben.uid]: nobody },
    ]);
    expect(await searchUsers('wanda')).toEqual([]);
    expect(JSON.stringify(await anna.requestBody('GET', '/api/search/randomUsers/20'))).not.toContain(stranger.uid);
    expect(await anna.request('PATCH', ADD, { contacts: [stranger.uid] })).toEqual([404, 'notFound']);

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
    await anna.requestBody('PATCH', ADD, { contacts: [person.uid] });
    return person;
  };

  it('A09 removes an erased person, who stays in groups as an unknown member', async () => {
    const separateGateway = await gateways.start();
    const [reader, leaver, third] = [
      await storeDinerNamed(separateGateway, 'Anna Lindqvist'),
      await storeDinerNamed(separateGateway, 'Ben Okafor'),
      await storeDinerNamed(separateGateway, 'Cem Yılmaz'),
    ];
    await reader.requestBody('PATCH', ADD, { contacts: [leaver.uid, third.uid] });
    await reader.requestBody('PUT', '/api/contactGroups/team', { name: 'Team', contacts: [leaver.uid, third.uid] });
    await leaver.requestBody('PUT', '/api/users/connect', { users: [reader.uid] });
    await leaver.requestBody('PATCH', '/api/users/block', { users: [reader.uid] });
    await third.requestBody('PATCH', '/api/users/block', { users: [leaver.uid] });
    const pages = [await openPage(separateGateway, reader), await openPage(separateGateway, third)];
    await leaver.requestBody('PUT', '/api/users/deleteMe');
    await fetch(`${separateGateway.sandboxUrl ?? ''}/clock`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ now: separateGateway.clock.now() + 31 * DAY_MS }),
    });

    expect(await separateGateway.database.knex('user').where({ uid: leaver.uid })).toEqual([]);
    const [readers, thirds] = pages;
    expect(Object.keys((await readers?.items('contacts')) ?? {})).toEqual([third.uid]);
    expect([await readers?.items('isBlockedBy'), await thirds?.items('blockedUsers')]).toEqual([{}, {}]);
    expect(await readers?.items('contactGroups')).toMatchObject({ team: { members: [leaver.uid, third.uid] } });
    expect(await contactsOf(reader)).toMatchObject([{ key: third.uid }]);
    expect(await notificationsOf(reader)).toEqual([]);
    expect(await third.requestBody('GET', '/api/users/blocked')).toEqual([]);
    expect((await separateGateway.database.knex('job').where({ kind: 'social/renewPerson' })).length).toBe(0);
    for (const { client } of pages) client.terminate();
  });

  it("exports a user's contacts, groups and blocks, and not who has the user in their lists", async () => {
    await anna.requestBody('PUT', '/api/contactGroups/team', {
      name: 'Team',
      contacts: [ben.uid, (await addDiner('Cem')).uid],
    });
    await anna.requestBody('PATCH', '/api/users/block', { users: [ben.uid] });
    const lists = {
      contacts: [{ uid: ben.uid }, {}],
      groups: [{ key: 'team', name: 'Team' }],
      blockedUsers: [{ uid: ben.uid }],
    };
    expect(await anna.requestBody('GET', '/api/users/me/export')).toMatchObject({ social: lists });
    expect(await ben.requestBody('GET', '/api/users/me/export')).toMatchObject({
      social: { contacts: [], groups: [], blockedUsers: [] },
    });
  });

  it('updates all observers of a person, the first ones in the same transaction and the others in jobs', async () => {
    const manyUids = Array.from({ length: OBSERVERS_PER_BATCH * 2 }, (_, index) => `!crowd-${index}`);
    const lastDiner = await storeDinerNamed(gateway, 'Zuletzt');
    await gateway.database.write(async (tx) => {
      const row = await tx.knex('user').where({ uid: anna.uid }).first();
      for (const uid of manyUids)
        await tx.knex('user').insert({ ...row, uid, email: null, connection_code: null, is_visible: false });
      for (const owner of [...manyUids, lastDiner.uid])
        await tx.knex('contact').insert({ owner_uid: owner, contact_uid: ben.uid, created_at: 1 });
    });
    const lasts = await openPage(gateway, lastDiner);
    await ben.requestBody('PATCH', '/api/users/me', { displayName: 'Bekannt Überall' });
    await lasts.client.next('delta');
    expect(await lasts.items('contacts')).toMatchObject({ [ben.uid]: { name: 'Bekannt Überall' } });
    const changes = await gateway.database
      .knex<{ topic: string; tx: string }>('change')
      .whereLike('topic', 'user/!crowd-%')
      .select('tx');
    expect(changes).toHaveLength(manyUids.length);
    expect(new Set(changes.map(({ tx }) => tx)).size).toBeGreaterThan(1);
    lasts.client.terminate();
  });
});
