import { testGateways } from '../../../platform/testing/test-gateway';
import type { TestGateway } from '../../../platform/testing/test-gateway';
import { outcomeOf, visit } from '../testing/people';
import { challengeOf, followCallback, openPopup, signInAt } from '../testing/fake-popup';

const gateways = testGateways();
let gateway: TestGateway;
beforeAll(async () => {
  gateway = await gateways.start();
});

const email = 'opfer@beispiel.de';
const requestStart = (path: string) => fetch(`${gateway.url}/api/auth/${path}`, { redirect: 'manual' });
const completeSignIn = async (completion: object, provider = 'google') =>
  outcomeOf(await (await visit(gateway)).call('POST', `/api/auth/${provider}/complete`, completion));

it('attack: login CSRF. A code that another browser began to fetch is worth nothing in this one, and stays good for the other', async () => {
  const attacker = await signInAt(gateway, 'google', { email: 'angreifer@beispiel.de' });
  const victimPopup = await openPopup(gateway, 'google');
  expect(attacker.message).toMatchObject({ ok: true, challenge: challengeOf(attacker.verifier) });
  expect(await completeSignIn({ code: attacker.message?.code, verifier: victimPopup.verifier })).toEqual([
    403,
    'notAllowed',
  ]);
  expect(await completeSignIn({ code: attacker.message?.code, verifier: attacker.verifier })).toEqual([200]);
});

it('attack: code replay. A code works once, within a minute, for its provider', async () => {
  const firstSignIn = await signInAt(gateway, 'google', { email });
  const completion = { code: firstSignIn.message?.code, verifier: firstSignIn.verifier };
  expect(await completeSignIn(completion, 'facebook')).toEqual([410, 'signInCodeInvalid']);
  expect(await completeSignIn(completion)).toEqual([200]);
  expect(await completeSignIn(completion)).toEqual([410, 'signInCodeInvalid']);
  const lateSignIn = await signInAt(gateway, 'google', { email });
  gateway.clock.advance(60_000);
  expect(await completeSignIn({ code: lateSignIn.message?.code, verifier: lateSignIn.verifier })).toEqual([
    410,
    'signInCodeInvalid',
  ]);
});

it('attack: state replay. The answer of a provider counts once', async () => {
  const popup = await openPopup(gateway, 'google');
  const callback = await popup.submit({ email });
  expect(await followCallback(callback)).toMatchObject({ ok: true });
  expect(await followCallback(callback)).toBeNull();
});

it('attack: unknown and foreign states. No page receives a message', async () => {
  const callback = `${gateway.url}/api/auth/google/callback`;
  const googleCallbackUrl = new URL((await (await openPopup(gateway, 'google')).submit({ email })).url);
  for (const url of [
    callback,
    `${callback}?code=x`,
    `${callback}?code=x&state=unknown`,
    `${callback}?state=a&state=b`,
    googleCallbackUrl.href.replace('/google/', '/facebook/'),
  ]) {
    const answer = await fetch(url);
    expect([url, answer.status, (await answer.text()).includes('data-message')]).toEqual([url, 400, false]);
  }
});

it('attack: a code of one sign-in in the answer to another', async () => {
  const [attackerPopup, victimPopup] = [await openPopup(gateway, 'google'), await openPopup(gateway, 'google')];
  const attackerCode =
    new URL((await attackerPopup.submit({ email: 'angreifer@beispiel.de' })).url).searchParams.get('code') ?? '';
  const callback = new URL((await victimPopup.submit({ email })).url);
  callback.searchParams.set('code', attackerCode);
  // PKCE: the provider issued the code for the verifier of the other popup.
  expect(await followCallback({ url: callback.href, form: null })).toMatchObject({ ok: false, code: 'notAllowed' });
});

it('attack: patience. Who takes longer than ten minutes begins again', async () => {
  const popup = await openPopup(gateway, 'google');
  gateway.clock.advance(10 * 60_000);
  expect(await followCallback(await popup.submit({ email }))).toMatchObject({ ok: false, code: 'signInCodeInvalid' });
});

it('attack: open redirect. Nothing in the address decides where anybody is sent', async () => {
  const evilUrl = 'https://evil.example/';
  const query = new URLSearchParams({
    challenge: 'c'.repeat(43),
    redirect_uri: evilUrl,
    returnTo: evilUrl,
    next: evilUrl,
  });
  const page = new URL((await requestStart(`google/start?${query.toString()}`)).headers.get('Location') ?? '');
  expect(page.origin).toBe(gateway.sandboxUrl);
  expect(page.searchParams.getAll('redirect_uri')).toEqual([`${gateway.url}/api/auth/google/callback`]);
  expect(page.href).not.toContain('evil');
});

it.each([
  'google/start',
  'google/start?challenge=short',
  `google/start?challenge=${'c'.repeat(43)}&intent=link`,
  `google/start?challenge=${'c'.repeat(44)}`,
])('refuses %s', async (path) => {
  const answer = await requestStart(path);
  expect([answer.status, answer.headers.get('Location')]).toEqual([400, null]);
});

it('knows no other providers', async () => {
  expect((await requestStart(`github/start?challenge=${'c'.repeat(43)}`)).status).toBe(404);
  expect((await requestStart('github/callback?state=x')).status).toBe(404);
});

it('asks with state, nonce and a challenge of its own, none of them twice', async () => {
  const popups = await Promise.all([openPopup(gateway, 'google'), openPopup(gateway, 'google')]);
  const [firstParams, secondParams] = popups.map(({ page }) => new URL(page).searchParams);
  for (const name of ['state', 'nonce', 'code_challenge']) {
    expect(firstParams?.get(name)).toMatch(/^[\w-]{43}$/);
    expect(firstParams?.get(name)).not.toBe(secondParams?.get(name));
  }
  expect(firstParams?.get('code_challenge_method')).toBe('S256');
  expect(popups.map(({ verifier }) => challengeOf(verifier))).not.toContain(firstParams?.get('code_challenge'));
});

it('ends on a page that runs its own script alone and holds nothing that a provider wrote', async () => {
  const popup = await openPopup(gateway, 'google');
  const { url } = await popup.submit({ result: 'cancel' });
  const page = await fetch(`${url}&error_description=${encodeURIComponent('<script>alert(1)</script>')}`);
  expect(page.headers.get('Content-Security-Policy')).toMatch(
    /^default-src 'none'; script-src 'sha256-[^']+'; style-src 'sha256-[^']+'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/,
  );
  expect(page.headers.get('Referrer-Policy')).toBe('no-referrer');
  expect(page.headers.get('Cache-Control')).toBe('no-store');
  expect(await page.text()).not.toContain('alert');
});

it('offers and opens nothing that is not set up', async () => {
  const otherGateway = await gateways.start({ environment: { FACEBOOK_APP_ID: 'id', FACEBOOK_APP_SECRET: 'secret' } });
  expect(await (await fetch(`${otherGateway.url}/api/auth/providers`)).json()).toEqual([
    { provider: 'google', enabled: false },
    { provider: 'facebook', enabled: true },
    { provider: 'apple', enabled: false },
  ]);
  expect(
    (await fetch(`${otherGateway.url}/api/auth/google/start?challenge=${'c'.repeat(43)}`, { redirect: 'manual' }))
      .status,
  ).toBe(400);
  const startResponse = await fetch(`${otherGateway.url}/api/auth/facebook/start?challenge=${'c'.repeat(43)}`, {
    redirect: 'manual',
  });
  expect(startResponse.headers.get('Location')).toMatch(
    /^https:\/\/www\.facebook\.com\/v\d+\.0\/dialog\/oauth\?client_id=id&/,
  );
});

it('limits sign-ins by address, and shows that in the window and on the page behind it', async () => {
  const limitedGateway = await gateways.start({ environment: { RATE_LIMITS: 'default' } });
  const startSignIn = () =>
    fetch(`${limitedGateway.url}/api/auth/google/start?challenge=${'c'.repeat(43)}`, { redirect: 'manual' });
  const statuses: number[] = [];
  for (let attempt = 0; attempt < 60; attempt += 1) statuses.push((await startSignIn()).status);
  expect(statuses.every((status) => status === 302)).toBe(true);
  const response = await startSignIn();
  expect(response.status).toBe(429);
  expect(Number(response.headers.get('Retry-After'))).toBeGreaterThan(0);
  const page = await response.text();
  expect(page).toContain('Das hat nicht geklappt');
  expect(page).toContain('ErrorTooManyAttempts');
});
