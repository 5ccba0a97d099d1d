import { Session } from '@mahlzeit/contract';
import { testGateways } from '../../platform/testing/test-gateway';
import type { TestGateway } from '../../platform/testing/test-gateway';
import { storeUser } from '../identity/testing/stored-people';
import { TEST_PASSWORD } from '../identity/testing/people';
import { aMainManifest, aShellManifest, aWholeRelease, createTemporaryFronts } from './fakes/fake-releases';
import type { TemporaryFronts } from './fakes/fake-releases';
import { createTeamTokens } from './index';
import { packFiles } from './store/pack-release';

const gateways = testGateways();
const releaseByChannel = { stable: aWholeRelease('alle'), beta: aWholeRelease('vorab') };
let fronts: TemporaryFronts;
let gateway: TestGateway;

beforeAll(async () => {
  fronts = createTemporaryFronts();
  fronts.build({ name: 'shell', manifest: aShellManifest({ contract: '3.0.0' }) });
  fronts.build({ name: 'mf-discovery', manifest: aMainManifest() });
  gateway = await gateways.start({ folder: fronts.root });
  const token = await createTeamTokens(gateway).issue({ remoteName: 'mf-social', tokenName: 'social-ci' });
  for (const channel of ['stable', 'beta'] as const) {
    const { status } = await fetch(`${gateway.url}/api/releases?channel=${channel}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/gzip' },
      body: Buffer.from(await packFiles(releaseByChannel[channel].files)),
    });
    expect(status).toBe(200);
  }
});
afterAll(() => fronts.remove());

/** Creates a browser for the test that stores all cookies of the gateway. It ignores the paths of cookies. */
const openBrowser = () => {
  const cookies = new Map<string, string>();
  const send = async (path: string, init: RequestInit = {}) => {
    const response = await fetch(gateway.url + path, {
      redirect: 'manual',
      ...init,
      headers: {
        ...Object.fromEntries(new Headers(init.headers)),
        Cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      },
    });
    const names = response.headers.getSetCookie().map((setCookie) => {
      const [name = '', value = ''] = (setCookie.split(';')[0] ?? '').split('=');
      if (setCookie.includes('Max-Age=0')) cookies.delete(name);
      else cookies.set(name, value);
      return name.replace(/^mahlzeit_|_\d+$/g, '');
    });
    return { text: await response.text(), names };
  };
  const post = (path: string, body: object = {}) =>
    send(path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Mahlzeit': '1' },
      body: JSON.stringify(body),
    });
  return {
    /** Opens a page of the gateway in the test's browser. */
    visit: (path: string) => send(path),
    /** Returns the names of the cookies that the response of a session route changes. */
    changes: async (path: string, body?: object) => (await post(path, body)).names,
    async logIn(email: string): Promise<string> {
      const { text } = await post('/api/auth/login', { email, password: TEST_PASSWORD });
      return Session.parse(JSON.parse(text)).idToken;
    },
    choose: async (idToken: string, releaseChannel: 'stable' | 'beta') =>
      (
        await send('/api/users/me', {
          method: 'PATCH',
          headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${idToken}` },
          body: JSON.stringify({ releaseChannel }),
        })
      ).names,
    /** Returns the release channel from which the next page gets its release. */
    async channelOfPage(): Promise<'stable' | 'beta'> {
      const { text: html } = await send('/restaurants');
      const isOf = (channel: 'stable' | 'beta') => html.includes(releaseByChannel[channel].manifest.version);
      expect(isOf('stable')).not.toBe(isOf('beta'));
      return isOf('beta') ? 'beta' : 'stable';
    },
  };
};

it('gives a member the releases of beta from the next page on, also in a second browser, and takes them back', async () => {
  await storeUser(gateway, 'anna@mahlzeit.test');
  const [first, second] = [openBrowser(), openBrowser()];
  const idToken = await first.logIn('anna@mahlzeit.test');
  expect(await first.channelOfPage()).toBe('stable');
  expect(await first.choose(idToken, 'beta')).toEqual(['channel']);
  expect(await first.choose(idToken, 'beta')).toEqual([]);
  expect(await first.channelOfPage()).toBe('beta');

  expect(await second.channelOfPage()).toBe('stable');
  await second.logIn('anna@mahlzeit.test');
  expect(await second.channelOfPage()).toBe('beta');
  expect(await second.changes('/api/auth/refresh')).toEqual(['rt']);

  expect(await first.choose(idToken, 'stable')).toEqual(['channel']);
  expect(await first.channelOfPage()).toBe('stable');
  // The second browser gets the new channel when it refreshes its session.
  expect(await second.channelOfPage()).toBe('beta');
  expect(await second.changes('/api/auth/refresh')).toEqual(['rt', 'channel']);
  expect(await second.channelOfPage()).toBe('stable');
});

it('returns a browser to stable at the logout of its member', async () => {
  await storeUser(gateway, 'ben@mahlzeit.test', { releaseChannel: 'beta' });
  const browser = openBrowser();
  await browser.logIn('ben@mahlzeit.test');
  expect(await browser.channelOfPage()).toBe('beta');
  expect(await browser.changes('/api/auth/logout')).toEqual(['rt', 'channel']);
  expect(await browser.channelOfPage()).toBe('stable');
  expect(await browser.changes('/api/auth/anonymous')).toEqual(['rt']);
});

it('leaves the choice of an anonymous visitor alone until an account is known', async () => {
  await storeUser(gateway, 'cem@mahlzeit.test');
  const browser = openBrowser();
  await browser.visit('/restaurants?channel=beta');
  expect(await browser.changes('/api/auth/anonymous')).toEqual(['rt']);
  expect(await browser.changes('/api/auth/refresh')).toEqual(['rt']);
  expect(await browser.channelOfPage()).toBe('beta');
  await browser.logIn('cem@mahlzeit.test');
  expect(await browser.channelOfPage()).toBe('stable');
});

it('gives a new account the releases of stable', async () => {
  const browser = openBrowser();
  await browser.visit('/restaurants?channel=beta');
  const registration = { email: 'dana@mahlzeit.test', password: TEST_PASSWORD, visible: true, policyAccepted: true };
  expect(await browser.changes('/api/auth/register', registration)).toEqual(['rt', 'channel', 'device']);
  expect(await browser.channelOfPage()).toBe('stable');
});
