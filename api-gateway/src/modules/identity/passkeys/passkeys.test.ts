import { Passkey, PasskeyCreationOptions, PasskeyRequestOptions } from '@mahlzeit/contract';
import * as z from 'zod/mini';
import { testGateways } from '../../../platform/testing/test-gateway';
import type { TestGateway } from '../../../platform/testing/test-gateway';
import { createFakeAuthenticator } from '../testing/fake-authenticator';
import type { FakeAuthenticator, Forgery } from '../testing/fake-authenticator';
import { createBrowser, outcomeOf, personOf, sessionOf, visit } from '../testing/people';
import type { TestPerson } from '../testing/people';
import { storeUser } from '../testing/stored-people';

const gateways = testGateways();
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

let gateway: TestGateway;
let personCount = 0;

beforeAll(async () => {
  gateway = await gateways.start();
});

const createAuthenticator = (): FakeAuthenticator => createFakeAuthenticator(gateway.address.publicUrl);

const storePerson = (userFields: Parameters<typeof storeUser>[2] = {}): Promise<TestPerson> =>
  storeUser(gateway, `person-${(personCount += 1)}@mahlzeit.test`, userFields);

const creationOptionsOf = async (person: TestPerson) =>
  PasskeyCreationOptions.parse((await person.call('POST', '/api/auth/passkeys/options', {})).body);

const addPasskeyTo = async (person: TestPerson, authenticator: FakeAuthenticator): Promise<Passkey> => {
  const credential = authenticator.create(await creationOptionsOf(person));
  return Passkey.parse((await person.call('POST', '/api/auth/passkeys', { name: 'Handy', credential })).body);
};

const createOwner = async (userFields: Parameters<typeof storeUser>[2] = {}) => {
  const [person, authenticator] = [await storePerson(userFields), createAuthenticator()];
  return { person, authenticator, passkey: await addPasskeyTo(person, authenticator) };
};

const signInOptions = async () =>
  PasskeyRequestOptions.parse(
    (await createBrowser(gateway.url).call('POST', '/api/auth/passkeys/sign-in/options', { body: {} })).body,
  );

const signIn = async (authenticator: FakeAuthenticator, forgery?: Forgery) =>
  createBrowser(gateway.url).call('POST', '/api/auth/passkeys/sign-in', {
    body: authenticator.use(await signInOptions(), forgery),
  });

const listPasskeys = async (person: TestPerson) =>
  z.array(Passkey).parse((await person.call('GET', '/api/auth/passkeys')).body);

describe('passkeys', () => {
  it('are added, used, renamed and removed', async () => {
    const { person, authenticator, passkey } = await createOwner();
    expect(passkey).toMatchObject({ name: 'Handy', lastUsedAt: null });
    const answer = await signIn(authenticator);
    expect(sessionOf(answer).account).toEqual(person.account);
    expect(answer.headers.getSetCookie().map((cookie) => cookie.replace(/_\d+=.*/, ''))).toEqual([
      'mahlzeit_rt',
      'mahlzeit_device',
    ]);
    expect(await listPasskeys(person)).toEqual([{ ...passkey, lastUsedAt: gateway.clock.now() }]);

    await person.call('PATCH', `/api/auth/passkeys/${passkey.key}`, { name: '  Laptop im  Büro ' });
    expect((await listPasskeys(person)).map(({ name }) => name)).toEqual(['Laptop im Büro']);
    expect(outcomeOf(await person.call('DELETE', `/api/auth/passkeys/${passkey.key}`))).toEqual([200]);
    expect(await listPasskeys(person)).toEqual([]);
    expect(outcomeOf(await signIn(authenticator))).toEqual([401, 'passkeyUnknown']);
  });

  it('belong to the site of the page, under a handle that is not the uid, and to no device twice', async () => {
    const { person, authenticator } = await createOwner();
    const options = await creationOptionsOf(person);
    expect(options).toMatchObject({
      rp: { id: '127.0.0.1', name: 'Mahlzeit' },
      excludeCredentials: [{ id: authenticator.credentialId, type: 'public-key', transports: ['internal'] }],
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    expect(options.user.id).toMatch(/^[\w-]{43}$/);
    expect(JSON.stringify(options)).not.toContain(person.account.uid);
    expect((await creationOptionsOf(person)).user.id).toBe(options.user.id);
    expect(await signInOptions()).toMatchObject({ rpId: '127.0.0.1', allowCredentials: [] });
  });

  const forgeries: readonly (readonly [string, Forgery])[] = [
    ['of a page of another origin', { origin: 'https://mahlzeit.example' }],
    ['of a page of another port', { origin: 'http://127.0.0.1:1' }],
    ['of another site', { rpId: 'mahlzeit.example' }],
    ['that has not checked its user', { isUserVerified: false }],
    ['to a challenge of its own', { challenge: Buffer.alloc(32).toString('base64url') }],
  ];

  it.each(forgeries)('refuse an authenticator %s', async (_name, forgery) => {
    const { person, authenticator } = await createOwner();
    expect(outcomeOf(await signIn(authenticator, forgery))).toEqual([400, 'passkeyInvalid']);
    const credential = createAuthenticator().create(await creationOptionsOf(person), forgery);
    expect(outcomeOf(await person.call('POST', '/api/auth/passkeys', { name: 'Dieb', credential }))).toEqual([
      400,
      'passkeyInvalid',
    ]);
    // The owner can still sign in.
    expect(outcomeOf(await signIn(authenticator))).toEqual([200]);
  });

  it.each([
    ['signed with another key', { isSignedByStranger: true }],
    ['of another account', { userHandle: Buffer.alloc(32).toString('base64url') }],
  ] as const)('refuse an answer %s', async (_name, forgery) => {
    const { authenticator } = await createOwner();
    expect(outcomeOf(await signIn(authenticator, forgery))).toEqual([400, 'passkeyInvalid']);
  });

  it('take each answer once, and none whose counter has not grown', async () => {
    const { authenticator } = await createOwner();
    const credential = authenticator.use(await signInOptions());
    const send = () => createBrowser(gateway.url).call('POST', '/api/auth/passkeys/sign-in', { body: credential });
    expect([outcomeOf(await send()), outcomeOf(await send())]).toEqual([[200], [400, 'passkeyInvalid']]);
    expect(outcomeOf(await signIn(authenticator, { counter: 1 }))).toEqual([400, 'passkeyInvalid']);
    expect(outcomeOf(await signIn(authenticator, { counter: 7 }))).toEqual([200]);
  });

  it('take a challenge for five minutes, and only for what it was asked', async () => {
    const { person, authenticator } = await createOwner();
    const lateCredential = authenticator.use(await signInOptions());
    const proofOptions = PasskeyRequestOptions.parse(
      (await person.call('POST', '/api/auth/passkeys/proof/options', {})).body,
    );
    expect(proofOptions.allowCredentials.map(({ id }) => id)).toEqual([authenticator.credentialId]);
    const proof = authenticator.use(proofOptions);
    const signInBy = (body: object) => createBrowser(gateway.url).call('POST', '/api/auth/passkeys/sign-in', { body });
    expect(outcomeOf(await signInBy(proof))).toEqual([400, 'passkeyInvalid']);
    gateway.clock.advance(5 * MINUTE_MS);
    expect(outcomeOf(await signInBy(lateCredential))).toEqual([400, 'passkeyInvalid']);
  });

  it('add no passkey by the challenge of another user', async () => {
    const [anna, ben] = [await storePerson(), await storePerson()];
    const credential = createAuthenticator().create(await creationOptionsOf(anna));
    expect(outcomeOf(await ben.call('POST', '/api/auth/passkeys', { name: 'Handy', credential }))).toEqual([
      400,
      'passkeyInvalid',
    ]);
  });

  it('are added and used at any gateway of a database, and each answer opens one session at all of them', async () => {
    const other = await gateways.start({
      folder: gateway.folder,
      clock: gateway.clock,
      environment: { PUBLIC_URL: gateway.address.publicUrl },
    });
    const [person, authenticator] = [await storePerson(), createAuthenticator()];
    const at = ({ url }: TestGateway, path: string, body: object, token?: string) =>
      createBrowser(url).call('POST', path, { body, ...(token !== undefined && { token }) });
    const creation = await at(gateway, '/api/auth/passkeys/options', {}, person.idToken);
    const credential = authenticator.create(PasskeyCreationOptions.parse(creation.body));
    const addition = await at(other, '/api/auth/passkeys', { name: 'Handy', credential }, person.idToken);
    expect(outcomeOf(addition)).toEqual([200]);

    const options = await at(other, '/api/auth/passkeys/sign-in/options', {});
    const assertion = authenticator.use(PasskeyRequestOptions.parse(options.body));
    const answers = await Promise.all(
      [gateway, other, gateway, other].map((target) => at(target, '/api/auth/passkeys/sign-in', assertion)),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400, 400]);
  });

  it('need a fresh proof to be added and removed, which a passkey gives', async () => {
    const { person, authenticator, passkey } = await createOwner();
    gateway.clock.advance(6 * MINUTE_MS);
    const outcomes = [
      await person.call('POST', '/api/auth/passkeys/options', {}),
      await person.call('DELETE', `/api/auth/passkeys/${passkey.key}`),
      await person.call('PUT', '/api/users/deleteMe', {}),
    ].map(outcomeOf);
    expect(outcomes).toEqual(Array.from({ length: 3 }, () => [403, 'reauthenticationRequired']));

    const options = PasskeyRequestOptions.parse(
      (await person.call('POST', '/api/auth/passkeys/proof/options', {})).body,
    );
    const session = sessionOf(await person.call('POST', '/api/auth/passkeys/proof', authenticator.use(options)));
    const provedPerson = personOf(person.browser, person.email, session);
    expect(outcomeOf(await provedPerson.call('POST', '/api/auth/passkeys/options', {}))).toEqual([200]);
    expect(outcomeOf(await provedPerson.call('PUT', '/api/users/deleteMe', {}))).toEqual([200]);
    // A deleted account can be restored for 30 days, so the owner can still sign in by a passkey.
    expect(sessionOf(await signIn(authenticator)).account.deleted).toBe(true);
    gateway.clock.advance(31 * DAY_MS);
    expect(outcomeOf(await signIn(authenticator))).toEqual([401, 'passkeyUnknown']);
  });

  it('prove nothing for another user', async () => {
    const [owner, stranger] = [await createOwner(), await storePerson()];
    const options = PasskeyRequestOptions.parse(
      (await stranger.call('POST', '/api/auth/passkeys/proof/options', {})).body,
    );
    const credential = owner.authenticator.use(options);
    expect(outcomeOf(await stranger.call('POST', '/api/auth/passkeys/proof', credential))).toEqual([
      401,
      'passkeyUnknown',
    ]);
  });

  it('change the e-mail address without the password', async () => {
    const { person, authenticator } = await createOwner();
    const options = PasskeyRequestOptions.parse(
      (await person.call('POST', '/api/auth/passkeys/proof/options', {})).body,
    );
    const body = { email: `Neu-${person.email}`, credential: authenticator.use(options) };
    const answer = await person.call('PUT', '/api/auth/passkeys/email', body);
    expect(answer.body).toMatchObject({ pendingEmail: `neu-${person.email}`, email: person.email });
    expect(outcomeOf(await person.call('PUT', '/api/auth/passkeys/email', body))).toEqual([400, 'passkeyInvalid']);
  });

  it('stay while they are the last way to sign in', async () => {
    const { person, passkey, authenticator } = await createOwner({ passwordHash: null });
    const remove = () => person.call('DELETE', `/api/auth/passkeys/${passkey.key}`);
    expect(outcomeOf(await remove())).toEqual([409, 'lastSignInMethod']);
    await addPasskeyTo(person, createAuthenticator());
    expect(outcomeOf(await remove())).toEqual([200]);
    expect(outcomeOf(await signIn(authenticator))).toEqual([401, 'passkeyUnknown']);
  });

  it('open no disabled account', async () => {
    const { authenticator } = await createOwner({ disabledAt: 1 });
    expect(outcomeOf(await signIn(authenticator))).toEqual([403, 'ErrorAuthDisabled']);
  });

  it('end the session that the browser had, and nothing of another site changes it', async () => {
    const { authenticator } = await createOwner();
    const visitor = await visit(gateway);
    const body = authenticator.use(await signInOptions());
    expect(
      outcomeOf(
        await visitor.browser.call('POST', '/api/auth/passkeys/sign-in', {
          body,
          headers: { 'Sec-Fetch-Site': 'cross-site' },
        }),
      ),
    ).toEqual([403, 'notAllowed']);
    sessionOf(await visitor.browser.call('POST', '/api/auth/passkeys/sign-in', { body }));
    expect(outcomeOf(await visitor.call('GET', '/api/users/me'))).toEqual([401, 'unauthenticated']);
  });

  it('are in the export with names and times, without keys', async () => {
    const { person, passkey } = await createOwner();
    const { body } = await person.call('GET', '/api/users/me/export');
    expect(body).toMatchObject({
      account: { passkeys: [{ name: 'Handy', createdAt: passkey.createdAt, lastUsedAt: null }] },
    });
    expect(JSON.stringify(body)).not.toContain(passkey.key);
  });
});
