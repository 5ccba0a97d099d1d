import { Account, Session, User } from '@mahlzeit/contract';
import { connectLive } from '../../../platform/testing/live-test-client';
import type { LiveTestClient } from '../../../platform/testing/live-test-client';
import { testGateways } from '../../../platform/testing/test-gateway';
import { createBrowser } from '../testing/people';
import { createConnectionCode, presentAccount, presentUser } from './user-document';
import { anonymousUser, registeredUser } from './user-rules';

describe('what is shown of a user', () => {
  const visitorUser = anonymousUser('visitor', 1);
  const annaUser = registeredUser(visitorUser, {
    email: 'anna@mahlzeit.test',
    passwordHash: 'secret-hash',
    visible: true,
    connectionCode: 'ABCDEFGH',
    policyVersion: 3,
    now: 5,
  });

  it('shows a visitor without link and code', () => {
    expect(presentAccount(visitorUser, 'https://mahlzeit.test')).toMatchObject({
      isAnonymous: true,
      loggedIn: false,
      verified: false,
      connectionLink: null,
      connectionCode: null,
    });
  });

  it('shows a registered user with the link that connects to them', () => {
    const presentedAccount = presentAccount(annaUser, 'https://mahlzeit.test');
    expect(Account.parse(presentedAccount)).toEqual(presentedAccount);
    expect(presentedAccount).toMatchObject({
      loggedIn: true,
      connectionLink: 'https://mahlzeit.test/restaurants#addcontacts/ABCDEFGH',
      connectionCode: 'ABCDEFGH',
    });
  });

  it('presents the user document of the contract and nothing beside it', () => {
    const user = presentUser(annaUser);
    expect(User.parse(user)).toEqual(user);
    expect(JSON.stringify(user)).not.toContain('secret-hash');
  });

  it('shows a deleted user that the account will be erased, and when', () => {
    const deletedUser = { ...annaUser, deletedAt: 1_782_295_200_000 };
    const expectedErasure = 1_784_887_200_000;
    expect([presentUser(deletedUser), presentUser(annaUser)]).toMatchObject([
      { deleted: true, erasedAt: expectedErasure },
      { deleted: false, erasedAt: null },
    ]);
    expect(
      [deletedUser, annaUser, visitorUser].map((user) => presentAccount(user, 'https://mahlzeit.test').deleted),
    ).toEqual([true, false, false]);
  });

  it('makes codes of eight readable signs', () => {
    const connectionCodes = Array.from({ length: 200 }, createConnectionCode);
    for (const connectionCode of connectionCodes) expect(connectionCode).toMatch(/^[A-HJ-NP-Z2-9]{8}$/);
    expect(new Set(connectionCodes).size).toBe(200);
  });
});

describe('the topic me', () => {
  const gateways = testGateways();
  const annaRegistration = {
    email: 'anna@mahlzeit.test',
    password: 'mittagspause',
    visible: true,
    policyAccepted: true,
  };

  const openVisitorPage = async () => {
    const gateway = await gateways.start({ liveLimits: { tickMs: 5 } });
    const browser = createBrowser(gateway.url);
    const anonymousSession = Session.parse((await browser.call('POST', '/api/auth/anonymous', { body: {} })).body);
    const liveClient = await connectLive(gateway.url, { token: anonymousSession.idToken });
    await liveClient.next('welcome');
    return { gateway, browser, session: anonymousSession, client: liveClient };
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
            body: annaRegistration,
            token: visitorPage.session.idToken,
          })
        ).body,
      );
      return { ...visitorPage, registeredSession };
    };
    const accountFramesOf = (liveClient: LiveTestClient) =>
      liveClient.frames.filter(({ op }) => op === 'delta' || op === 'reset' || op === 'err');

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
      expect(accountFramesOf(client)).toHaveLength(1);
    });

    it('sends nothing of the account without the new token, and closes after ten seconds', async () => {
      const { gateway, client } = await openRegisteredPage();
      client.say({ op: 'sub', id: 'global', topic: 'global' });
      expect(await client.next('err')).toEqual({ op: 'err', id: 'global', code: 'unauthenticated', retryMs: 1000 });
      gateway.clock.advance(10_000);
      expect(await client.whenClosed).toBe(4401);
      expect(accountFramesOf(client).filter(({ op }) => op === 'delta')).toEqual([]);
    });

    it("is closed when it shows the visitor's token again", async () => {
      const { session, client } = await openRegisteredPage();
      client.say({ op: 'auth', token: session.idToken });
      expect(await client.whenClosed).toBe(4401);
      expect(accountFramesOf(client)).toEqual([{ op: 'err', code: 'unauthenticated' }]);
    });
  });

  it('never shows the document of another user, not even by its log name', async () => {
    const { session, client } = await openVisitorPage();
    client.say({ op: 'sub', id: `user/${session.account.uid}`, topic: `user/${session.account.uid}` });
    expect(await client.next('err')).toMatchObject({ id: `user/${session.account.uid}`, code: 'notFound' });
  });

  describe('the sockets of a session that is over', () => {
    const expectClosed = async (liveClient: LiveTestClient) => {
      expect(await liveClient.next('reset')).toMatchObject({ id: 'me', reason: 'rights' });
      expect(await liveClient.next('err')).toMatchObject({ id: 'me', code: 'notFound' });
      expect(await liveClient.whenClosed).toBe(4401);
    };
    const followUser = async (url: string, token: string) => {
      const liveClient = await connectLive(url, { token });
      liveClient.say({ op: 'sub', id: 'me', topic: 'me' });
      await liveClient.next('live');
      return liveClient;
    };
    /** Creates a registered user with two devices, each with a page that follows the user's document. */
    const connectTwoDevices = async () => {
      const gateway = await gateways.start();
      const browsers = [createBrowser(gateway.url), createBrowser(gateway.url)] as const;
      await browsers[0].call('POST', '/api/auth/register', { body: annaRegistration });
      const connectedDevices = await Promise.all(
        browsers.map(async (browser) => {
          const { idToken } = Session.parse(
            (await browser.call('POST', '/api/auth/login', { body: annaRegistration })).body,
          );
          return { browser, idToken, client: await followUser(gateway.url, idToken) };
        }),
      );
      const [phoneDevice, desktopDevice] = connectedDevices;
      if (phoneDevice === undefined || desktopDevice === undefined) throw new Error('two devices');
      return { phone: phoneDevice, desk: desktopDevice };
    };
    const expectOpen = async (liveClient: LiveTestClient): Promise<void> => {
      liveClient.say({ op: 'ping' });
      await liveClient.next('pong');
    };

    it('lose their topics and are closed with the logout, those of other devices are not', async () => {
      const { phone, desk } = await connectTwoDevices();
      await phone.browser.call('POST', '/api/auth/logout', { body: {}, headers: { 'X-Mahlzeit': '1' } });
      await expectClosed(phone.client);
      await expectOpen(desk.client);
    });

    it('are closed when the browser changes hands', async () => {
      const { phone, desk } = await connectTwoDevices();
      await phone.browser.call('POST', '/api/auth/login', { body: annaRegistration });
      await expectClosed(phone.client);
      await expectOpen(desk.client);
    });

    it('are closed on every device when the account is deleted', async () => {
      const { phone, desk } = await connectTwoDevices();
      expect((await phone.browser.call('PUT', '/api/users/deleteMe', { body: {}, token: phone.idToken })).status).toBe(
        200,
      );
      await Promise.all([expectClosed(phone.client), expectClosed(desk.client)]);
    });
  });
});
