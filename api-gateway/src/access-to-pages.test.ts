import { routes as contractRoutes } from '@mahlzeit/contract';
import { createWholeFronts, type TemporaryFronts } from './modules/releases/fakes/fake-releases';
import { testGateways, type TestGateway } from './platform/testing/test-gateway';
import { CALLER_KINDS, type AnnaTestData } from './testing/access/access-row';
import { createAnna, insertRestaurant, leakedSecretsIn, storedDataOf } from './testing/access/anna';
import { prepareCallers, type CreateCaller } from './testing/access/callers';

/** A request to a route that the contract doesn't declare, and the status of its response. */
type PageRequest = readonly [method: string, pathOf: (anna: AnnaTestData) => string, status: number];

const constantPath =
  (path: string): PageRequest[1] =>
  () =>
    path;

/**
 * Requests of this test by route: pages, files, and routes that providers, banks, mail programs and browsers call. None
 * of these routes knows sessions, so all callers get the same answer.
 */
const REQUESTS: Readonly<Record<string, readonly PageRequest[]>> = {
  'GET /metrics': [['GET', constantPath('/metrics'), 200]],
  'GET /.well-known/security.txt': [['GET', constantPath('/.well-known/security.txt'), 200]],
  'GET /api/auth/:provider/start': [
    ['GET', constantPath('/api/auth/google/start'), 400],
    ['GET', constantPath('/api/auth/invented/start'), 404],
  ],
  'GET /api/auth/:provider/callback': [
    ['GET', constantPath('/api/auth/google/callback?state=guessed&code=guessed'), 400],
  ],
  'POST /api/auth/:provider/callback': [['POST', constantPath('/api/auth/apple/callback'), 400]],
  'POST /api/csp-reports': [['POST', constantPath('/api/csp-reports'), 204]],
  'GET /api/payment/hooks/mangopay': [
    [
      'GET',
      ({ payIn }) => `/api/payment/hooks/mangopay?EventType=PAYIN_NORMAL_SUCCEEDED&RessourceId=${payIn}&Date=1`,
      200,
    ],
  ],
  'POST /api/payment/hooks/paypal': [['POST', constantPath('/api/payment/hooks/paypal'), 200]],
  'GET /mails/end/:token': [['GET', constantPath('/mails/end/guessed'), 200]],
  'POST /mails/end/:token': [['POST', constantPath('/mails/end/guessed'), 200]],
  'GET /payment/return': [['GET', ({ payIn }) => `/payment/return?transactionId=${payIn}`, 200]],
  'GET /media/avatar/:file': [['GET', constantPath('/media/avatar/guessed.webp'), 404]],
  'GET /media/:kind/:file': [['GET', constantPath('/media/meal/guessed.svg'), 404]],
  'GET /assets/:file': [['GET', constantPath('/assets/guessed.js'), 404]],
  'GET /partner/:file': [['GET', constantPath('/partner/guessed.js'), 404]],
  'GET /releases/:file': [['GET', constantPath('/releases/guessed.js'), 404]],
  'GET /moderation/:file': [['GET', constantPath('/moderation/guessed.js'), 404]],
  'GET /icons/:file': [
    ['GET', constantPath('/icons/maskable-192.png'), 200],
    ['GET', constantPath('/icons/guessed.png'), 404],
  ],
  'GET /manifest.webmanifest': [['GET', constantPath('/manifest.webmanifest'), 200]],
  'GET /sw.js': [['GET', constantPath('/sw.js'), 200]],
  'GET /remotes/:name/:file': [['GET', constantPath('/remotes/mf-social/guessed.js'), 404]],
  'GET /partner': [['GET', constantPath('/partner'), 200]],
  'GET /releases': [['GET', constantPath('/releases'), 200]],
  'GET /moderation': [['GET', constantPath('/moderation'), 200]],
  'GET /^\\//': [
    ['GET', constantPath('/'), 302],
    ['GET', constantPath('/restaurants'), 200],
    // Anybody may open a shared link. Its preview contains only the first name of the meetup's host.
    ['GET', ({ linkToken }) => `/i/${linkToken}`, 200],
    ['GET', constantPath('/r/elbkantine'), 200],
    ['GET', constantPath('/a-place-that-nobody-knows'), 200],
  ],
};

describe('routes without a contract', () => {
  const gateways = testGateways();
  let fronts: TemporaryFronts;
  let gateway: TestGateway;
  let anna: AnnaTestData;
  let createCaller: CreateCaller;

  beforeAll(async () => {
    fronts = createWholeFronts();
    gateway = await gateways.start({
      folder: fronts.root,
      environment: {
        SECURITY_CONTACT: 'mailto:security@mahlzeit.example',
        MODERATION_TOKEN: 'moderation-token-of-the-tests',
      },
    });
    createCaller = await prepareCallers(gateway);
    await insertRestaurant(gateway, 'elbkantine');
    anna = await createAnna(gateway);
  });
  afterAll(() => fronts.remove());

  it('are all in the table', () => {
    const withContract = new Set(contractRoutes.map(({ method, path }) => `${method} ${path}`));
    // Leaves out paths that the contract declares, because they refuse all other methods.
    const otherRoutes = gateway.routes.filter((route) => !withContract.has(route) && !route.startsWith('ALL '));
    expect([...new Set(otherRoutes)].sort()).toEqual(Object.keys(REQUESTS).sort());
  });

  it.each(Object.entries(REQUESTS))(
    '%s answers all callers alike, and with nothing of Anna',
    async (route, requests) => {
      for (const [method, pathOf, status] of requests) {
        const path = pathOf(anna);
        const previousData = await storedDataOf(gateway, anna);
        for (const callerKind of CALLER_KINDS) {
          const token = await createCaller(
            callerKind,
            `${callerKind}-${Object.keys(REQUESTS).indexOf(route)}-${path.length}@mahlzeit.test`,
          );
          const response = await fetch(gateway.url + path, {
            method,
            redirect: 'manual',
            headers: { Accept: 'text/html', ...(token === null ? {} : { Authorization: `Bearer ${token}` }) },
          });
          const text = (await response.text()).replaceAll(path, '');
          expect([path, callerKind, response.status]).toEqual([path, callerKind, status]);
          expect([path, callerKind, leakedSecretsIn(text, anna)]).toEqual([path, callerKind, []]);
        }
        expect(await storedDataOf(gateway, anna)).toEqual(previousData);
      }
    },
  );
});
