import { ErrorBody, routes as productRoutes, type Route } from '@mahlzeit/contract';
import { createPartnerTokens } from './modules/discovery';
import { securityHeadersOf } from './platform/http/security-headers';
import { readStreamText } from './platform/testing/read-stream';
import { testGateways, type TestGateway } from './platform/testing/test-gateway';
import { CALLER_KINDS, type AnnaTestData, type RequestParts } from './testing/access/access-row';
import { accountRows } from './testing/access/account-rows';
import { createAnna, insertRestaurant, leakedSecretsIn, storedDataOf } from './testing/access/anna';
import { prepareCallers, type CreateCaller } from './testing/access/callers';
import { moderationRows } from './testing/access/moderation-rows';
import { orderingRows } from './testing/access/ordering-rows';
import { partnerRows, tokenRows } from './testing/access/partner-rows';
import { placeAccessCases } from './testing/access/place-rows';
import { releaseRows } from './testing/access/release-rows';
import { socialRows } from './testing/access/social-rows';
import { getTestPaperRoute, testPaperModule, testPaperRows } from './testing/access/test-papers';

// Security headers that each response must have, with names in the spelling of the Fetch API. Files have a policy of
// their own.
const securityHeaders = {
  ...Object.fromEntries(new Headers({ ...securityHeadersOf(null) })),
  'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
};

// Time limit of a test. Each combination of route and caller needs a user of its own, because a route may end a session
// that another route needs.
jest.setTimeout(120_000);

const routes: readonly Route[] = [...productRoutes, getTestPaperRoute];

const mediaTypeOf = ({ answersFile, answersStream }: Route): string =>
  answersStream === true ? 'text/event-stream' : (answersFile ?? 'application/json');

const accessRows = [
  accountRows,
  socialRows,
  orderingRows,
  placeAccessCases,
  partnerRows,
  releaseRows,
  moderationRows,
  testPaperRows,
].flatMap((table) => Object.entries(table));

describe('who may call what', () => {
  const gatewayFactory = testGateways();
  let gateway: TestGateway;
  let anna: AnnaTestData;
  let createCaller: CreateCaller;

  beforeAll(async () => {
    gateway = await gatewayFactory.start({
      modules: [testPaperModule],
      environment: { MODERATION_TOKEN: 'moderation-token-of-the-tests' },
    });
    for (const key of ['elbkantine', 'nextdoor']) await insertRestaurant(gateway, key);
    for (const name of ['putPartnerMeal', 'putPartnerDiscount'])
      for (const route of routes)
        if (route.name === name) await sendRequest(route, tokenRows[name]?.ask?.(anna) ?? {}, gateway.partnerToken);
    createCaller = await prepareCallers(gateway);
    anna = await createAnna(gateway);
  });

  const sendRequest = async (
    { method, path, answersStream }: Route,
    { params = {}, query, body, cookie }: RequestParts,
    token: string | null,
  ) => {
    const requestPath = path.replace(/:(\w+)/g, (_, name: string) => params[name] ?? '');
    const requestBody = method === 'GET' ? undefined : body instanceof Uint8Array ? body : JSON.stringify(body ?? {});
    const response = await fetch(`${gateway.url}${requestPath}${query === undefined ? '' : `?${query}`}`, {
      method,
      headers: {
        'X-Mahlzeit': '1',
        'Content-Type': body instanceof Uint8Array ? 'image/png' : 'application/json',
        ...(token === null ? {} : { Authorization: `Bearer ${token}` }),
        ...(cookie === undefined ? {} : { Cookie: cookie }),
      },
      ...(requestBody === undefined ? {} : { body: requestBody }),
    });
    const text =
      response.ok && answersStream === true
        ? await readStreamText(response, (streamText) => /"op":"(live|err)"/.test(streamText))
        : await response.text();
    return {
      text,
      headers: Object.fromEntries(response.headers),
      type: response.headers.get('Content-Type'),
      ending: response.status === 200 ? 'ok' : ErrorBody.parse(JSON.parse(text)).code,
    };
  };

  it('has a row for each route and none for others', () =>
    expect(accessRows.map(([name]) => name).sort()).toEqual(routes.map(({ name }) => name).sort()));

  const routeCases = routes.flatMap((route) =>
    accessRows.filter(([name]) => name === route.name).map(([name, accessRow]) => [name, route, accessRow] as const),
  );

  it.each(routeCases)(
    "%s answers each kind of caller as their rights are, and nobody with what is Anna's",
    async (name, route, accessRow) => {
      const endingByCallerKind: Record<string, unknown> = {};
      for (const callerKind of CALLER_KINDS) {
        const email = `${callerKind}-${name.toLowerCase()}@mahlzeit.test`;
        const { text, headers, type, ending } = await sendRequest(
          route,
          accessRow.ask?.(email) ?? {},
          await createCaller(callerKind, email),
        );
        endingByCallerKind[callerKind] = ending;
        expect(headers).toMatchObject(securityHeaders);
        expect(type).toMatch(ending === 'ok' ? mediaTypeOf(route) : 'application/json');
        expect([callerKind, leakedSecretsIn(text, anna)]).toEqual([callerKind, []]);
      }
      expect(endingByCallerKind).toEqual(accessRow.cells);
    },
  );

  const foreignCases = routeCases.flatMap(([name, route, accessRow]) =>
    accessRow.withAnnasData === null ? [] : [[name, route, accessRow.withAnnasData] as const],
  );

  // Anna's stored data after the previous test case. Only these cases write, so each case can use it as the state
  // before its request.
  let storedData: unknown[] | null = null;

  it.each(foreignCases)(
    '%s does nothing to Anna for somebody who names what is hers',
    async (name, route, requestAs) => {
      const previousData = storedData ?? (await storedDataOf(gateway, anna));
      const [foreignRequest, expectedEnding] = requestAs(anna);
      const foreignResponse = await sendRequest(
        route,
        foreignRequest,
        await createCaller('verified', `foreign-${name.toLowerCase()}@mahlzeit.test`),
      );
      expect([foreignResponse.ending, leakedSecretsIn(foreignResponse.text, anna)]).toEqual([expectedEnding, []]);
      storedData = await storedDataOf(gateway, anna);
      expect(storedData).toEqual(previousData);
    },
  );

  it('has cells for each route of partners', () =>
    expect(Object.keys(tokenRows).sort()).toEqual(
      routeCases
        .filter(([, { access }]) => access === 'partner')
        .map(([name]) => name)
        .sort(),
    ));

  const partnerCases = routeCases.flatMap(([name, route]) =>
    Object.entries(tokenRows)
      .filter(([key]) => key === name)
      .map(([, tokenRow]) => [name, route, tokenRow] as const),
  );

  it.each(partnerCases)(
    '%s opens the Elbkantine to its own token and the one for all, and to no other',
    async (_name, route, { ask, cells: expectedEndings }) => {
      const issuePartnerToken = async (restaurantKey: string): Promise<string> => {
        const token = await createPartnerTokens(gateway).issue(restaurantKey);
        return token.ok ? token.value : '';
      };
      const tokensInOrder = [
        await issuePartnerToken('nextdoor'),
        await issuePartnerToken('elbkantine'),
        gateway.partnerToken,
      ];
      const partnerRequest = ask?.(anna) ?? {};
      const responses = [];
      for (const token of tokensInOrder) responses.push(await sendRequest(route, partnerRequest, token));
      expect(responses.map(({ ending }) => ending)).toEqual(expectedEndings);
      expect(leakedSecretsIn(responses[0]?.text ?? '', anna)).toEqual([]);
    },
  );
});
