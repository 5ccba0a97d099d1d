import { SignInWays } from '@mahlzeit/contract';
import type { SignInIntent, ThirdParty } from '@mahlzeit/contract';
import { testGateways } from '../../../platform/testing/test-gateway';
import type { TestGateway } from '../../../platform/testing/test-gateway';
import {
  messagesTo,
  outcomeOf,
  personOf,
  register,
  resetTokenFor,
  codeFor,
  sessionOf,
  signIn,
  TEST_PASSWORD,
  visit,
} from '../testing/people';
import type { TestPerson } from '../testing/people';
import { openSignInPopup, signInAtProvider } from '../testing/fake-popup';
import type { SignInFormInput } from '../testing/fake-popup';

const gateways = testGateways();
let gateway: TestGateway;
let emailCount = 0;
beforeAll(async () => {
  gateway = await gateways.start();
});

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

const createNextEmail = () => `weg-${(emailCount += 1)}@beispiel.de`;

const complete = async (
  person: TestPerson,
  provider: ThirdParty,
  signInForm: SignInFormInput & { readonly intent?: SignInIntent },
) => {
  const { message, verifier } = await signInAtProvider(gateway, provider, signInForm);
  if (message?.ok !== true) throw new Error(`not confirmed: ${JSON.stringify(message)}`);
  return person.call('POST', `/api/auth/${provider}/complete`, { code: message.code, verifier });
};

/** Signs a visitor in at a provider. */
const signInBy = async (provider: ThirdParty, signInForm: SignInFormInput): Promise<TestPerson> => {
  const visitor = await visit(gateway);
  return personOf(visitor.browser, signInForm.email ?? '', sessionOf(await complete(visitor, provider, signInForm)));
};

const waysOf = async (person: TestPerson) => SignInWays.parse((await person.call('GET', '/api/auth/ways')).body);
const unlink = (person: TestPerson, provider: ThirdParty) => person.call('DELETE', `/api/auth/ways/${provider}`);
const subjectsTo = async (email: string) => (await messagesTo(gateway, email)).map(({ subject }) => subject);

describe('a third party that is linked to an account', () => {
  it('signs in from then on, until it is unlinked, and the owner hears of both', async () => {
    const person = await register(gateway, createNextEmail());
    const googleEmail = createNextEmail();
    expect(outcomeOf(await complete(person, 'google', { email: googleEmail, intent: 'link' }))).toEqual([200]);
    expect(await waysOf(person)).toMatchObject({
      password: true,
      providers: [{ provider: 'google', linkedAt: expect.any(Number) }],
    });
    expect((await signInBy('google', { email: googleEmail })).account).toMatchObject({
      uid: person.account.uid,
      thirdParty: null,
    });
    expect(outcomeOf(await unlink(person, 'google'))).toEqual([200]);
    expect(outcomeOf(await unlink(person, 'google'))).toEqual([200]);
    expect(await waysOf(person)).toEqual({ password: true, providers: [] });
    expect((await signInBy('google', { email: googleEmail })).account.uid).not.toBe(person.account.uid);
    expect(await subjectsTo(person.email)).toEqual(
      expect.arrayContaining(['Anmeldung mit Google eingerichtet', 'Anmeldung mit Google entfernt']),
    );
  });

  it('keeps the session as it is: the link proves nothing about its owner', async () => {
    const person = await register(gateway, createNextEmail());
    gateway.clock.advance(4 * MINUTE_MS);
    const { idToken } = sessionOf(await complete(person, 'google', { email: createNextEmail(), intent: 'link' }));
    gateway.clock.advance(2 * MINUTE_MS);
    expect(outcomeOf(await person.browser.call('PUT', '/api/users/deleteMe', { token: idToken }))).toEqual([
      403,
      'reauthenticationRequired',
    ]);
  });

  it('needs a fresh proof of identity', async () => {
    const person = await register(gateway, createNextEmail());
    gateway.clock.advance(6 * MINUTE_MS);
    expect(outcomeOf(await complete(person, 'google', { email: createNextEmail(), intent: 'link' }))).toEqual([
      403,
      'reauthenticationRequired',
    ]);
    expect((await waysOf(person)).providers).toEqual([]);
  });

  it('is unlinked after a fresh proof alone', async () => {
    const person = await register(gateway, createNextEmail());
    await complete(person, 'google', { email: createNextEmail(), intent: 'link' });
    gateway.clock.advance(6 * MINUTE_MS);
    expect(outcomeOf(await unlink(person, 'google'))).toEqual([403, 'reauthenticationRequired']);
    const proof = await person.call('POST', '/api/auth/reauthenticate', { password: TEST_PASSWORD });
    expect(outcomeOf(await unlink(personOf(person.browser, person.email, sessionOf(proof)), 'google'))).toEqual([200]);
    expect((await waysOf(person)).providers).toEqual([]);
  });

  it('belongs to one account, and an account has one of each', async () => {
    const person = await register(gateway, createNextEmail());
    const takenEmail = createNextEmail();
    await signInBy('google', { email: takenEmail });
    const link = (email: string) => complete(person, 'google', { email, intent: 'link' });
    expect(outcomeOf(await link(takenEmail))).toEqual([409, 'providerTaken']);
    const ownEmail = createNextEmail();
    expect([outcomeOf(await link(ownEmail)), outcomeOf(await link(ownEmail))]).toEqual([[200], [200]]);
    expect(outcomeOf(await link(createNextEmail()))).toEqual([409, 'providerTaken']);
  });

  it('is not for visitors', async () => {
    expect(
      outcomeOf(await complete(await visit(gateway), 'google', { email: createNextEmail(), intent: 'link' })),
    ).toEqual([403, 'notAllowed']);
  });

  it('takes the place of the one of the registration, but the last way stays', async () => {
    const person = await signInBy('google', { email: createNextEmail() });
    expect(outcomeOf(await unlink(person, 'google'))).toEqual([403, 'notAllowed']);
    const appleEmail = createNextEmail();
    await complete(person, 'apple', { email: appleEmail, intent: 'link' });
    expect(SignInWays.parse((await unlink(person, 'google')).body)).toMatchObject({
      password: false,
      providers: [{ provider: 'apple' }],
    });
    const returned = await signInBy('apple', { email: appleEmail });
    expect(returned.account).toMatchObject({ uid: person.account.uid, thirdParty: 'apple' });
    expect(outcomeOf(await complete(returned, 'apple', { email: appleEmail, intent: 'reauthenticate' }))).toEqual([
      200,
    ]);
    expect(outcomeOf(await unlink(returned, 'apple'))).toEqual([403, 'notAllowed']);
  });

  it('is gone when the owner takes the account back from whoever has linked it', async () => {
    const owner = await register(gateway, createNextEmail());
    const thief = await signIn(gateway, owner.email);
    const [thiefEmail, googleEmail] = [createNextEmail(), createNextEmail()];
    await thief.call('PUT', '/api/auth/email', { email: thiefEmail, password: TEST_PASSWORD });
    await thief.call('POST', '/api/users/verifyEmail', { code: await codeFor(gateway, thiefEmail) });
    await complete(thief, 'google', { email: googleEmail, intent: 'link' });
    await owner.browser.call('POST', '/api/auth/password-reset/confirm', {
      body: { token: await resetTokenFor(gateway, owner.email), password: 'feierabend!' },
    });
    expect((await signInBy('google', { email: googleEmail })).account.uid).not.toBe(owner.account.uid);
  });
});

describe('a later sign-in at a third party', () => {
  it('verifies the address that the third party guarantees now', async () => {
    const person = await register(gateway, createNextEmail());
    await complete(person, 'google', { email: person.email, intent: 'link' });
    expect(await person.call('GET', '/api/users/me')).toMatchObject({ body: { verificationCode: true } });
  });

  it('says nothing about another address', async () => {
    const person = await register(gateway, createNextEmail());
    await complete(person, 'google', { email: createNextEmail(), intent: 'link' });
    expect(await person.call('GET', '/api/users/me')).toMatchObject({ body: { verificationCode: false } });
  });

  it('brings no picture back', async () => {
    const email = createNextEmail();
    const person = await signInBy('google', { email });
    expect(person.account.photoURL).not.toBeNull();
    await person.call('DELETE', '/api/users/avatar');
    expect((await signInBy('google', { email })).account.photoURL).toBeNull();
  });

  it('A09 opens no account that was deleted 30 days ago', async () => {
    const email = createNextEmail();
    const person = await signInBy('google', { email });
    await person.call('PUT', '/api/users/deleteMe');
    await gateway.database.write(({ knex }) =>
      knex('user')
        .where({ uid: person.account.uid })
        .update({ deleted_at: gateway.clock.now() - 30 * DAY_MS }),
    );
    expect(outcomeOf(await complete(await visit(gateway), 'google', { email }))).toEqual([401, 'ErrorNoAccount']);
  });
});

describe('declining the policy', () => {
  const decline = (person: TestPerson) => person.call('POST', '/api/users/declinePolicy');

  it('removes an account that a third party’s sign-in has just made', async () => {
    const email = createNextEmail();
    const person = await signInBy('google', { email });
    expect(outcomeOf(await decline(person))).toEqual([200]);
    expect(outcomeOf(await person.call('GET', '/api/users/me'))).toEqual([401, 'unauthenticated']);
    expect(await gateway.database.knex('user').where({ uid: person.account.uid })).toEqual([]);
    expect(await gateway.database.knex('third_party_identity').where({ uid: person.account.uid })).toEqual([]);
    expect((await signInBy('google', { email })).account.uid).not.toBe(person.account.uid);
  });

  it('leaves an account alone that has accepted a policy before', async () => {
    const person = await signInBy('google', { email: createNextEmail() });
    await person.call('PATCH', '/api/users/me', { policyAccepted: true });
    expect(outcomeOf(await decline(person))).toEqual([403, 'notAllowed']);
    expect(outcomeOf(await decline(await register(gateway, createNextEmail())))).toEqual([403, 'notAllowed']);
    expect(outcomeOf(await person.call('GET', '/api/users/me'))).toEqual([200]);
  });
});

describe('a sign-in in the app’s own window', () => {
  const returnOf = async (provider: ThirdParty, signInForm: SignInFormInput) => {
    const popup = await openSignInPopup(gateway, provider, { display: 'page' });
    const { url, form } = await popup.submit(signInForm);
    const response = await fetch(url, {
      redirect: 'manual',
      ...(form === null ? {} : { method: 'POST', body: new URLSearchParams(form) }),
    });
    return { status: response.status, target: new URL(response.headers.get('Location') ?? ''), ...popup };
  };

  it.each(['google', 'facebook', 'apple'] as const)('comes back to the app with a code: %s', async (provider) => {
    const visitor = await visit(gateway);
    const { status, target, verifier } = await returnOf(provider, { email: createNextEmail() });
    expect([status, target.origin, target.pathname]).toEqual([303, gateway.address.publicUrl, '/restaurants']);
    const code = target.searchParams.get('signInCode');
    gateway.clock.advance(4 * MINUTE_MS);
    expect(outcomeOf(await visitor.call('POST', `/api/auth/${provider}/complete`, { code, verifier }))).toEqual([200]);
  });

  it('attack: a code in somebody’s address bar. Without the verifier it opens nothing', async () => {
    const { target } = await returnOf('google', { email: createNextEmail() });
    const body = { code: target.searchParams.get('signInCode'), verifier: 'v'.repeat(43) };
    expect(outcomeOf(await (await visit(gateway)).call('POST', '/api/auth/google/complete', body))).toEqual([
      403,
      'notAllowed',
    ]);
  });

  it('comes back with the reason of a failure', async () => {
    const { target } = await returnOf('google', { result: 'cancel' });
    expect(target.search).toBe('?signInError=cancelled');
  });
});

it('asks the third party for a fresh sign-in when somebody proves their identity', async () => {
  const pages = await Promise.all(
    (['google', 'apple'] as const).map(async (provider) => {
      const { page } = await openSignInPopup(gateway, provider, { intent: 'reauthenticate' });
      return new URL(page).searchParams;
    }),
  );
  expect(pages.map((query) => [query.get('prompt'), query.get('max_age')])).toEqual([
    ['login', '0'],
    ['login', '0'],
  ]);
});
