import {
  getRegistry,
  getReleaseAudit,
  getReleaseHealth,
  getReleases,
  getReleaseToken,
  promoteRelease,
  rollBackRelease,
} from '@mahlzeit/contract';
import { aPageRegistry } from '@mahlzeit/contract/fixtures';
import { answer, failAsUnreachable, neverRespond, refuse } from '@mahlzeit/shared-ui/testing';
import { fakeReleases, RELEASE_TOKEN_KEY, releaseAnswer, socialToken } from '../testing/fake-releases';
import { aRelease, aReleaseHealth, FIXTURE_NOW, V1, V2 } from '../testing/fake-release-facts';

const waitForEventLoop = async (): Promise<void> => {
  for (let loopTurn = 0; loopTurn < 20; loopTurn += 1) await new Promise((resolve) => setTimeout(resolve, 0));
};

const startPlatform = async (options: Parameters<typeof fakeReleases>[0] = {}) => {
  const releases = fakeReleases(options);
  releases.platform.start();
  await waitForEventLoop();
  return releases;
};

const PAUSE_MS = 5_000;

it('sends nothing while the device has no token', async () => {
  const { platform, requests } = await startPlatform({ storage: {} });
  expect([platform.session(), requests]).toEqual([{ status: 'signedOut', signOutReason: 'nobody' }, []]);
});

it('reads what the token may see: its own remote whole, others as every visitor gets them', async () => {
  const { platform, sent } = await startPlatform({ answers: [answer(getReleaseHealth, [aReleaseHealth(V1)])] });
  expect(platform.session()).toEqual({ status: 'open', owner: socialToken });
  const overview = platform.overview().value;
  expect(overview?.readAt).toBe(FIXTURE_NOW);
  expect(overview?.remotes.map(({ name, team }) => [name, team === null])).toEqual([
    ['mf-social', false],
    ['mf-account', true],
  ]);
  expect(overview?.remotes[0]?.team?.health).toEqual([
    {
      version: V1,
      visits: 1_000,
      failures: 3,
      withdrawnAt: null,
      minutes: [{ at: FIXTURE_NOW - 600_000, visits: 1_000, failures: 3 }],
    },
  ]);
  expect(sent.map(({ url }) => new URL(url).pathname).sort()).toEqual([
    '/api/releases',
    '/api/releases/mf-social/audit',
    '/api/releases/mf-social/health',
    '/api/releases/token',
    '/registry.json',
  ]);
  expect(sent.every(({ headers }) => headers.get('Authorization') === 'Bearer mzr_schluessel')).toBe(true);
});

it("reads all remotes with an operator's token", async () => {
  const { platform, requests } = await startPlatform({
    answers: [
      answer(getReleaseToken, { name: 'betrieb', remote: null }),
      answer(getReleases, [aRelease(V1), aRelease(V2, { name: 'mf-account' })]),
    ],
  });
  expect(platform.overview().value?.remotes.every(({ team }) => team !== null)).toBe(true);
  expect(requests.filter((line) => line.endsWith('/audit')).sort()).toEqual([
    'GET /api/releases/mf-account/audit',
    'GET /api/releases/mf-social/audit',
  ]);
});

it('takes a remote without releases, and a gateway without health, for empty', async () => {
  const { platform } = await startPlatform({
    answers: [answer(getReleases, []), refuse(getReleaseAudit, 'notFound'), refuse(getReleaseHealth, 'notFound')],
  });
  expect(platform.overview()).toMatchObject({
    error: null,
    value: { remotes: [{ name: 'mf-social', team: { releases: [], acts: [], health: null } }, { name: 'mf-account' }] },
  });
});

it('reads again some seconds after each answer, while the page is visible', async () => {
  const { requests, advance, setVisible } = await startPlatform();
  const countReads = () => requests.filter((line) => line === 'GET /api/releases').length;
  advance(PAUSE_MS - 1);
  expect(countReads()).toBe(1);
  advance(1);
  await waitForEventLoop();
  expect(countReads()).toBe(2);
  setVisible(false);
  advance(10 * PAUSE_MS);
  await waitForEventLoop();
  expect(countReads()).toBe(2);
  setVisible(true);
  await waitForEventLoop();
  expect(countReads()).toBe(3);
});

it('sends no further request while a slow one is under way', async () => {
  const { requests, advance, use } = await startPlatform();
  use(neverRespond(getReleases));
  advance(PAUSE_MS);
  await waitForEventLoop();
  advance(2 * PAUSE_MS);
  await waitForEventLoop();
  expect(requests.filter((line) => line === 'GET /api/releases')).toHaveLength(2);
});

it('keeps the last overview while the gateway cannot be reached', async () => {
  const { platform, advance, use } = await startPlatform();
  use(failAsUnreachable(getRegistry));
  advance(PAUSE_MS);
  await waitForEventLoop();
  expect(platform.overview()).toMatchObject({ error: { code: 'offline' }, value: { readAt: FIXTURE_NOW } });
  use(answer(getRegistry, aPageRegistry({ generatedAt: FIXTURE_NOW + PAUSE_MS })));
  advance(PAUSE_MS);
  await waitForEventLoop();
  expect(platform.overview()).toMatchObject({ error: null, value: { readAt: FIXTURE_NOW + PAUSE_MS } });
});

it('ends the session, and forgets everything, when the token is revoked', async () => {
  const { platform, stored, advance, use, requests } = await startPlatform();
  use(refuse(getReleases, 'unauthenticated'));
  advance(PAUSE_MS);
  await waitForEventLoop();
  expect(platform.session()).toEqual({ status: 'signedOut', signOutReason: 'refused' });
  expect([platform.overview().value, stored.has(RELEASE_TOKEN_KEY)]).toEqual([null, false]);
  const requestCount = requests.length;
  advance(10 * PAUSE_MS);
  await waitForEventLoop();
  expect(requests).toHaveLength(requestCount);
});

it('sends an act under its key, with share and force, and reads the overview again', async () => {
  const { platform, sent, requests } = await startPlatform({
    answers: [
      answer(promoteRelease, releaseAnswer(aRelease(V2))),
      answer(rollBackRelease, releaseAnswer(aRelease(V1))),
    ],
  });
  const actsOf = () => sent.filter(({ method }) => method === 'POST');
  await platform.move({ kind: 'promote', name: 'mf-social', version: V2, share: 10, isForced: false }, 'k1');
  await platform.move({ kind: 'promote', name: 'mf-social', version: V2, share: 100, isForced: true }, 'k2');
  await platform.move({ kind: 'rollBack', name: 'mf-social', version: V1 }, 'k3');
  expect(await Promise.all(actsOf().map((request) => request.json()))).toEqual([
    { version: V2, share: 10 },
    { version: V2, share: 100, force: true },
    { version: V1 },
  ]);
  expect(actsOf().map(({ headers }) => headers.get('Idempotency-Key'))).toEqual(['k1', 'k2', 'k3']);
  expect(requests.filter((line) => line === 'GET /api/releases')).toHaveLength(4);
});

it('does not let an overview from before an act replace the one after it', async () => {
  const { platform, advance, use } = await startPlatform({
    answers: [answer(promoteRelease, releaseAnswer(aRelease(V2)))],
  });
  use(neverRespond(getReleases));
  advance(PAUSE_MS);
  await waitForEventLoop();
  use(answer(getReleases, [aRelease(V2)]));
  await platform.move({ kind: 'promote', name: 'mf-social', version: V2, share: 100, isForced: false }, 'k');
  expect(platform.overview().value?.remotes[0]?.team?.releases.map(({ version }) => version)).toEqual([V2]);
});
