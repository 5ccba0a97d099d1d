import { MAX_GROUPS, MAX_OTHER_PEOPLE } from '@mahlzeit/contract/rules';
import { testGateways, type TestGateway } from '../../platform/testing/test-gateway';
import { changeUserRow, storeDinerNamed, openPage, type Diner } from './testing/diners';
import { createGroupRepository } from './group-repository';

jest.setTimeout(60_000);

const GROUPS = '/api/contactGroups';

describe('groups of contacts', () => {
  const gateways = testGateways();
  let gateway: TestGateway;
  let anna: Diner;
  let otherDiners: Diner[] = [];

  beforeAll(async () => {
    gateway = await gateways.start();
    otherDiners = [];
    for (let index = 0; index <= MAX_OTHER_PEOPLE; index += 1)
      otherDiners.push(await storeDinerNamed(gateway, `Gast ${index}`));
  });

  beforeEach(async () => {
    anna = await storeDinerNamed(gateway, 'Anna Lindqvist');
    await anna.requestBody('PATCH', '/api/contacts/add', { contacts: otherDiners.map(({ uid }) => uid) });
  });

  const uids = (count: number): string[] => otherDiners.slice(0, count).map(({ uid }) => uid);

  it("are created, replaced and removed by the owner's key, live as well", async () => {
    const page = await openPage(gateway, anna);
    expect(
      await anna.requestBody('PUT', `${GROUPS}/team`, {
        name: '  Kollegen  ',
        contacts: [...uids(3).reverse(), ...uids(1)],
      }),
    ).toEqual({ key: 'team', name: 'Kollegen', isFavorite: false, members: uids(3).reverse() });
    await anna.requestBody('PUT', `${GROUPS}/alpha`, { name: 'Älteste', isFavorite: true, contacts: uids(2) });
    expect(
      await anna.requestBody('PUT', `${GROUPS}/team`, { name: 'Kollegen', isFavorite: true, contacts: uids(2) }),
    ).toMatchObject({ isFavorite: true, members: uids(2) });
    expect(await anna.requestBody('GET', GROUPS)).toMatchObject([{ key: 'alpha' }, { key: 'team', members: uids(2) }]);
    expect(await page.items('contactGroups')).toMatchObject({ alpha: { name: 'Älteste' }, team: { members: uids(2) } });
    for (let time = 0; time < 2; time += 1) expect(await anna.requestBody('DELETE', `${GROUPS}/team`)).toEqual({});
    expect(Object.keys(await page.items('contactGroups'))).toEqual(['alpha']);
    page.client.terminate();
  });

  it('are visible to their owner only, also where others use the same key', async () => {
    const [ben = anna] = otherDiners;
    await ben.requestBody('PATCH', '/api/contacts/add', { contacts: [anna.uid, ...uids(3).slice(1)] });
    await anna.requestBody('PUT', `${GROUPS}/same`, { name: 'Annas', contacts: uids(2) });
    await ben.requestBody('PUT', `${GROUPS}/same`, { name: 'Annas', contacts: [anna.uid, ...uids(2).slice(1)] });
    await ben.requestBody('DELETE', `${GROUPS}/same`);
    expect(await anna.requestBody('GET', GROUPS)).toMatchObject([{ key: 'same', name: 'Annas', members: uids(2) }]);
    expect(await ben.requestBody('GET', GROUPS)).toEqual([]);
  });

  it('S05 have two to nine members, each counted once', async () => {
    const putMembers = (contacts: readonly string[]) =>
      anna.request('PUT', `${GROUPS}/team`, { name: 'Kollegen', contacts });
    expect([await putMembers([]), await putMembers([...uids(1), ...uids(1)])]).toEqual([
      [400, 'ErrorTooFewContacts'],
      [400, 'ErrorTooFewContacts'],
    ]);
    expect(await putMembers(uids(MAX_OTHER_PEOPLE + 1))).toEqual([400, 'tooManyMembers']);
    expect(await putMembers([...uids(MAX_OTHER_PEOPLE), ...uids(1)])).toEqual([200]);
  });

  it('S11 have names of their own, however they are written; the edited one keeps its own', async () => {
    const putGroup = (key: string, name: string) =>
      anna.request('PUT', `${GROUPS}/${key}`, { name, contacts: uids(2) });
    expect(await putGroup('team', 'Kölner Kollegen')).toEqual([200]);
    for (const name of ['Kölner Kollegen', 'KÖLNER  kollegen', ' kölner kollegen '])
      expect([name, await putGroup('other', name)]).toEqual([name, [409, 'ErrorGroupNameTaken']]);
    expect([await putGroup('team', 'Kölner Kollegen'), await putGroup('team', 'KÖLNER KOLLEGEN')]).toEqual([
      [200],
      [200],
    ]);
    expect(await putGroup('other', '   ')).toEqual([400, 'invalidRequest']);
    expect(await anna.requestBody('GET', GROUPS)).toMatchObject([{ key: 'team', name: 'KÖLNER KOLLEGEN' }]);
  });

  it('take contacts only, and keep an erased member until the owner removes them', async () => {
    const stranger = await storeDinerNamed(gateway, 'Fremd');
    const putMembers = (contacts: readonly string[]) =>
      anna.request('PUT', `${GROUPS}/team`, { name: 'Kollegen', contacts });
    expect(await putMembers([...uids(2), stranger.uid])).toEqual([403, 'notAContact']);
    expect(await putMembers([...uids(2), anna.uid])).toEqual([403, 'notAContact']);

    await anna.requestBody('PATCH', '/api/contacts/add', { contacts: [stranger.uid] });
    expect(await putMembers([...uids(1), stranger.uid])).toEqual([200]);
    await changeUserRow(gateway, stranger.uid, { is_deleted: true, is_visible: false, deleted_at: 5 });
    expect(await putMembers([...uids(2), stranger.uid])).toEqual([200]);
    await gateway.database.write((tx) => tx.knex('user').where({ uid: stranger.uid }).delete());
    expect(await anna.requestBody('GET', GROUPS)).toMatchObject([{ members: [...uids(2), stranger.uid] }]);
    expect(await putMembers([...uids(1), stranger.uid])).toEqual([200]);
    expect(await putMembers(uids(2))).toEqual([200]);
    expect(await putMembers([...uids(2), stranger.uid])).toEqual([403, 'notAContact']);
  });

  it('are limited to the number that a page can show', async () => {
    await gateway.database.write(async ({ knex }) => {
      for (let index = 0; index < MAX_GROUPS; index += 1)
        await createGroupRepository(knex).put(anna.uid, {
          key: `g${index}`,
          name: `Gruppe ${index}`,
          isFavorite: false,
          members: uids(2),
        });
    });
    expect(await anna.request('PUT', `${GROUPS}/more`, { name: 'Noch eine', contacts: uids(2) })).toEqual([
      409,
      'listFull',
    ]);
    expect(await anna.request('PUT', `${GROUPS}/g0`, { name: 'Umbenannt', contacts: uids(2) })).toEqual([200]);
  });
});
