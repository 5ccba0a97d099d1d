import { err, ok } from '@mahlzeit/contract';
import { aUser, anAccount } from '@mahlzeit/contract/fixtures';
import { apiErrorOf } from '../gateway/gateway-failure';
import { createTabbedBrowser, uidOf } from '../../testing/session/tabbed-browser';

const frieda = { email: 'frieda@mahlzeit.test', password: 'mittagspause' };
const google = { provider: 'google', code: 'gut', verifier: 'v'.repeat(43) } as const;

const twoTabs = async () => {
  const browser = createTabbedBrowser();
  const [here, there] = [browser.openTab(), browser.openTab()];
  await Promise.all([here.token(), there.token()]);
  return { ...browser, here, there };
};

const asFrieda = async () => {
  const tabs = await twoTabs();
  await tabs.here.login(frieda);
  await tabs.settle();
  return tabs;
};

describe('proving who is there', () => {
  it('goes on with the same session and a fresh token, and tells no other tab', async () => {
    const { auth, here, settle } = await asFrieda();
    const before = await here.token();
    const users: unknown[] = [];
    here.onUser((user) => users.push(user));
    const asked = auth.asked.length;
    expect(await here.reauthenticate('mittagspause')).toEqual(ok(anAccount()));
    await settle();
    expect(await here.token()).not.toBe(before);
    expect(users).toEqual([]);
    expect(auth.asked.slice(asked)).toEqual(['reauthenticate']);
  });

  it('stays who it was where the password is wrong', async () => {
    const { here } = await asFrieda();
    expect(await here.reauthenticate('falsch')).toEqual(err(apiErrorOf('ErrorPasswordIncorrect', 401)));
    expect(uidOf(here)).toBe(anAccount().uid);
  });

  it('by a third party keeps the session, too', async () => {
    const { auth, here, settle } = await asFrieda();
    const asked = auth.asked.length;
    expect(await here.completeThirdParty(google)).toEqual(ok(anAccount()));
    await settle();
    expect(auth.asked.slice(asked)).toEqual(['completeThirdParty']);
  });
});

describe('signing in at a third party', () => {
  it('keeps a new member’s uid and tells the other tabs', async () => {
    const { here, there, settle } = await twoTabs();
    const uid = uidOf(here);
    expect(await here.completeThirdParty(google)).toEqual(ok(expect.objectContaining({ uid, isAnonymous: false, thirdParty: 'google' })));
    await settle();
    expect(there.get()).toEqual(here.get());
  });

  it('says why it failed and stays a visitor', async () => {
    const { here } = await twoTabs();
    expect(await here.completeThirdParty({ ...google, code: 'alt' })).toEqual(err(apiErrorOf('signInCodeInvalid', 401)));
    expect(uidOf(here)).toBe('anon-0');
  });
});

describe('the account', () => {
  it('waits for its verification after a change of the e-mail', async () => {
    const { here } = await asFrieda();
    const answer = await here.changeEmail({ ...frieda, email: 'neu@mahlzeit.test' });
    expect(answer).toEqual(ok(anAccount({ email: 'neu@mahlzeit.test', verified: false })));
    expect(here.get()).toEqual({ status: 'known', account: anAccount({ email: 'neu@mahlzeit.test', verified: false }) });
  });

  it('learns what an answer says of the user, and tells who listens only of news', async () => {
    const { here } = await asFrieda();
    let told = 0;
    here.subscribe(() => {
      told += 1;
    });
    const user = aUser({ displayName: 'Frieda P.', photoURL: '/media/avatar/1.webp', visible: false, selectedDiscountId: 'lunch10' });
    here.applyUser(user);
    here.applyUser({ ...user });
    expect(told).toBe(1);
    expect(here.get()).toEqual({ status: 'known', account: anAccount({ displayName: 'Frieda P.', photoURL: '/media/avatar/1.webp', visible: false, selectedDiscountId: 'lunch10' }) });
  });

  it('A06 learns nothing of who has gone', async () => {
    const { here } = await asFrieda();
    await here.logout();
    const visitor = here.get();
    here.applyUser(aUser({ displayName: 'Frieda P.' }));
    expect(here.get()).toBe(visitor);
  });
});
