/** @page */
import {
  getMe,
  getTags,
  globalTopic,
  logout,
  meTopic,
  patchMe,
  resendEmailVerification,
  restoreUser,
} from '@mahlzeit/contract';
import type { User } from '@mahlzeit/contract';
import { anAccount, anAnonymousAccount, aUser } from '@mahlzeit/contract/fixtures';
import { answer, createManualTimers, fakeShell, refuse, unreachable } from '@mahlzeit/shared-ui/testing';
import type { ScenarioAnswer } from '@mahlzeit/shared-ui/testing';
import { createAlerts } from '../messages/alerts';
import { fakeAddresses } from '../fake-entries';
import { createFakeBrowser, pause } from '../fake-browser';
import { createRouter } from '../router/router';
import { watchMe } from './me';
import { watchRequiredActions } from './required-actions';

describe('asking the active user', () => {
  interface Options {
    readonly user?: User;
    readonly session?: 'anonymous' | 'verified';
    readonly policy?: number;
    readonly address?: string;
    readonly answers?: readonly ScenarioAnswer[];
    readonly screens?: readonly string[];
  }

  const start = async ({
    user = aUser(),
    session = 'verified',
    policy = 1,
    address = '/restaurants',
    answers = [],
    screens = ['profile', 'settings'],
  }: Options = {}) => {
    const shell = fakeShell({
      session,
      answers,
      topics: {
        [globalTopic]: {
          legal: [
            { key: 'imprintde', version: 9 },
            { key: 'privacyde', version: policy },
          ],
        },
        ...(session === 'verified' ? { [meTopic]: { user: [user] } } : {}),
      },
    });
    const me = watchMe({ shell, timers: createManualTimers() });
    const alerts = createAlerts();
    const tab = createFakeBrowser(address);
    const router = createRouter(tab.browser, createManualTimers(), fakeAddresses());
    let loads = 0;
    const dialogModule = {
      load: () => {
        loads += 1;
        return Promise.resolve({ ok: false, error: 'unavailable' } as const);
      },
    };
    const stop = watchRequiredActions({
      shell,
      me,
      router,
      alerts,
      dialogModule,
      browser: window,
      lookup: fakeAddresses(screens),
    });
    await pause();
    const putUser = (next: User): void =>
      shell.change(meTopic, { kind: 'put', collection: 'user', key: next.uid, value: { ...next } });
    const putPolicy = (version: number): void =>
      shell.change(globalTopic, {
        kind: 'put',
        collection: 'legal',
        key: 'privacyde',
        value: { key: 'privacyde', version },
      });
    const alertTitle = (): string | undefined => alerts.get()?.request.title;
    const choose = async (choice: string | null): Promise<void> => {
      alerts.answer(alerts.get()?.id ?? -1, choice);
      await pause();
    };
    const snackbarTexts = (): string[] => shell.recorded.snackbars.map(({ text }) => text);
    const sent = (route: string): number => shell.requests.filter((request) => request === route).length;
    return {
      shell,
      alerts,
      router,
      tab,
      stop,
      putUser,
      putPolicy,
      alertTitle,
      choose,
      snackbarTexts,
      sent,
      loads: () => loads,
    };
  };

  const RESTORE = 'Willkommen zurück';
  const POLICY = 'Unsere Datenschutzerklärung';
  const VERIFY = 'Bestätige deine E-Mail';
  const unverified = aUser({ verificationCode: false });
  const RESEND = 'POST /api/users/resendEmailVerification';

  describe('coming back', () => {
    const deleted = aUser({ deleted: true, visible: false });

    it.each([
      ['visible', true],
      ['invisible', false],
    ])('A09 restores the account for the answer %s, and sets its visibility', async (choice, visible) => {
      const bodies: boolean[] = [];
      const {
        shell,
        alertTitle: asked,
        choose,
        snackbarTexts: said,
        sent,
      } = await start({
        user: deleted,
        answers: [answer(restoreUser, aUser({ visible }))],
      });
      const call = shell.apiClient.call.bind(shell.apiClient);
      expect(asked()).toBe(RESTORE);
      Object.assign(shell.apiClient, {
        call: (...args: Parameters<typeof call>) => {
          bodies.push(JSON.stringify(args[1]).includes('"visible":true'));
          return call(...args);
        },
      });
      await choose(choice);
      expect(bodies).toEqual([visible]);
      expect(sent('POST /api/users/restore')).toBe(1);
      expect(asked()).toBeUndefined();
      expect(shell.session.get()).toMatchObject({ account: { visible } });
      expect(said()).toEqual(['Dein Konto bleibt dir erhalten.']);
    });

    it('names the last day for it', async () => {
      const { alerts } = await start({ user: { ...deleted, erasedAt: Date.parse('2026-07-24T12:00:00+02:00') } });
      expect(alerts.get()?.request.text).toContain('Noch bis Freitag, 24.\u00A0Juli, kannst du es behalten.');
    });

    it('accepts that the account was restored elsewhere, a moment before the page knows', async () => {
      const {
        shell,
        alertTitle: asked,
        choose,
        snackbarTexts: said,
      } = await start({
        user: deleted,
        answers: [refuse(restoreUser, 'notDeleted'), answer(getMe, aUser())],
      });
      await choose('visible');
      expect(asked()).toBeUndefined();
      expect(shell.session.get()).toMatchObject({ account: { deleted: false } });
      expect(said()).toEqual(['Dein Konto bleibt dir erhalten.']);
    });

    it('sends the waiting calls as soon as the account is restored', async () => {
      const { shell, choose } = await start({
        user: deleted,
        answers: [answer(restoreUser, aUser()), answer(getTags, [])],
      });
      const waiting = shell.apiClient.call(getTags, {});
      await pause();
      expect(shell.requests).toEqual([]);
      await choose('visible');
      expect(await waiting).toMatchObject({ ok: true });
      expect(shell.requests).toEqual(['POST /api/users/restore', 'GET /api/tags']);
    });

    it('can’t be dismissed, but allows a logout', async () => {
      const {
        shell,
        alerts,
        alertTitle: asked,
        choose,
        snackbarTexts: said,
      } = await start({ user: deleted, answers: [answer(logout, {})] });
      expect(alerts.get()?.request.isDismissable).toBe(false);
      await choose('leave');
      expect(asked()).toBeUndefined();
      expect(shell.session.get()).toMatchObject({ account: { isAnonymous: true } });
      expect(said()).toEqual(['Du bist abgemeldet.']);
    });

    it('asks again when the answer did not arrive', async () => {
      const {
        alertTitle: asked,
        choose,
        snackbarTexts: said,
      } = await start({ user: deleted, answers: [unreachable(restoreUser)] });
      await choose('visible');
      expect(asked()).toBe(RESTORE);
      expect(said()).toEqual([expect.stringMatching(/Verbindung/)]);
    });

    it('closes once it is answered in another tab', async () => {
      const { alertTitle: asked, putUser } = await start({ user: deleted });
      putUser(aUser());
      expect(asked()).toBeUndefined();
    });

    it('asks for the policy and then for the verification', async () => {
      const restored = aUser({ policyVersion: 0, verificationCode: false });
      const { alertTitle: asked, choose } = await start({
        user: { ...restored, deleted: true },
        answers: [answer(restoreUser, restored), answer(patchMe, { ...restored, policyVersion: 1 })],
      });
      const seen = [asked()];
      await choose('visible');
      seen.push(asked());
      await choose('accept');
      seen.push(asked());
      expect(seen).toEqual([RESTORE, POLICY, VERIFY]);
    });
  });

  describe('the policy', () => {
    it('A04 asks immediately after a new version, except users who accepted it', async () => {
      const { alertTitle: asked, putPolicy, alerts } = await start();
      expect(asked()).toBeUndefined();
      putPolicy(2);
      expect(asked()).toBe(POLICY);
      expect(alerts.get()?.request.isDismissable).toBe(false);
    });

    it('A04 asks again after the next login', async () => {
      const { shell, alertTitle: asked } = await start({ session: 'anonymous', policy: 2 });
      expect(asked()).toBeUndefined();
      shell.setSession('verified');
      await pause();
      expect(asked()).toBe(POLICY);
    });

    it('A04 sends the acceptance once for two taps', async () => {
      const {
        alerts,
        alertTitle: asked,
        choose,
        sent,
      } = await start({
        policy: 2,
        answers: [answer(patchMe, aUser({ policyVersion: 2 }))],
      });
      const id = alerts.get()?.id ?? -1;
      alerts.answer(id, 'accept');
      await choose('accept');
      expect(asked()).toBeUndefined();
      expect(sent('PATCH /api/users/me')).toBe(1);
    });

    it('shows an error for a failed acceptance, keeps asking and takes another answer', async () => {
      const {
        shell,
        alertTitle: asked,
        choose,
        snackbarTexts: said,
      } = await start({ policy: 2, answers: [unreachable(patchMe)] });
      await choose('accept');
      expect(asked()).toBe(POLICY);
      expect(said()).toEqual([expect.stringMatching(/Keine Verbindung/)]);
      shell.use(answer(patchMe, aUser({ policyVersion: 2 })));
      await choose('accept');
      expect(asked()).toBeUndefined();
    });

    it('A04 logs out users who decline, with a message', async () => {
      const {
        shell,
        alertTitle: asked,
        choose,
        snackbarTexts: said,
      } = await start({ policy: 2, answers: [answer(logout, {})] });
      await choose('decline');
      expect(asked()).toBeUndefined();
      expect(shell.session.get()).toMatchObject({ account: { loggedIn: false } });
      expect(said()).toEqual(['Du bist abgemeldet.']);
    });

    it('A04 keeps asking when the logout did not reach the gateway', async () => {
      const { alertTitle: asked, choose } = await start({ policy: 2, answers: [unreachable(logout)] });
      await choose('decline');
      expect(asked()).toBe(POLICY);
    });

    it('can be read before, and asks again afterwards', async () => {
      const { alerts, router, tab, alertTitle: asked } = await start({ policy: 2 });
      expect(alerts.get()?.request.link).toEqual({ label: 'Datenschutzerklärung lesen', href: '#settings/privacy' });
      router.open('settings', 'privacy');
      expect(asked()).toBeUndefined();
      router.close();
      tab.arrive();
      expect(asked()).toBe(POLICY);
    });

    it('has no link when it can’t be read', async () => {
      const { alerts } = await start({ policy: 2, screens: [] });
      expect(alerts.get()?.request.link).toBeUndefined();
    });
  });

  describe('the verification', () => {
    it('offers a code, sends it and opens the profile', async () => {
      const {
        tab,
        alerts,
        alertTitle: asked,
        choose,
        snackbarTexts: said,
      } = await start({
        user: unverified,
        answers: [answer(resendEmailVerification, {})],
      });
      expect(asked()).toBe(VERIFY);
      expect(alerts.get()?.request.text).toContain('frieda@mahlzeit.test');
      await choose('send');
      expect(said()).toEqual(['Der Code ist unterwegs. Schau in dein Postfach.']);
      expect(tab.address()).toBe('/restaurants#profile');
      expect(asked()).toBeUndefined();
    });

    it('opens the profile even when a code was sent recently', async () => {
      const {
        tab,
        choose,
        snackbarTexts: said,
      } = await start({
        user: unverified,
        answers: [refuse(resendEmailVerification, 'ErrorTooManyAttempts', { retryAfterMs: 20_000 })],
      });
      await choose('send');
      expect(tab.address()).toBe('/restaurants#profile');
      expect(said()).toEqual([]);
    });

    it('shows an error for a failed code, and offers it again', async () => {
      const {
        tab,
        alertTitle: asked,
        choose,
        snackbarTexts: said,
      } = await start({
        user: unverified,
        answers: [unreachable(resendEmailVerification)],
      });
      await choose('send');
      expect(asked()).toBe(VERIFY);
      expect(tab.address()).toBe('/restaurants');
      expect(said()).toEqual([expect.stringMatching(/Verbindung/)]);
    });

    it('can wait, and asks again after the next login', async () => {
      const { shell, router, alertTitle: asked, choose } = await start({ user: unverified });
      await choose('later');
      router.open('settings');
      expect(asked()).toBeUndefined();
      shell.setSession('anonymous');
      shell.setSession('unverified');
      await pause();
      shell.change(meTopic, {
        kind: 'put',
        collection: 'user',
        key: 'uid-unverified-01',
        value: { ...unverified, uid: 'uid-unverified-01' },
      });
      expect(asked()).toBe(VERIFY);
    });

    it('asks for the code that the registration has mailed, and sends no other', async () => {
      const visitor = anAnonymousAccount({ uid: 'uid-neu-01' });
      const { shell, tab, alerts, alertTitle: asked, choose, sent } = await start({ session: 'anonymous' });
      shell.setSession({ status: 'known', account: visitor });
      await pause();
      shell.setSession({
        status: 'known',
        account: anAccount({ uid: visitor.uid, email: 'neu@mahlzeit.test', verified: false }),
      });
      await pause();
      expect(asked()).toBe(VERIFY);
      expect(alerts.get()?.request.actions.map(({ label }) => label)).toEqual(['Später', 'Code eingeben']);
      await choose('enter');
      expect(tab.address()).toBe('/restaurants#profile');
      expect(sent(RESEND)).toBe(0);
    });

    it('closes as soon as the address is verified elsewhere', async () => {
      const { alertTitle: asked, putUser } = await start({ user: unverified });
      expect(asked()).toBe(VERIFY);
      putUser(aUser());
      expect(asked()).toBeUndefined();
    });

    it('counts as done after the profile was open', async () => {
      const { router, tab, alertTitle: asked } = await start({ user: unverified, address: '/restaurants#profile' });
      expect(asked()).toBeUndefined();
      router.close();
      tab.arrive();
      expect(asked()).toBeUndefined();
    });
  });

  it('asks nothing on the screens that change the address or delete the account', async () => {
    const { alertTitle: asked, putUser } = await start();
    putUser(aUser({ email: 'neu@mahlzeit.test', verificationCode: false }));
    expect(asked()).toBeUndefined();
    putUser(aUser({ deleted: true }));
    expect(asked()).toBeUndefined();
  });

  it.each(['anonymous', 'unknown'] as const)(
    'A06 asks a member nothing more once the session is %s',
    async (session) => {
      const { shell, alertTitle: asked } = await start({ policy: 2 });
      shell.setSession(session);
      expect(asked()).toBeUndefined();
    },
  );

  it('loads the dialog again when the network is back', async () => {
    const { loads } = await start({ policy: 2 });
    const before = loads();
    window.dispatchEvent(new Event('online'));
    expect(loads()).toBe(before + 1);
  });

  it('asks nothing after its stop', async () => {
    const { stop, alertTitle: asked, putPolicy } = await start({ policy: 2 });
    stop();
    expect(asked()).toBeUndefined();
    putPolicy(3);
    expect(asked()).toBeUndefined();
  });
});
