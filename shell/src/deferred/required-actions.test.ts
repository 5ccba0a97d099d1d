/** @page */
import {
  declinePolicy,
  getMe,
  getTags,
  logout,
  meTopic,
  patchMe,
  resendEmailVerification,
  restoreUser,
} from '@mahlzeit/contract';
import { anAccount, anAnonymousAccount, aUser } from '@mahlzeit/contract/fixtures';
import { answer, refuse, failAsUnreachable } from '@mahlzeit/shared-ui/testing';
import { waitTurns } from '../fake-browser';
import { startRequiredActions } from './fake-required-actions';

describe('asking the active user', () => {
  const RESTORE_TITLE = 'Willkommen zurück';
  const POLICY_TITLE = 'Unsere Datenschutzerklärung';
  const VERIFICATION_TITLE = 'Bestätige deine E-Mail';
  const unverifiedUser = aUser({ verificationCode: false });
  const RESEND_REQUEST = 'POST /api/users/resendEmailVerification';

  it('asks by the version in the session’s answer until live data tells a version', async () => {
    const { shell, alertTitle, putPolicy } = await startRequiredActions({ policyVersion: null });
    const session = shell.session.get();
    if (session.status !== 'known') throw new Error('The session is unknown');
    expect(alertTitle()).toBeUndefined();
    shell.setSession({ ...session, policyVersion: 2 });
    await waitTurns();
    expect(alertTitle()).toBe(POLICY_TITLE);
    putPolicy(1);
    expect(alertTitle()).toBeUndefined();
  });

  describe('coming back', () => {
    const deletedUser = aUser({ deleted: true, visible: false });

    it.each([
      ['visible', true],
      ['invisible', false],
    ])('A09 restores the account for the answer %s, and sets its visibility', async (choice, isVisible) => {
      const sentVisibilities: boolean[] = [];
      const {
        shell,
        alertTitle: currentTitle,
        choose,
        snackbarTexts: shownTexts,
        sent,
      } = await startRequiredActions({
        user: deletedUser,
        answers: [answer(restoreUser, aUser({ visible: isVisible }))],
      });
      const originalCall = shell.apiClient.call.bind(shell.apiClient);
      expect(currentTitle()).toBe(RESTORE_TITLE);
      Object.assign(shell.apiClient, {
        call: (...args: Parameters<typeof originalCall>) => {
          sentVisibilities.push(JSON.stringify(args[1]).includes('"visible":true'));
          return originalCall(...args);
        },
      });
      await choose(choice);
      expect(sentVisibilities).toEqual([isVisible]);
      expect(sent('POST /api/users/restore')).toBe(1);
      expect(currentTitle()).toBeUndefined();
      expect(shell.session.get()).toMatchObject({ account: { visible: isVisible } });
      expect(shownTexts()).toEqual(['Dein Konto bleibt dir erhalten.']);
    });

    it('names the last day for it', async () => {
      const { alerts } = await startRequiredActions({
        user: { ...deletedUser, erasedAt: Date.parse('2026-07-24T12:00:00+02:00') },
      });
      expect(alerts.get()?.request.text).toContain('Noch bis Freitag, 24.\u00A0Juli, kannst du es behalten.');
    });

    it('accepts that the account was restored elsewhere, a moment before the page knows', async () => {
      const {
        shell,
        alertTitle: currentTitle,
        choose,
        snackbarTexts: shownTexts,
      } = await startRequiredActions({
        user: deletedUser,
        answers: [refuse(restoreUser, 'notDeleted'), answer(getMe, aUser())],
      });
      await choose('visible');
      expect(currentTitle()).toBeUndefined();
      expect(shell.session.get()).toMatchObject({ account: { deleted: false } });
      expect(shownTexts()).toEqual(['Dein Konto bleibt dir erhalten.']);
    });

    it('sends the waiting calls as soon as the account is restored', async () => {
      const { shell, choose } = await startRequiredActions({
        user: deletedUser,
        answers: [answer(restoreUser, aUser()), answer(getTags, [])],
      });
      const waitingCall = shell.apiClient.call(getTags, {});
      await waitTurns();
      expect(shell.requests).toEqual([]);
      await choose('visible');
      expect(await waitingCall).toMatchObject({ ok: true });
      expect(shell.requests).toEqual(['POST /api/users/restore', 'GET /api/tags']);
    });

    it('can’t be dismissed, but allows a logout', async () => {
      const {
        shell,
        alerts,
        alertTitle: currentTitle,
        choose,
        snackbarTexts: shownTexts,
      } = await startRequiredActions({ user: deletedUser, answers: [answer(logout, {})] });
      expect(alerts.get()?.request.isDismissable).toBe(false);
      await choose('leave');
      expect(currentTitle()).toBeUndefined();
      expect(shell.session.get()).toMatchObject({ account: { isAnonymous: true } });
      expect(shownTexts()).toEqual(['Du bist abgemeldet.']);
    });

    it('asks again when the answer did not arrive', async () => {
      const {
        alertTitle: currentTitle,
        choose,
        snackbarTexts: shownTexts,
      } = await startRequiredActions({ user: deletedUser, answers: [failAsUnreachable(restoreUser)] });
      await choose('visible');
      expect(currentTitle()).toBe(RESTORE_TITLE);
      expect(shownTexts()).toEqual([expect.stringMatching(/Verbindung/)]);
    });

    it('closes once it is answered in another tab', async () => {
      const { alertTitle: currentTitle, putUser } = await startRequiredActions({ user: deletedUser });
      putUser(aUser());
      expect(currentTitle()).toBeUndefined();
    });

    it('asks for the policy and then for the verification', async () => {
      const restoredUser = aUser({ policyVersion: 0, verificationCode: false });
      const { alertTitle: currentTitle, choose } = await startRequiredActions({
        user: { ...restoredUser, deleted: true },
        answers: [answer(restoreUser, restoredUser), answer(patchMe, { ...restoredUser, policyVersion: 1 })],
      });
      const seenAlertTitles = [currentTitle()];
      await choose('visible');
      seenAlertTitles.push(currentTitle());
      await choose('accept');
      seenAlertTitles.push(currentTitle());
      expect(seenAlertTitles).toEqual([RESTORE_TITLE, POLICY_TITLE, VERIFICATION_TITLE]);
    });
  });

  describe('the policy', () => {
    it('A04 asks immediately after a new version, except users who accepted it', async () => {
      const { alertTitle: currentTitle, putPolicy, alerts } = await startRequiredActions();
      expect(currentTitle()).toBeUndefined();
      putPolicy(2);
      expect(currentTitle()).toBe(POLICY_TITLE);
      expect(alerts.get()?.request.isDismissable).toBe(false);
    });

    it('A04 asks again after the next login', async () => {
      const { shell, alertTitle: currentTitle } = await startRequiredActions({
        session: 'anonymous',
        policyVersion: 2,
      });
      expect(currentTitle()).toBeUndefined();
      shell.setSession('verified');
      await waitTurns();
      expect(currentTitle()).toBe(POLICY_TITLE);
    });

    it('A04 sends the acceptance once for two taps', async () => {
      const {
        alerts,
        alertTitle: currentTitle,
        choose,
        sent,
      } = await startRequiredActions({
        policyVersion: 2,
        answers: [answer(patchMe, aUser({ policyVersion: 2 }))],
      });
      const alertId = alerts.get()?.id ?? -1;
      alerts.answer(alertId, 'accept');
      await choose('accept');
      expect(currentTitle()).toBeUndefined();
      expect(sent('PATCH /api/users/me')).toBe(1);
    });

    it('shows an error for a failed acceptance, keeps asking and takes another answer', async () => {
      const {
        shell,
        alertTitle: currentTitle,
        choose,
        snackbarTexts: shownTexts,
      } = await startRequiredActions({ policyVersion: 2, answers: [failAsUnreachable(patchMe)] });
      await choose('accept');
      expect(currentTitle()).toBe(POLICY_TITLE);
      expect(shownTexts()).toEqual([expect.stringMatching(/Keine Verbindung/)]);
      shell.use(answer(patchMe, aUser({ policyVersion: 2 })));
      await choose('accept');
      expect(currentTitle()).toBeUndefined();
    });

    it('A04 logs out users who decline, with a message', async () => {
      const {
        shell,
        alertTitle: currentTitle,
        choose,
        snackbarTexts: shownTexts,
      } = await startRequiredActions({
        policyVersion: 2,
        answers: [refuse(declinePolicy, 'notAllowed'), answer(logout, {})],
      });
      await choose('decline');
      expect(currentTitle()).toBeUndefined();
      expect(shell.session.get()).toMatchObject({ account: { loggedIn: false } });
      expect(shownTexts()).toEqual(['Du bist abgemeldet.']);
    });

    it('removes an account that a third party has just made, and keeps asking while the gateway is out of reach', async () => {
      const {
        shell,
        alertTitle: currentTitle,
        choose,
      } = await startRequiredActions({
        policyVersion: 2,
        account: { thirdParty: 'google' },
        answers: [failAsUnreachable(declinePolicy), answer(logout, {})],
      });
      await choose('decline');
      expect(currentTitle()).toBe(POLICY_TITLE);
      shell.use(answer(declinePolicy, {}));
      await choose('decline');
      expect(currentTitle()).toBeUndefined();
    });

    it('A04 keeps asking when the logout did not reach the gateway', async () => {
      const { alertTitle: currentTitle, choose } = await startRequiredActions({
        policyVersion: 2,
        answers: [failAsUnreachable(logout)],
      });
      await choose('decline');
      expect(currentTitle()).toBe(POLICY_TITLE);
    });

    it('can be read before, and asks again afterwards', async () => {
      const { alerts, router, tab, alertTitle: currentTitle } = await startRequiredActions({ policyVersion: 2 });
      expect(alerts.get()?.request.link).toEqual({ label: 'Datenschutzerklärung lesen', href: '#settings/privacy' });
      router.open('settings', 'privacy');
      expect(currentTitle()).toBeUndefined();
      router.close();
      tab.arrive();
      expect(currentTitle()).toBe(POLICY_TITLE);
    });

    it('has no link when it can’t be read', async () => {
      const { alerts } = await startRequiredActions({ policyVersion: 2, screens: [] });
      expect(alerts.get()?.request.link).toBeUndefined();
    });
  });

  describe('the verification', () => {
    it('offers a code, sends it and opens the profile', async () => {
      const {
        tab,
        alerts,
        alertTitle: currentTitle,
        choose,
        snackbarTexts: shownTexts,
      } = await startRequiredActions({
        user: unverifiedUser,
        answers: [answer(resendEmailVerification, {})],
      });
      expect(currentTitle()).toBe(VERIFICATION_TITLE);
      expect(alerts.get()?.request.text).toContain('frieda@mahlzeit.test');
      await choose('send');
      expect(shownTexts()).toEqual(['Der Code ist unterwegs. Schau in dein Postfach.']);
      expect(tab.address()).toBe('/restaurants#profile');
      expect(currentTitle()).toBeUndefined();
    });

    it('opens the profile even when a code was sent recently', async () => {
      const {
        tab,
        choose,
        snackbarTexts: shownTexts,
      } = await startRequiredActions({
        user: unverifiedUser,
        answers: [refuse(resendEmailVerification, 'ErrorTooManyAttempts', { retryAfterMs: 20_000 })],
      });
      await choose('send');
      expect(tab.address()).toBe('/restaurants#profile');
      expect(shownTexts()).toEqual([]);
    });

    it('shows an error for a failed code, and offers it again', async () => {
      const {
        tab,
        alertTitle: currentTitle,
        choose,
        snackbarTexts: shownTexts,
      } = await startRequiredActions({
        user: unverifiedUser,
        answers: [failAsUnreachable(resendEmailVerification)],
      });
      await choose('send');
      expect(currentTitle()).toBe(VERIFICATION_TITLE);
      expect(tab.address()).toBe('/restaurants');
      expect(shownTexts()).toEqual([expect.stringMatching(/Verbindung/)]);
    });

    it('can wait, and asks again after the next login', async () => {
      const { shell, router, alertTitle: currentTitle, choose } = await startRequiredActions({ user: unverifiedUser });
      await choose('later');
      router.open('settings');
      expect(currentTitle()).toBeUndefined();
      shell.setSession('anonymous');
      shell.setSession('unverified');
      await waitTurns();
      shell.change(meTopic, {
        kind: 'put',
        collection: 'user',
        key: 'uid-unverified-01',
        value: { ...unverifiedUser, uid: 'uid-unverified-01' },
      });
      expect(currentTitle()).toBe(VERIFICATION_TITLE);
    });

    it('asks for the code that the registration has mailed, and sends no other', async () => {
      const anonymousVisitor = anAnonymousAccount({ uid: 'uid-neu-01' });
      const {
        shell,
        tab,
        alerts,
        alertTitle: currentTitle,
        choose,
        sent,
      } = await startRequiredActions({ session: 'anonymous' });
      shell.setSession({ status: 'known', account: anonymousVisitor });
      await waitTurns();
      shell.setSession({
        status: 'known',
        account: anAccount({ uid: anonymousVisitor.uid, email: 'neu@mahlzeit.test', verified: false }),
      });
      await waitTurns();
      expect(currentTitle()).toBe(VERIFICATION_TITLE);
      expect(alerts.get()?.request.actions.map(({ label }) => label)).toEqual(['Später', 'Code eingeben']);
      await choose('enter');
      expect(tab.address()).toBe('/restaurants#profile');
      expect(sent(RESEND_REQUEST)).toBe(0);
    });

    it('closes as soon as the address is verified elsewhere', async () => {
      const { alertTitle: currentTitle, putUser } = await startRequiredActions({ user: unverifiedUser });
      expect(currentTitle()).toBe(VERIFICATION_TITLE);
      putUser(aUser());
      expect(currentTitle()).toBeUndefined();
    });

    it('counts as done after the profile was open', async () => {
      const {
        router,
        tab,
        alertTitle: currentTitle,
      } = await startRequiredActions({ user: unverifiedUser, address: '/restaurants#profile' });
      expect(currentTitle()).toBeUndefined();
      router.close();
      tab.arrive();
      expect(currentTitle()).toBeUndefined();
    });
  });

  it('asks nothing on the screens that change the address or delete the account', async () => {
    const { alertTitle: currentTitle, putUser } = await startRequiredActions();
    putUser(aUser({ email: 'neu@mahlzeit.test', verificationCode: false }));
    expect(currentTitle()).toBeUndefined();
    putUser(aUser({ deleted: true }));
    expect(currentTitle()).toBeUndefined();
  });

  it.each(['anonymous', 'unknown'] as const)(
    'A06 asks a member nothing more once the session is %s',
    async (session) => {
      const { shell, alertTitle: currentTitle } = await startRequiredActions({ policyVersion: 2 });
      shell.setSession(session);
      expect(currentTitle()).toBeUndefined();
    },
  );

  it('loads the dialog again when the network is back', async () => {
    const { loads } = await startRequiredActions({ policyVersion: 2 });
    const loadCountBefore = loads();
    window.dispatchEvent(new Event('online'));
    expect(loads()).toBe(loadCountBefore + 1);
  });

  it('asks nothing after its stop', async () => {
    const { stop, alertTitle: currentTitle, putPolicy } = await startRequiredActions({ policyVersion: 2 });
    stop();
    expect(currentTitle()).toBeUndefined();
    putPolicy(3);
    expect(currentTitle()).toBeUndefined();
  });
});
