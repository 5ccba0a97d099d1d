import { ErrorBody, routes as productRoutes, type Route } from '@mahlzeit/contract';
import { aRestaurant } from '@mahlzeit/contract/fixtures';
import { createPartnerTokens } from './modules/discovery';
import { createRestaurantRepository } from './modules/discovery/testing/repositories';
import { storeUser, storeVisitor } from './modules/identity/testing/stored-people';
import { testGateways, type TestGateway } from './platform/testing/test-gateway';
import { KINDS, type Anna, type Ask, type Kind } from './testing/access/access-row';
import { accountRows } from './testing/access/account-rows';
import { createAnna, leaksIn, storedDataOf } from './testing/access/anna';
import { orderingRows } from './testing/access/ordering-rows';
import { partnerRows, tokenRows } from './testing/access/partner-rows';
import { placeAccessCases } from './testing/access/place-rows';
import { socialRows } from './testing/access/social-rows';
import { getTestPaper, paperModule, paperRows } from './testing/access/test-papers';

// Each combination of route and caller has a user of its own, because a route may end a session that another route
// needs.
jest.setTimeout(120_000);

const routes: readonly Route[] = [...productRoutes, getTestPaper];

const rows = [accountRows, socialRows, orderingRows, placeAccessCases, partnerRows, paperRows].flatMap((table) =>
  Object.entries(table),
);

describe('who may call what', () => {
  const gateways = testGateways();
  let gateway: TestGateway;
  let anna: Anna;
  let expired = '';

  const tokens: Readonly<Record<Kind, (email: string) => Promise<string | null>>> = {
    noToken: async () => null,
    expired: async () => expired,
    anonymous: async () => (await storeVisitor(gateway)).idToken,
    unverified: async (email) => (await storeUser(gateway, email)).idToken,
    verified: async (email) => (await storeUser(gateway, email, { isEmailVerified: true })).idToken,
    deleted: async (email) =>
      (
        await storeUser(gateway, email, {
          isEmailVerified: true,
          isVisible: false,
          deletedAt: gateway.clock.now(),
        })
      ).idToken,
  };

  const openPlace = (key: string): Promise<void> =>
    gateway.database.write((tx) =>
      createRestaurantRepository(tx.knex).insert(aRestaurant({ key, routingName: key }), {
        source: 'test',
        sourceId: key,
      }),
    );

  beforeAll(async () => {
    gateway = await gateways.start({ modules: [paperModule] });
    for (const key of ['elbkantine', 'nextdoor']) await openPlace(key);
    for (const name of ['putPartnerMeal', 'putPartnerDiscount'])
      for (const route of routes)
        if (route.name === name) await send(route, tokenRows[name]?.ask?.(anna) ?? {}, gateway.partnerToken);
    expired = (await storeUser(gateway, 'expired@mahlzeit.test')).idToken;
    gateway.clock.advance(11 * 60_000);
    anna = await createAnna(gateway);
  });

  const send = async ({ method, path }: Route, { params = {}, query, body, cookie }: Ask, token: string | null) => {
    const address = path.replace(/:(\w+)/g, (_, name: string) => params[name] ?? '');
    const content = method === 'GET' ? undefined : body instanceof Uint8Array ? body : JSON.stringify(body ?? {});
    const answer = await fetch(`${gateway.url}${address}${query === undefined ? '' : `?${query}`}`, {
      method,
      headers: {
        'X-Mahlzeit': '1',
        'Content-Type': body instanceof Uint8Array ? 'image/png' : 'application/json',
        ...(token === null ? {} : { Authorization: `Bearer ${token}` }),
        ...(cookie === undefined ? {} : { Cookie: cookie }),
      },
      ...(content === undefined ? {} : { body: content }),
    });
    const text = await answer.text();
    return {
      text,
      type: answer.headers.get('Content-Type'),
      ending: answer.status === 200 ? 'ok' : ErrorBody.parse(JSON.parse(text)).code,
    };
  };

  it('has a row for each route and none for others', () =>
    expect(rows.map(([name]) => name).sort()).toEqual(routes.map(({ name }) => name).sort()));

  const cases = routes.flatMap((route) =>
    rows.filter(([name]) => name === route.name).map(([name, row]) => [name, route, row] as const),
  );

  it.each(cases)(
    "%s answers each kind of caller as their rights are, and nobody with what is Anna's",
    async (name, route, row) => {
      const fared: Record<string, unknown> = {};
      for (const kind of KINDS) {
        const email = `${kind}-${name.toLowerCase()}@mahlzeit.test`;
        const { text, type, ending } = await send(route, row.ask?.(email) ?? {}, await tokens[kind](email));
        fared[kind] = ending;
        expect(type).toMatch(
          ending === 'ok' && route.answersFile !== undefined ? route.answersFile : 'application/json',
        );
        expect([kind, leaksIn(text, anna)]).toEqual([kind, []]);
      }
      expect(fared).toEqual(row.cells);
    },
  );

  const foreign = cases.flatMap(([name, route, row]) =>
    row.withAnnasData === null ? [] : [[name, route, row.withAnnasData] as const],
  );

  // Anna's stored data after the previous case. Only these cases write, so each case can use it as the state before its
  // request.
  let stored: unknown[] | null = null;

  it.each(foreign)('%s does nothing to Anna for somebody who names what is hers', async (name, route, askAs) => {
    const before = stored ?? (await storedDataOf(gateway, anna));
    const [ask, ending] = askAs(anna);
    const answer = await send(route, ask, await tokens.verified(`foreign-${name.toLowerCase()}@mahlzeit.test`));
    expect([answer.ending, leaksIn(answer.text, anna)]).toEqual([ending, []]);
    stored = await storedDataOf(gateway, anna);
    expect(stored).toEqual(before);
  });

  it('has cells for each route of partners', () =>
    expect(Object.keys(tokenRows).sort()).toEqual(
      cases
        .filter(([, { access }]) => access === 'partner')
        .map(([name]) => name)
        .sort(),
    ));

  const ofPartners = cases.flatMap(([name, route]) =>
    Object.entries(tokenRows)
      .filter(([key]) => key === name)
      .map(([, row]) => [name, route, row] as const),
  );

  it.each(ofPartners)(
    '%s opens the Elbkantine to its own token and the one for all, and to no other',
    async (_name, route, { ask, cells: expected }) => {
      const ownToken = async (key: string): Promise<string> => {
        const token = await createPartnerTokens(gateway).issue(key);
        return token.ok ? token.value : '';
      };
      const tokensInOrder = [await ownToken('nextdoor'), await ownToken('elbkantine'), gateway.partnerToken];
      const asked = ask?.(anna) ?? {};
      const answers = [];
      for (const token of tokensInOrder) answers.push(await send(route, asked, token));
      expect(answers.map(({ ending }) => ending)).toEqual(expected);
      expect(leaksIn(answers[0]?.text ?? '', anna)).toEqual([]);
    },
  );
});
