import { testGateways } from '../../../platform/testing/test-gateway';
import type { TestGateway } from '../../../platform/testing/test-gateway';
import { outcomeOf, visit } from '../testing/people';
import { codeChallengeOf, followCallback, openSignInPopup, signInAtProvider } from '../testing/fake-popup';

const gateways = testGateways();
let gateway: TestGateway;
beforeAll(async () => {
  gateway = await gateways.start();
});

const email = 'opfer@beispiel.de';
const requestStart = (path: string) => fetch(`${gateway.url}/api/auth/${path}`, { redirect: 'manual' });
const completeSignIn = async (completionBody: object, provider = 'google') =>
  outcomeOf(await (await visit(gateway)).call('POST', `/api/auth/${provider}/complete`, completionBody));

it('attack: login CSRF. A code that another browser began to fetch is worth nothing in this one, and stays good for the other', async () => {
  const attackerSignIn = await signInAtProvider(gateway, 'google', { email: 'angreifer@beispiel.de' });
  const victimPopup = await openSignInPopup(gateway, 'google');
  expect(attackerSignIn.message).toMatchObject({ ok: true, challenge: codeChallengeOf(attackerSignIn.verifier) });
  expect(await completeSignIn({ code: attackerSignIn.message?.code, verifier: victimPopup.verifier })).toEqual([
    403,
    'notAllowed',
  ]);
  expect(await completeSignIn({ code: attackerSignIn.message?.code, verifier: attackerSignIn.verifier })).toEqual([
    200,
  ]);
});

it('attack: code replay. A code works once, within a minute, for its provider', async () => {
  const firstSignIn = await signInAtProvider(gateway, 'google', { email });
  const completionBody = { code: firstSignIn.message?.code, verifier: firstSignIn.verifier };
  expect(await completeSignIn(completionBody, 'facebook')).toEqual([410, 'signInCodeInvalid']);
  expect(await completeSignIn(completionBody)).toEqual([200]);
  expect(await completeSignIn(completionBody)).toEqual([410, 'signInCodeInvalid']);
  const lateSignIn = await signInAtProvider(gateway, 'google', { email });
  gateway.clock.advance(60_000);
  expect(await completeSignIn({ code: lateSignIn.message?.code, verifier: lateSignIn.verifier })).toEqual([
    410,
    'signInCodeInvalid',
  ]);
});

it('attack: state replay. The answer of a provider counts once', async () => {
  const signInPopup = await openSignInPopup(gateway, 'google');
  const callbackRedirect = await signInPopup.submit({ email });
  expect(await followCallback(callbackRedirect)).toMatchObject({ ok: true });
  expect(await followCallback(callbackRedirect)).toBeNull();
});

it('attack: unknown and foreign states. No page receives a message', async () => {
  const callbackUrl = `${gateway.url}/api/auth/google/callback`;
  const googleCallbackUrl = new URL((await (await openSignInPopup(gateway, 'google')).submit({ email })).url);
  for (const url of [
    callbackUrl,
    `${callbackUrl}?code=x`,
    `${callbackUrl}?code=x&state=unknown`,
    `${callbackUrl}?state=a&state=b`,
    googleCallbackUrl.href.replace('/google/', '/facebook/'),
  ]) {
    const callbackAnswer = await fetch(url);
    expect([url, callbackAnswer.status, (await callbackAnswer.text()).includes('data-message')]).toEqual([
      url,
      400,
      false,
    ]);
  }
});

it('attack: a code of one sign-in in the answer to another', async () => {
  const [attackerPopup, victimPopup] = [
    await openSignInPopup(gateway, 'google'),
    await openSignInPopup(gateway, 'google'),
  ];
  const attackerCode =
    new URL((await attackerPopup.submit({ email: 'angreifer@beispiel.de' })).url).searchParams.get('code') ?? '';
  const victimCallbackUrl = new URL((await victimPopup.submit({ email })).url);
  victimCallbackUrl.searchParams.set('code', attackerCode);
  // PKCE refuses the callback: the provider issued the code for the verifier of the other popup.
  expect(await followCallback({ url: victimCallbackUrl.href, form: null })).toMatchObject({
    ok: false,
    code: 'notAllowed',
  });
});

it('attack: patience. Who takes longer than ten minutes begins again', async () => {
  const signInPopup = await openSignInPopup(gateway, 'google');
  gateway.clock.advance(10 * 60_000);
  expect(await followCallback(await signInPopup.submit({ email }))).toMatchObject({
    ok: false,
    code: 'signInCodeInvalid',
  });
});

it('attack: open redirect. Nothing in the address decides where anybody is sent', async () => {
  const evilUrl = 'https://evil.example/';
  const startQuery = new URLSearchParams({
    challenge: 'c'.repeat(43),
    redirect_uri: evilUrl,
    returnTo: evilUrl,
    next: evilUrl,
  });
  const page = new URL((await requestStart(`google/start?${startQuery.toString()}`)).headers.get('Location') ?? '');
  expect(page.origin).toBe(gateway.sandboxUrl);
  expect(page.searchParams.getAll('redirect_uri')).toEqual([`${gateway.url}/api/auth/google/callback`]);
  expect(page.href).not.toContain('evil');
});

it.each([
  'google/start',
  'google/start?challenge=short',
  `google/start?challenge=${'c'.repeat(43)}&intent=merge`,
  `google/start?challenge=${'c'.repeat(44)}`,
])('refuses %s', async (path) => {
  const startAnswer = await requestStart(path);
  expect([startAnswer.status, startAnswer.headers.get('Location')]).toEqual([400, null]);
});

it('knows no other providers', async () => {
  expect((await requestStart(`github/start?challenge=${'c'.repeat(43)}`)).status).toBe(404);
  expect((await requestStart('github/callback?state=x')).status).toBe(404);
});

it('asks with state, nonce and a challenge of its own, none of them twice', async () => {
  const signInPopups = await Promise.all([openSignInPopup(gateway, 'google'), openSignInPopup(gateway, 'google')]);
  const [firstPageParams, secondPageParams] = signInPopups.map(({ page }) => new URL(page).searchParams);
  for (const parameterName of ['state', 'nonce', 'code_challenge']) {
    expect(firstPageParams?.get(parameterName)).toMatch(/^[\w-]{43}$/);
    expect(firstPageParams?.get(parameterName)).not.toBe(secondPageParams?.get(parameterName));
  }
  expect(firstPageParams?.get('code_challenge_method')).toBe('S256');
  expect(signInPopups.map(({ verifier }) => codeChallengeOf(verifier))).not.toContain(
    firstPageParams?.get('code_challenge'),
  );
});

it('ends on a page that runs its own script alone and holds nothing that a provider wrote', async () => {
  const signInPopup = await openSignInPopup(gateway, 'google');
  const { url } = await signInPopup.submit({ result: 'cancel' });
  const page = await fetch(`${url}&error_description=${encodeURIComponent('<script>alert(1)</script>')}`);
  expect(page.headers.get('Content-Security-Policy')).toMatch(
    /^default-src 'none'; script-src 'sha256-[^']+'; style-src 'sha256-[^']+'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/,
  );
  expect(page.headers.get('Referrer-Policy')).toBe('no-referrer');
  expect(page.headers.get('Cache-Control')).toBe('no-store');
  expect(await page.text()).not.toContain('alert');
});

it('offers and opens nothing that is not set up', async () => {
  const facebookGateway = await gateways.start({
    environment: { FACEBOOK_APP_ID: 'id', FACEBOOK_APP_SECRET: 'secret' },
  });
  expect(await (await fetch(`${facebookGateway.url}/api/auth/providers`)).json()).toEqual([
    { provider: 'google', enabled: false },
    { provider: 'facebook', enabled: true },
    { provider: 'apple', enabled: false },
  ]);
  expect(
    (await fetch(`${facebookGateway.url}/api/auth/google/start?challenge=${'c'.repeat(43)}`, { redirect: 'manual' }))
      .status,
  ).toBe(400);
  const startResponse = await fetch(`${facebookGateway.url}/api/auth/facebook/start?challenge=${'c'.repeat(43)}`, {
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
  const startStatuses: number[] = [];
  for (let attemptNumber = 0; attemptNumber < 60; attemptNumber += 1) startStatuses.push((await startSignIn()).status);
  expect(startStatuses.every((startStatus) => startStatus === 302)).toBe(true);
  const response = await startSignIn();
  expect(response.status).toBe(429);
  expect(Number(response.headers.get('Retry-After'))).toBeGreaterThan(0);
  const page = await response.text();
  expect(page).toContain('Das hat nicht geklappt');
  expect(page).toContain('ErrorTooManyAttempts');
});
