import { Account, Session, User } from '@mahlzeit/contract';
import { connectLive } from '../../../platform/testing/live-test-client';
import type { LiveTestClient } from '../../../platform/testing/live-test-client';
import { testGateways } from '../../../platform/testing/test-gateway';
import { createBrowser } from '../testing/people';
import { newConnectionCode, presentAccount, presentUser } from './user-document';
import { anonymousUser, registeredUser } from './user-rules';

describe('what is shown of a user', () => {
  const visitor = anonymousUser('visitor', 1);
  const anna = registeredUser(visitor, {
    email: 'anna@mahlzeit.test',
    passwordHash: 'secret-hash',
    visible: true,
    connectionCode: 'ABCDEFGH',
    policyVersion: 3,
    now: 5,
  });

  it('shows a visitor without link and code', () => {
    expect(presentAccount(visitor, 'https://mahlzeit.test')).toMatchObject({
      isAnonymous: true,
      loggedIn: false,
      verified: false,
      connectionLink: null,
      connectionCode: null,
    });
  });

  it('shows a registered user with the link that connects to them', () => {
    const presentedAccount = presentAccount(anna, 'https://mahlzeit.test');
    expect(Account.parse(presentedAccount)).toEqual(presentedAccount);
    expect(presentedAccount).toMatchObject({
      loggedIn: true,
      connectionLink: 'https://mahlzeit.test/restaurants#addcontacts/ABCDEFGH',
      connectionCode: 'ABCDEFGH',
    });
  });

  it('presents the user document of the contract and nothing beside it', () => {
    const user = presentUser(anna);
    expect(User.parse(user)).toEqual(user);
    expect(JSON.stringify(user)).not.toContain('secret-hash');
  });

  it('shows a deleted user that the account will be erased, and when', () => {
    const deletedUser = { ...anna, deletedAt: 1_782_295_200_000 };
    const erasedAt = 1_784_887_200_000;
    expect([presentUser(deletedUser), presentUser(anna)]).toMatchObject([
      { deleted: true, erasedAt },
      { deleted: false, erasedAt: null },
    ]);
    expect([deletedUser, anna, visitor].map((user) => presentAccount(user, 'https://mahlzeit.test').deleted)).toEqual([
      true,
      false,
      false,
    ]);
  });

  it('makes codes of eight readable signs', () => {
    const codes = Array.from({ length: 200 }, newConnectionCode);
    for (const code of codes) expect(code).toMatch(/^[A-HJ-NP-Z2-9]{8}$/);
    expect(new Set(codes).size).toBe(200);
  });
});

describe('the topic me', () => {
  const gateways = testGateways();
  const anna = { email: 'anna@mahlzeit.test', password: 'mittagspause', visible: true, policyAccepted: true };

  const openVisitorPage = async () => {
    const gateway = await gateways.start({ liveLimits: { tickMs: 5 } });
    const browser = createBrowser(gateway.url);
    const session = Session.parse((await browser.call('POST', '/api/auth/anonymous', { body: {} })).body);
    const client = await connectLive(gateway.url, { token: session.idToken });
    await client.next('welcome');
    return { gateway, browser, session, client };
  };

  it('shows a visitor their own user document', async () => {
    const { session, client } = await openVisitorPage();
    client.say({ op: 'sub', id: 'me', topic: 'me' });
    const { items } = await client.next('snap');
    expect(items).toEqual([
      {
        collection: 'user',
        key: session.account.uid,
        value: expect.objectContaining({ uid: session.account.uid, email: null }),
      },
    ]);
    expect(User.parse(items[0]?.value)).toEqual(items[0]?.value);
    await client.next('live');
  });

  describe('an open page of a visitor who registers', () => {
    const openRegisteredPage = async () => {
      const visitorPage = await openVisitorPage();
      visitorPage.client.say({ op: 'sub', id: 'me', topic: 'me' });
      await visitorPage.client.next('live');
      const registeredSession = Session.parse(
        (
          await visitorPage.browser.call('POST', '/api/auth/register', {
            body: anna,
            token: visitorPage.session.idToken,
          })
        ).body,
      );
      return { ...visitorPage, registeredSession };
    };
    const accountFrames = (client: LiveTestClient) =>
      client.frames.filter(({ op }) => op === 'delta' || op === 'reset' || op === 'err');

    it('asks the socket for the new token, then sends the account', async () => {
      const { session, client, registeredSession } = await openRegisteredPage();
      expect(await client.next('auth_required')).toEqual({ op: 'auth_required', beforeMs: 10_000 });
      client.say({ op: 'auth', token: registeredSession.idToken });
      const { id, ops } = await client.next('delta');
      expect(id).toBe('me');
      expect(ops).toEqual([
        {
          kind: 'put',
          collection: 'user',
          key: session.account.uid,
          value: expect.objectContaining({ email: 'anna@mahlzeit.test', displayName: 'anna', policyVersion: 1 }),
        },
      ]);
      expect(accountFrames(client)).toHaveLength(1);
    });

    it('sends nothing of the account without the new token, and closes after ten seconds', async () => {
      const { gateway, client } = await openRegisteredPage();
      client.say({ op: 'sub', id: 'global', topic: 'global' });
      expect(await client.next('err')).toEqual({ op: 'err', id: 'global', code: 'unauthenticated', retryMs: 1000 });
      gateway.clock.advance(10_000);
      expect(await client.whenClosed).toBe(4401);
      expect(accountFrames(client).filter(({ op }) => op === 'delta')).toEqual([]);
    });

    it("is closed when it shows the visitor's token again", async () => {
      const { session, client } = await openRegisteredPage();
      client.say({ op: 'auth', token: session.idToken });
      expect(await client.whenClosed).toBe(4401);
      expect(accountFrames(client)).toEqual([{ op: 'err', code: 'unauthenticated' }]);
    });
  });

  it('never shows the document of another user, not even by its log name', async () => {
    const { session, client } = await openVisitorPage();
    client.say({ op: 'sub', id: `user/${session.account.uid}`, topic: `user/${session.account.uid}` });
    expect(await client.next('err')).toMatchObject({ id: `user/${session.account.uid}`, code: 'notFound' });
  });

  describe('the sockets of a session that is over', () => {
    const expectClosed = async (client: LiveTestClient) => {
      expect(await client.next('reset')).toMatchObject({ id: 'me', reason: 'rights' });
      expect(await client.next('err')).toMatchObject({ id: 'me', code: 'notFound' });
      expect(await client.whenClosed).toBe(4401);
    };
    const followUser = async (url: string, token: string) => {
      const client = await connectLive(url, { token });
      client.say({ op: 'sub', id: 'me', topic: 'me' });
      await client.next('live');
      return client;
    };
    /** Creates a registered user with two devices, each with a page that follows the user's document. */
    const withTwoDevices = async () => {
      const gateway = await gateways.start();
      const browsers = [createBrowser(gateway.url), createBrowser(gateway.url)] as const;
      await browsers[0].call('POST', '/api/auth/register', { body: anna });
      const devices = await Promise.all(
        browsers.map(async (browser) => {
          const { idToken } = Session.parse((await browser.call('POST', '/api/auth/login', { body: anna })).body);
          return { browser, idToken, client: await followUser(gateway.url, idToken) };
        }),
      );
      const [phone, desktop] = devices;
      if (phone === undefined || desktop === undefined) throw new Error('two devices');
      return { phone, desk: desktop };
    };
    const expectOpen = async (client: LiveTestClient): Promise<void> => {
      client.say({ op: 'ping' });
      await client.next('pong');
    };

    it('lose their topics and are closed with the logout, those of other devices are not', async () => {
      const { phone, desk } = await withTwoDevices();
      await phone.browser.call('POST', '/api/auth/logout', { body: {}, headers: { 'X-Mahlzeit': '1' } });
      await expectClosed(phone.client);
      await expectOpen(desk.client);
    });

    it('are closed when the browser changes hands', async () => {
      const { phone, desk } = await withTwoDevices();
      await phone.browser.call('POST', '/api/auth/login', { body: anna });
      await expectClosed(phone.client);
      await expectOpen(desk.client);
    });

    it('are closed on every device when the account is deleted', async () => {
      const { phone, desk } = await withTwoDevices();
      expect((await phone.browser.call('PUT', '/api/users/deleteMe', { body: {}, token: phone.idToken })).status).toBe(
        200,
      );
      await Promise.all([expectClosed(phone.client), expectClosed(desk.client)]);
    });
  });
});
