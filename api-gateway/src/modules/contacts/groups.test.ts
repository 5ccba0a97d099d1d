import { MAX_GROUPS, MAX_OTHER_PEOPLE } from '@mahlzeit/contract/rules';
import { testGateways, type TestGateway } from '../../platform/testing/test-gateway';
import { changeUserRow, storeDinerNamed, openPage, type Diner } from './testing/diners';
import { createGroupRepository } from './group-repository';

jest.setTimeout(60_000);

const GROUPS_PATH = '/api/contactGroups';

describe('groups of contacts', () => {
  const gatewayFactory = testGateways();
  let gateway: TestGateway;
  let anna: Diner;
  let otherDiners: Diner[] = [];

  beforeAll(async () => {
    gateway = await gatewayFactory.start();
    otherDiners = [];
    for (let index = 0; index <= MAX_OTHER_PEOPLE; index += 1)
      otherDiners.push(await storeDinerNamed(gateway, `Gast ${index}`));
  });

  beforeEach(async () => {
    anna = await storeDinerNamed(gateway, 'Anna Lindqvist');
    await anna.requestBody('PATCH', '/api/contacts/add', { contacts: otherDiners.map(({ uid }) => uid) });
  });

  const firstUids = (count: number): string[] => otherDiners.slice(0, count).map(({ uid }) => uid);

  it("are created, replaced and removed by the owner's key, live as well", async () => {
    const page = await openPage(gateway, anna);
    expect(
      await anna.requestBody('PUT', `${GROUPS_PATH}/team`, {
        name: '  Kollegen  ',
        contacts: [...firstUids(3).reverse(), ...firstUids(1)],
      }),
    ).toEqual({ key: 'team', name: 'Kollegen', isFavorite: false, members: firstUids(3).reverse() });
    await anna.requestBody('PUT', `${GROUPS_PATH}/alpha`, {
      name: 'Älteste',
      isFavorite: true,
      contacts: firstUids(2),
    });
    expect(
      await anna.requestBody('PUT', `${GROUPS_PATH}/team`, {
        name: 'Kollegen',
        isFavorite: true,
        contacts: firstUids(2),
      }),
    ).toMatchObject({ isFavorite: true, members: firstUids(2) });
    expect(await anna.requestBody('GET', GROUPS_PATH)).toMatchObject([
      { key: 'alpha' },
      { key: 'team', members: firstUids(2) },
    ]);
    expect(await page.items('contactGroups')).toMatchObject({
      alpha: { name: 'Älteste' },
      team: { members: firstUids(2) },
    });
    for (let time = 0; time < 2; time += 1) expect(await anna.requestBody('DELETE', `${GROUPS_PATH}/team`)).toEqual({});
    expect(Object.keys(await page.items('contactGroups'))).toEqual(['alpha']);
    page.client.terminate();
  });

  it('are visible to their owner only, also where others use the same key', async () => {
    const [ben = anna] = otherDiners;
    await ben.requestBody('PATCH', '/api/contacts/add', { contacts: [anna.uid, ...firstUids(3).slice(1)] });
    await anna.requestBody('PUT', `${GROUPS_PATH}/same`, { name: 'Annas', contacts: firstUids(2) });
    await ben.requestBody('PUT', `${GROUPS_PATH}/same`, {
      name: 'Annas',
      contacts: [anna.uid, ...firstUids(2).slice(1)],
    });
    await ben.requestBody('DELETE', `${GROUPS_PATH}/same`);
    expect(await anna.requestBody('GET', GROUPS_PATH)).toMatchObject([
      { key: 'same', name: 'Annas', members: firstUids(2) },
    ]);
    expect(await ben.requestBody('GET', GROUPS_PATH)).toEqual([]);
  });

  it('S05 have two to nine members, each counted once', async () => {
    const putMembers = (contactUids: readonly string[]) =>
      anna.request('PUT', `${GROUPS_PATH}/team`, { name: 'Kollegen', contacts: contactUids });
    expect([await putMembers([]), await putMembers([...firstUids(1), ...firstUids(1)])]).toEqual([
      [400, 'ErrorTooFewContacts'],
      [400, 'ErrorTooFewContacts'],
    ]);
    expect(await putMembers(firstUids(MAX_OTHER_PEOPLE + 1))).toEqual([400, 'tooManyMembers']);
    expect(await putMembers([...firstUids(MAX_OTHER_PEOPLE), ...firstUids(1)])).toEqual([200]);
  });

  it('that have shrunk below two can be renamed, marked, filled and removed, and lose nobody more', async () => {
    const putGroup = (contactUids: readonly string[], name = 'Kollegen', isFavorite = false) =>
      anna.request('PUT', `${GROUPS_PATH}/team`, { name, isFavorite, contacts: contactUids });
    const [first = '', second = '', third = ''] = firstUids(3);
    expect(await putGroup([first, second])).toEqual([200]);
    expect(await putGroup([first])).toEqual([400, 'ErrorTooFewContacts']);
    await anna.requestBody('PATCH', '/api/contacts/remove', { contacts: [second] });
    expect(await putGroup([first], 'Umbenannt', true)).toEqual([200]);
    expect(await anna.requestBody('GET', GROUPS_PATH)).toMatchObject([
      { name: 'Umbenannt', isFavorite: true, members: [first] },
    ]);
    for (const contacts of [[], [third]]) expect(await putGroup(contacts)).toEqual([400, 'ErrorTooFewContacts']);
    await anna.requestBody('PATCH', '/api/contacts/remove', { contacts: [first] });
    expect([await putGroup([]), await putGroup([third])]).toEqual([[200], [200]]);
    expect(await anna.request('PUT', `${GROUPS_PATH}/new`, { name: 'Neu', contacts: [third] })).toEqual([
      400,
      'ErrorTooFewContacts',
    ]);
    expect(await putGroup([third, first])).toEqual([403, 'notAContact']);
    // The owner adds the removed contacts again, and the group gets its members back.
    await anna.requestBody('PATCH', '/api/contacts/add', { contacts: [first, second] });
    expect(await putGroup([first, second, third])).toEqual([200]);
    expect(await anna.request('DELETE', `${GROUPS_PATH}/team`)).toEqual([200]);
  });

  it('that have shrunk because members have left the app can be renamed as well', async () => {
    const [first = ''] = firstUids(1);
    const leaver = await storeDinerNamed(gateway, 'Geht');
    await anna.requestBody('PATCH', '/api/contacts/add', { contacts: [leaver.uid] });
    await anna.requestBody('PUT', `${GROUPS_PATH}/team`, { name: 'Kollegen', contacts: [first, leaver.uid] });
    await changeUserRow(gateway, leaver.uid, { is_deleted: true, is_visible: false, deleted_at: 5 });
    expect(await anna.request('PUT', `${GROUPS_PATH}/team`, { name: 'Zu zweit', contacts: [first] })).toEqual([200]);
  });

  it('S11 have names of their own, however they are written; the edited one keeps its own', async () => {
    const putGroup = (groupKey: string, name: string) =>
      anna.request('PUT', `${GROUPS_PATH}/${groupKey}`, { name, contacts: firstUids(2) });
    expect(await putGroup('team', 'Kölner Kollegen')).toEqual([200]);
    for (const name of ['Kölner Kollegen', 'KÖLNER  kollegen', ' kölner kollegen '])
      expect([name, await putGroup('other', name)]).toEqual([name, [409, 'ErrorGroupNameTaken']]);
    expect([await putGroup('team', 'Kölner Kollegen'), await putGroup('team', 'KÖLNER KOLLEGEN')]).toEqual([
      [200],
      [200],
    ]);
    expect(await putGroup('other', '   ')).toEqual([400, 'invalidRequest']);
    expect(await anna.requestBody('GET', GROUPS_PATH)).toMatchObject([{ key: 'team', name: 'KÖLNER KOLLEGEN' }]);
  });

  it('take contacts only, and keep an erased member until the owner removes them', async () => {
    const stranger = await storeDinerNamed(gateway, 'Fremd');
    const putMembers = (contactUids: readonly string[]) =>
      anna.request('PUT', `${GROUPS_PATH}/team`, { name: 'Kollegen', contacts: contactUids });
    expect(await putMembers([...firstUids(2), stranger.uid])).toEqual([403, 'notAContact']);
    expect(await putMembers([...firstUids(2), anna.uid])).toEqual([403, 'notAContact']);

    await anna.requestBody('PATCH', '/api/contacts/add', { contacts: [stranger.uid] });
    expect(await putMembers([...firstUids(1), stranger.uid])).toEqual([200]);
    await changeUserRow(gateway, stranger.uid, { is_deleted: true, is_visible: false, deleted_at: 5 });
    expect(await putMembers([...firstUids(2), stranger.uid])).toEqual([200]);
    await gateway.database.write((tx) => tx.knex('user').where({ uid: stranger.uid }).delete());
    expect(await anna.requestBody('GET', GROUPS_PATH)).toMatchObject([{ members: [...firstUids(2), stranger.uid] }]);
    expect(await putMembers([...firstUids(1), stranger.uid])).toEqual([200]);
    expect(await putMembers(firstUids(2))).toEqual([200]);
    expect(await putMembers([...firstUids(2), stranger.uid])).toEqual([403, 'notAContact']);
  });

  it('are limited to the number that a page can show', async () => {
    await gateway.database.write(async ({ knex }) => {
      for (let index = 0; index < MAX_GROUPS; index += 1)
        await createGroupRepository(knex).put(anna.uid, {
          key: `g${index}`,
          name: `Gruppe ${index}`,
          isFavorite: false,
          members: firstUids(2),
        });
    });
    expect(await anna.request('PUT', `${GROUPS_PATH}/more`, { name: 'Noch eine', contacts: firstUids(2) })).toEqual([
      409,
      'listFull',
    ]);
    expect(await anna.request('PUT', `${GROUPS_PATH}/g0`, { name: 'Umbenannt', contacts: firstUids(2) })).toEqual([
      200,
    ]);
  });
});
