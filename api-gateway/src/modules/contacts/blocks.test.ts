import { testGateways, type TestGateway } from '../../platform/testing/test-gateway';
import { ChatReference } from '@mahlzeit/contract';
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

jest.setTimeout(60_000);

const ADD_PATH = '/api/contacts/add';
const BLOCK_PATH = '/api/users/block';
const UNBLOCK_PATH = '/api/users/unblock';
const BLOCKED_PATH = '/api/users/blocked';

describe('blocks', () => {
  const gatewayFactory = testGateways();
  let gateway: TestGateway;
  let anna: Diner;
  let ben: Diner;
  let openPages: OpenPage[] = [];

  beforeAll(async () => {
    gateway = await gatewayFactory.start();
  });

  beforeEach(async () => {
    [anna, ben] = [await storeDinerNamed(gateway, 'Anna Lindqvist'), await storeDinerNamed(gateway, 'Ben Okafor')];
    await anna.requestBody('PATCH', ADD_PATH, { contacts: [ben.uid] });
    await ben.requestBody('PATCH', ADD_PATH, { contacts: [anna.uid] });
    openPages = [await openPage(gateway, anna), await openPage(gateway, ben)];
  });

  afterEach(() => {
    for (const { client } of openPages) client.terminate();
  });

  const itemsOnPages = (collection: Parameters<OpenPage['items']>[0]) =>
    Promise.all(openPages.map((page) => page.items(collection)));

  it('take effect at once on the pages of both: they stay contacts, and neither can invite the other', async () => {
    expect(await anna.requestBody('PATCH', BLOCK_PATH, { users: [ben.uid] })).toEqual({});
    const blockedBen = { key: ben.uid, name: 'Ben Okafor', photoURL: null, status: null, pending: false };
    expect(await anna.requestBody('GET', BLOCKED_PATH)).toEqual([blockedBen]);
    expect(await ben.requestBody('GET', BLOCKED_PATH)).toEqual([]);
    expect([await contactsOf(anna), await contactsOf(ben)]).toMatchObject([
      [{ key: ben.uid, uninvitable: true }],
      [{ key: anna.uid, uninvitable: true }],
    ]);
    expect(await itemsOnPages('contacts')).toMatchObject([
      { [ben.uid]: { uninvitable: true } },
      { [anna.uid]: { uninvitable: true } },
    ]);
    expect(await itemsOnPages('blockedUsers')).toEqual([{ [ben.uid]: blockedBen }, {}]);
    expect(await itemsOnPages('isBlockedBy')).toEqual([{}, { [anna.uid]: { key: anna.uid } }]);
  });

  it('close the notifications of both about each other, on open and new pages, and no others', async () => {
    const cem = await storeDinerNamed(gateway, 'Cem Yılmaz');
    for (const [viewer, otherDiner] of [
      [anna, cem],
      [cem, anna],
    ] as const)
      await viewer.requestBody('PATCH', ADD_PATH, { contacts: [otherDiner.uid] });
    const writeMessage = async (author: Diner, otherDiner: Diner, content: string): Promise<void> => {
      const { chatId } = ChatReference.parse(
        await author.requestBody('POST', '/api/chat/create', { participantKeys: [otherDiner.uid] }),
      );
      await author.requestBody('POST', `/api/chat/${chatId}/messages`, { content });
    };
    await writeMessage(ben, anna, 'böser Text');
    await writeMessage(anna, ben, 'Antwort');
    await writeMessage(cem, anna, 'guter Text');
    expect(await notificationsOf(anna)).toEqual(
      expect.arrayContaining(['böser Text', 'Ben Okafor hat dich als Kontakt hinzugefügt.']),
    );
    expect(await notificationsOf(ben)).toEqual(expect.arrayContaining(['Antwort']));
    await anna.requestBody('PATCH', BLOCK_PATH, { users: [ben.uid] });
    expect([await notificationsOf(anna), await notificationsOf(ben)]).toEqual([
      ['Cem Yılmaz hat dich als Kontakt hinzugefügt.', 'guter Text'],
      [],
    ]);
    const [annasNotifications, bensNotifications] = await itemsOnPages('notifications');
    expect([Object.keys(annasNotifications ?? {}).length, bensNotifications]).toEqual([2, {}]);
  });

  it('are removed for both, and remain while the other one blocks as well', async () => {
    await anna.requestBody('PATCH', BLOCK_PATH, { users: [ben.uid] });
    await ben.requestBody('PATCH', BLOCK_PATH, { users: [anna.uid] });
    expect(await anna.requestBody('PATCH', UNBLOCK_PATH, { users: [ben.uid, 'unknown'] })).toEqual({});
    expect(await itemsOnPages('contacts')).toMatchObject([
      { [ben.uid]: { uninvitable: true } },
      { [anna.uid]: { uninvitable: true } },
    ]);
    expect(await itemsOnPages('isBlockedBy')).toEqual([{ [ben.uid]: { key: ben.uid } }, {}]);
    await ben.requestBody('PATCH', UNBLOCK_PATH, { users: [anna.uid] });
    expect(await itemsOnPages('contacts')).toMatchObject([
      { [ben.uid]: { uninvitable: false } },
      { [anna.uid]: { uninvitable: false } },
    ]);
    expect([await itemsOnPages('blockedUsers'), await itemsOnPages('isBlockedBy')]).toEqual([
      [{}, {}],
      [{}, {}],
    ]);
    expect(await anna.requestBody('GET', BLOCKED_PATH)).toEqual([]);
  });

  it('can be replaced by a new contact, except one who blocks back or has left', async () => {
    const people = [
      await storeDinerNamed(gateway, 'Cem Yılmaz'),
      await storeDinerNamed(gateway, 'Sperrt Zurück'),
      await storeDinerNamed(gateway, 'Weg'),
    ];
    const [cem, contactOnlyDiner, contactlessDiner] = people;
    const uids = people.map(({ uid }) => uid);
    await anna.requestBody('PATCH', BLOCK_PATH, { users: uids });
    await contactOnlyDiner?.requestBody('PATCH', BLOCK_PATH, { users: [anna.uid] });
    await changeUserRow(gateway, contactlessDiner?.uid ?? '', { is_deleted: true, is_visible: false, deleted_at: 5 });
    const stranger = await storeDinerNamed(gateway, 'Nie gesperrt');
    await anna.requestBody('PATCH', UNBLOCK_PATH, { users: [...uids, stranger.uid], addAsContacts: true });
    expect(await contactNamesOf(anna)).toEqual(['Ben Okafor', 'Cem Yılmaz']);
    expect(Object.keys((await itemsOnPages('contacts'))[0] ?? {}).sort()).toEqual([ben.uid, cem?.uid].sort());
    expect(cem && (await notificationsOf(cem))).toEqual(['Anna Lindqvist hat dich als Kontakt hinzugefügt.']);
  });

  it('require existing other users, and count each once', async () => {
    expect(await anna.request('PATCH', BLOCK_PATH, { users: [] })).toEqual([400, 'ErrorNoUsers']);
    expect(await anna.request('PATCH', UNBLOCK_PATH, { users: [] })).toEqual([400, 'ErrorNoUsers']);
    expect(await anna.request('PATCH', BLOCK_PATH, { users: [ben.uid, anna.uid] })).toEqual([400, 'invalidRequest']);
    expect(await anna.request('PATCH', BLOCK_PATH, { users: [ben.uid, 'unknown'] })).toEqual([404, 'notFound']);
    expect(await anna.request('PATCH', BLOCK_PATH, { users: [(await visit(gateway)).account.uid] })).toEqual([
      404,
      'notFound',
    ]);
    expect(await anna.requestBody('GET', BLOCKED_PATH)).toEqual([]);
    for (let time = 0; time < 2; time += 1)
      expect(await anna.request('PATCH', BLOCK_PATH, { users: [ben.uid, ben.uid] })).toEqual([200]);
    expect(await anna.requestBody('GET', BLOCKED_PATH)).toHaveLength(1);
  });
});

describe('searches for people', () => {
  const gatewayFactory = testGateways();
  let gateway: TestGateway;
  let anna: Diner;

  const searchUsers = async (kind: 'contactableUsers' | 'blockableUsers', text: string): Promise<string[]> => {
    const people = await anna.requestBody('GET', `/api/search/${kind}/${encodeURIComponent(text)}`);
    return Array.isArray(people) ? people.map(({ displayName }: { displayName: string }) => displayName) : [];
  };

  beforeAll(async () => {
    gateway = await gatewayFactory.start();
    anna = await storeDinerNamed(gateway, 'Jörg Selbst');
    const fieldsByName = {
      'Jörg Fremd': {},
      'Jörg Kontakt': {},
      'Jörg Gesperrt': {},
      'Jörg Sperrt': {},
      'Jörg Versteckt': { is_visible: false },
      'Jörg Bekannt': { is_visible: false },
      'Jörg Weg': { is_deleted: true, is_visible: false, deleted_at: 5 },
    };
    const people = new Map<string, Diner>();
    for (const [name, userFields] of Object.entries(fieldsByName))
      people.set(name, await storeDinerNamed(gateway, name, userFields));
    const uidOf = (name: string): string => people.get(name)?.uid ?? '';
    await anna.requestBody('PATCH', ADD_PATH, { contacts: [uidOf('Jörg Kontakt'), uidOf('Jörg Bekannt')] });
    await anna.requestBody('PATCH', BLOCK_PATH, { users: [uidOf('Jörg Gesperrt')] });
    await people.get('Jörg Sperrt')?.requestBody('PATCH', BLOCK_PATH, { users: [anna.uid] });
  });

  it('S12 need two characters to add and three to block', async () => {
    expect([await searchUsers('contactableUsers', 'j'), await searchUsers('contactableUsers', ' j ')]).toEqual([
      [],
      [],
    ]);
    expect(await searchUsers('contactableUsers', 'jö')).toEqual(['Jörg Fremd']);
    expect([await searchUsers('blockableUsers', 'jö'), await searchUsers('blockableUsers', ' jö ')]).toEqual([[], []]);
    expect(await searchUsers('blockableUsers', 'jör')).not.toEqual([]);
  });

  it('S06 find visible people to add who are no contacts and have no block in either direction', async () => {
    expect(await searchUsers('contactableUsers', 'JOERG')).toEqual(['Jörg Fremd']);
  });

  it('find people to block: also those who block the user and hidden contacts, but nobody already blocked', async () => {
    expect(await searchUsers('blockableUsers', 'jörg')).toEqual([
      'Jörg Bekannt',
      'Jörg Fremd',
      'Jörg Kontakt',
      'Jörg Sperrt',
    ]);
  });

  it('A09 skip people who have left', async () => {
    expect([await searchUsers('contactableUsers', 'weg'), await searchUsers('blockableUsers', 'weg')]).toEqual([
      [],
      [],
    ]);
  });

  it('match neither patterns nor addresses', async () => {
    expect([
      await searchUsers('contactableUsers', '%%'),
      await searchUsers('contactableUsers', '__'),
      await searchUsers('blockableUsers', 'mahlzeit.test'),
    ]).toEqual([[], [], []]);
    expect(await anna.requestBody('GET', '/api/search/contactableUsers/fremd')).toEqual([
      { key: expect.any(String), displayName: 'Jörg Fremd', photoURL: null },
    ]);
  });

  it('suggest people to add, as many as requested', async () => {
    for (let index = 0; index < 6; index += 1) await storeDinerNamed(gateway, `Vorschlag ${index}`);
    const suggestedNames = async (requestedCount: number): Promise<string[]> => {
      const people = await anna.requestBody('GET', `/api/search/randomUsers/${requestedCount}`);
      return Array.isArray(people) ? people.map(({ displayName }: { displayName: string }) => displayName) : [];
    };
    expect(await suggestedNames(4)).toHaveLength(4);
    expect(await suggestedNames(20)).toHaveLength(7);
    expect((await suggestedNames(20)).filter((name) => !/^(Vorschlag \d|Jörg Fremd)$/.test(name))).toEqual([]);
    for (const invalidCount of [0, 21, 100])
      expect([invalidCount, await anna.request('GET', `/api/search/randomUsers/${invalidCount}`)]).toEqual([
        invalidCount,
        [400, 'invalidRequest'],
      ]);
  });

  it('return at most twenty people', async () => {
    for (let index = 0; index < 22; index += 1) await storeDinerNamed(gateway, `Zwilling ${index}`);
    expect(
      [await searchUsers('contactableUsers', 'zwilling'), await searchUsers('blockableUsers', 'zwilling')].map(
        (matchedNames) => matchedNames.length,
      ),
    ).toEqual([20, 20]);
  });
});
