import { SignInProvider, User, UserExport } from '@mahlzeit/contract';
import type { SignInIntent, ThirdParty } from '@mahlzeit/contract';
import * as z from 'zod/mini';
import { testGateways } from '../../../platform/testing/test-gateway';
import type { TestGateway } from '../../../platform/testing/test-gateway';
import { codeFor, messagesTo, outcomeOf, register, sessionOf, signIn, visit } from '../testing/people';
import type { TestPerson } from '../testing/people';
import { signInAtProvider, type SignInFormInput } from '../testing/fake-popup';

const gateways = testGateways();
let gateway: TestGateway;
let emailCount = 0;
beforeAll(async () => {
  gateway = await gateways.start();
});

const createNextEmail = () => `dritte-${(emailCount += 1)}@beispiel.de`;

const completeSignIn = (person: TestPerson, provider: ThirdParty, completionBody: object) =>
  person.call('POST', `/api/auth/${provider}/complete`, completionBody);

/**
 * Signs a person in at a third party and completes the sign-in in the person's browser. Returns the outcome of the
 * completion.
 */
const signInAndComplete = async (
  person: TestPerson,
  provider: ThirdParty,
  signInForm: SignInFormInput & { readonly intent?: SignInIntent },
) => {
  const { message, verifier } = await signInAtProvider(gateway, provider, signInForm);
  if (message?.ok !== true) throw new Error(`not confirmed: ${JSON.stringify(message)}`);
  return completeSignIn(person, provider, { code: message.code, verifier });
};

const getOwnUser = async (person: TestPerson, token: string) =>
  User.parse((await person.browser.call('GET', '/api/users/me', { token })).body);

describe('sign-in through a third party', () => {
  it('offers all three providers with the sandbox', async () => {
    const providersAnswer = await (await fetch(`${gateway.url}/api/auth/providers`)).json();
    expect(z.array(SignInProvider).parse(providersAnswer)).toEqual([
      { provider: 'google', enabled: true },
      { provider: 'facebook', enabled: true },
      { provider: 'apple', enabled: true },
    ]);
  });

  it.each([
    ['google', true],
    ['apple', true],
    // Facebook doesn't guarantee that an e-mail address belongs to the person.
    ['facebook', false],
  ] as const)('makes an account with %s that keeps the uid, and finds it again', async (provider, isEmailVerified) => {
    const email = createNextEmail();
    const visitorPerson = await visit(gateway);
    const registeredSession = sessionOf(
      await signInAndComplete(visitorPerson, provider, { email: email.toUpperCase(), name: 'Anna Beispiel' }),
    );
    expect(registeredSession.account).toMatchObject({
      uid: visitorPerson.account.uid,
      email,
      displayName: 'Anna Beispiel',
      thirdParty: provider,
      loggedIn: true,
      verified: isEmailVerified,
      visible: false,
    });
    // The user hasn't accepted the privacy policy yet, so the policy dialog appears (A04).
    expect(await getOwnUser(visitorPerson, registeredSession.idToken)).toMatchObject({
      policyAccepted: null,
      policyVersion: null,
    });
    const secondPerson = await visit(gateway);
    expect(sessionOf(await signInAndComplete(secondPerson, provider, { email })).account).toMatchObject({
      uid: visitorPerson.account.uid,
      displayName: 'Anna Beispiel',
    });
  });

  it('gives the browser the channel of releases that the member has chosen', async () => {
    const email = createNextEmail();
    const visitorPerson = await visit(gateway);
    const { idToken } = sessionOf(await signInAndComplete(visitorPerson, 'google', { email }));
    await visitorPerson.browser.call('PATCH', '/api/users/me', { token: idToken, body: { releaseChannel: 'beta' } });
    const { headers } = await signInAndComplete(await visit(gateway), 'google', { email });
    expect(headers.getSetCookie().map((setCookie) => setCookie.split(';')[0])).toEqual([
      expect.stringMatching(/^mahlzeit_rt_\d+=/),
      expect.stringMatching(/^mahlzeit_channel_\d+=beta$/),
      expect.stringMatching(/^mahlzeit_device_\d+=/),
    ]);
  });

  it('mails one valid code for an address that the provider doesn’t guarantee', async () => {
    const email = createNextEmail();
    const visitorPerson = await visit(gateway);
    sessionOf(await signInAndComplete(visitorPerson, 'facebook', { email }));
    const verificationCode = await codeFor(gateway, email);
    const secondPerson = await visit(gateway);
    const registeredSession = sessionOf(await signInAndComplete(secondPerson, 'facebook', { email }));
    expect((await messagesTo(gateway, email)).map(({ subject }) => subject)).toEqual([
      'Neue Anmeldung bei Mahlzeit',
      'Dein Code für Mahlzeit',
    ]);
    expect(
      (
        await secondPerson.browser.call('POST', '/api/users/verifyEmail', {
          token: registeredSession.idToken,
          body: { code: verificationCode },
        })
      ).body,
    ).toEqual({ success: true });
  });

  it.each(['google', 'apple'] as const)('mails nothing to an address that %s vouches for', async (provider) => {
    const email = createNextEmail();
    await signInAndComplete(await visit(gateway), provider, { email });
    expect(await messagesTo(gateway, email)).toEqual([]);
  });

  it('puts what the third party calls a user into their export', async () => {
    const visitorPerson = await visit(gateway);
    const { idToken } = sessionOf(await signInAndComplete(visitorPerson, 'google', { email: createNextEmail() }));
    const [identityRow] = await gateway.database.knex('third_party_identity').where({ uid: visitorPerson.account.uid });
    const { account } = UserExport.parse(
      (await visitorPerson.browser.call('GET', '/api/users/me/export', { token: idToken })).body,
    );
    expect(account).toMatchObject({
      thirdParty: 'google',
      thirdPartyAccounts: [{ provider: 'google', subject: identityRow.subject, linkedAt: null }],
    });
  });

  it('refuses a user with a disabled account', async () => {
    const email = createNextEmail();
    const { account } = sessionOf(await signInAndComplete(await visit(gateway), 'google', { email }));
    await gateway.database.write(({ knex }) => knex('user').where({ uid: account.uid }).update({ disabled_at: 1 }));
    expect(outcomeOf(await signInAndComplete(await visit(gateway), 'google', { email }))).toEqual([
      403,
      'ErrorAuthDisabled',
    ]);
  });

  it('opens a lasting session and ends the visitor’s', async () => {
    const visitorPerson = await visit(gateway);
    const signInResponse = await signInAndComplete(visitorPerson, 'google', { email: createNextEmail() });
    expect(signInResponse.headers.get('Set-Cookie')).toMatch(/; HttpOnly; SameSite=Strict/);
    expect(
      outcomeOf(
        await visitorPerson.browser.call('POST', '/api/auth/refresh', { body: {}, headers: { 'X-Mahlzeit': '1' } }),
      ),
    ).toEqual([200]);
    expect(outcomeOf(await visitorPerson.call('GET', '/api/users/me'))).toEqual([401, 'unauthenticated']);
  });

  it.each(['google', 'facebook'] as const)('keeps the picture of %s as one of our own', async (provider) => {
    const { account } = sessionOf(
      await signInAndComplete(await visit(gateway), provider, { email: createNextEmail() }),
    );
    expect(account.photoURL).toMatch(/^\/media\/avatar\/.+\.webp$/);
    expect((await fetch(`${gateway.url}${account.photoURL ?? ''}`)).headers.get('Content-Type')).toBe('image/webp');
  });

  it('does without an address, and with one that hides another', async () => {
    const facebookSession = sessionOf(
      await signInAndComplete(await visit(gateway), 'facebook', {
        email: createNextEmail(),
        name: 'Namenlos',
        hidesEmail: true,
      }),
    );
    expect(facebookSession.account).toMatchObject({
      email: null,
      displayName: 'Namenlos',
      verified: false,
      loggedIn: true,
    });
    const appleSession = sessionOf(
      await signInAndComplete(await visit(gateway), 'apple', { email: createNextEmail(), hidesEmail: true }),
    );
    expect(appleSession.account).toMatchObject({
      email: expect.stringMatching(/@privaterelay\.appleid\.test$/),
      verified: true,
    });
  });

  it('has no code for who has no address, and takes it where it is shared later', async () => {
    const email = createNextEmail();
    const visitorPerson = await visit(gateway);
    const { idToken } = sessionOf(await signInAndComplete(visitorPerson, 'facebook', { email, hidesEmail: true }));
    const postAsVisitor = (path: string, body: object) =>
      visitorPerson.browser.call('POST', path, { token: idToken, body });
    expect(outcomeOf(await postAsVisitor('/api/users/resendEmailVerification', {}))).toEqual([403, 'notAllowed']);
    expect((await postAsVisitor('/api/users/verifyEmail', { code: '000123' })).body).toEqual({ success: false });
    const secondPerson = await visit(gateway);
    const registeredSession = sessionOf(await signInAndComplete(secondPerson, 'facebook', { email }));
    expect(registeredSession.account).toMatchObject({ uid: visitorPerson.account.uid, email, verified: false });
    expect(
      outcomeOf(
        await secondPerson.browser.call('POST', '/api/users/resendEmailVerification', {
          token: registeredSession.idToken,
        }),
      ),
    ).toEqual([200]);
  });

  it('A07 never adds an address that another account has', async () => {
    const { email } = await register(gateway, createNextEmail());
    const person = { email: `${email}.test` };
    const firstSession = sessionOf(
      await signInAndComplete(await visit(gateway), 'facebook', { ...person, hidesEmail: true }),
    );
    await gateway.database.write(({ knex }) => knex('user').where({ email }).update({ email: person.email }));
    expect(sessionOf(await signInAndComplete(await visit(gateway), 'facebook', person)).account).toMatchObject({
      uid: firstSession.account.uid,
      email: null,
    });
  });

  it('U06 cleans a name that comes from elsewhere, and falls back on the address', async () => {
    const email = createNextEmail();
    const { account } = sessionOf(
      await signInAndComplete(await visit(gateway), 'google', { email, name: '\u202E\u0007' }),
    );
    expect(account.displayName).toBe(email.split('@')[0]);
  });

  it.each(['google', 'facebook', 'apple'] as const)(
    'tells the page that somebody has turned back at %s',
    async (provider) => {
      expect((await signInAtProvider(gateway, provider, { result: 'cancel' })).message).toMatchObject({
        ok: false,
        code: 'cancelled',
      });
    },
  );

  it('A07 reports a taken address and keeps the visitor’s session', async () => {
    const email = createNextEmail();
    await register(gateway, email);
    const visitorPerson = await visit(gateway);
    const { message } = await signInAtProvider(gateway, 'google', { email });
    expect(message).toMatchObject({ ok: false, code: 'ErrorEmailTaken' });
    expect(await getOwnUser(visitorPerson, visitorPerson.idToken)).toMatchObject({
      uid: visitorPerson.account.uid,
      email: null,
    });
  });

  it('A07 never ties two providers to one account by their address', async () => {
    const email = createNextEmail();
    await signInAndComplete(await visit(gateway), 'google', { email });
    expect((await signInAtProvider(gateway, 'apple', { email })).message).toMatchObject({
      ok: false,
      code: 'ErrorEmailTaken',
    });
  });

  it('A07 refuses an address that was taken while the window was open', async () => {
    const email = createNextEmail();
    const visitorPerson = await visit(gateway);
    const { message, verifier } = await signInAtProvider(gateway, 'google', { email });
    await register(gateway, email);
    const completionBody = { code: message?.code, verifier };
    expect(outcomeOf(await completeSignIn(visitorPerson, 'google', completionBody))).toEqual([409, 'ErrorEmailTaken']);
    expect(outcomeOf(await completeSignIn(visitorPerson, 'google', completionBody))).toEqual([
      410,
      'signInCodeInvalid',
    ]);
  });

  it('A10 refuses such an account a new address and a password reset', async () => {
    const email = createNextEmail();
    const visitorPerson = await visit(gateway);
    const { idToken } = sessionOf(await signInAndComplete(visitorPerson, 'google', { email }));
    const emailChangeAnswer = await visitorPerson.browser.call('PUT', '/api/auth/email', {
      token: idToken,
      body: { email: createNextEmail(), password: 'mittagspause' },
    });
    expect(outcomeOf(emailChangeAnswer)).toEqual([403, 'thirdPartyAccount']);
    expect(
      outcomeOf(await visitorPerson.browser.call('POST', '/api/auth/password-reset', { body: { email } })),
    ).toEqual([403, 'thirdPartyAccount']);
    expect(
      outcomeOf(
        await visitorPerson.browser.call('POST', '/api/auth/login', { body: { email, password: 'mittagspause' } }),
      ),
    ).toEqual([403, 'ErrorAuthDisabled']);
  });

  it('A09 leads a user who is flagged deleted back to their account', async () => {
    const email = createNextEmail();
    const visitorPerson = await visit(gateway);
    const { idToken } = sessionOf(await signInAndComplete(visitorPerson, 'google', { email }));
    expect(outcomeOf(await visitorPerson.browser.call('PUT', '/api/users/deleteMe', { token: idToken }))).toEqual([
      200,
    ]);
    const returningPerson = await visit(gateway);
    const { idToken: secondIdToken, account } = sessionOf(
      await signInAndComplete(returningPerson, 'google', { email }),
    );
    expect(account.uid).toBe(visitorPerson.account.uid);
    expect(await getOwnUser(returningPerson, secondIdToken)).toMatchObject({ deleted: true });
  });

  it('refuses a user who is signed in', async () => {
    const person = await register(gateway, createNextEmail());
    expect(outcomeOf(await signInAndComplete(person, 'google', { email: createNextEmail() }))).toEqual([
      403,
      'notAllowed',
    ]);
  });
});

describe('re-authentication through a third party', () => {
  const MINUTE_MS = 60_000;

  it('proves once more who is there, in the same session', async () => {
    const email = createNextEmail();
    const visitorPerson = await visit(gateway);
    const { idToken } = sessionOf(await signInAndComplete(visitorPerson, 'google', { email }));
    const person = {
      ...visitorPerson,
      call: (httpMethod: string, path: string, body?: object) =>
        visitorPerson.browser.call(httpMethod, path, { token: idToken, ...(body && { body }) }),
    };
    gateway.clock.advance(6 * MINUTE_MS);
    expect(outcomeOf(await person.call('PUT', '/api/users/deleteMe'))).toEqual([403, 'reauthenticationRequired']);
    const proofAnswer = await signInAndComplete(person, 'google', { email, intent: 'reauthenticate' });
    expect(proofAnswer.headers.get('Set-Cookie')).toBeNull();
    const freshSession = sessionOf(proofAnswer);
    expect(freshSession.account.uid).toBe(visitorPerson.account.uid);
    expect(
      outcomeOf(await visitorPerson.browser.call('PUT', '/api/users/deleteMe', { token: freshSession.idToken })),
    ).toEqual([200]);
  });

  it('is bound to its user', async () => {
    const visitorPerson = await visit(gateway);
    const { idToken } = sessionOf(await signInAndComplete(visitorPerson, 'google', { email: createNextEmail() }));
    const secondEmail = createNextEmail();
    await signInAndComplete(await visit(gateway), 'google', { email: secondEmail });
    for (const email of [secondEmail, createNextEmail()]) {
      const { message, verifier } = await signInAtProvider(gateway, 'google', { email, intent: 'reauthenticate' });
      const completionResponse = await visitorPerson.browser.call('POST', '/api/auth/google/complete', {
        token: idToken,
        body: { code: message?.code, verifier },
      });
      expect(outcomeOf(completionResponse)).toEqual([403, 'notAllowed']);
    }
  });

  it('opens no session', async () => {
    const email = createNextEmail();
    await signInAndComplete(await visit(gateway), 'google', { email });
    expect(
      outcomeOf(await signInAndComplete(await visit(gateway), 'google', { email, intent: 'reauthenticate' })),
    ).toEqual([403, 'notAllowed']);
  });

  it('is none for an account with a password', async () => {
    const email = createNextEmail();
    await register(gateway, email);
    const person = await signIn(gateway, email);
    expect(outcomeOf(await signInAndComplete(person, 'google', { email, intent: 'reauthenticate' }))).toEqual([
      403,
      'notAllowed',
    ]);
  });
});
