import { cancelEmailChange, getMe, logout, resendEmailVerification, verifyEmail } from '@mahlzeit/contract';
import { aUser } from '@mahlzeit/contract/fixtures';
import { answer, neverRespond, refuse, renderWithShell, failAsUnreachable } from '@mahlzeit/shared-ui/testing';
import type { ScenarioAnswer } from '@mahlzeit/shared-ui/testing';
import { act, renderHook, screen, waitFor } from '@testing-library/react';
import { ProfileContent, useCountdown, VerifyEmail } from './profile-screen';

describe('the countdown to another code', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => {
    jest.restoreAllMocks();
    jest.useRealTimers();
  });

  it('counts full seconds down to zero', () => {
    const { result } = renderHook(useCountdown);
    expect(result.current.leftMs).toBe(0);
    act(() => result.current.startCountdown(2_500));
    expect(result.current.leftMs).toBe(3_000);
    act(() => jest.advanceTimersByTime(1_000));
    expect(result.current.leftMs).toBe(2_000);
    act(() => jest.advanceTimersByTime(2_000));
    expect(result.current.leftMs).toBe(0);
    expect(jest.getTimerCount()).toBe(0);
  });

  it('is correct after a sleep that stopped the timers', () => {
    const { result } = renderHook(useCountdown);
    act(() => result.current.startCountdown(30_000));
    const wakeUpTimeMs = performance.now() + 25_000;
    jest.spyOn(performance, 'now').mockImplementation(() => wakeUpTimeMs);
    act(() => jest.advanceTimersByTime(1_000));
    expect(result.current.leftMs).toBe(5_000);
  });
});

describe('an unverified member', () => {
  const renderVerifyEmail = (...answers: ScenarioAnswer[]) =>
    renderWithShell(<VerifyEmail />, { session: 'unverified', answers });
  const codeField = () => screen.getByRole('textbox', { name: 'Code aus der E-Mail' });
  const confirmButton = () => screen.getByRole('button', { name: 'Bestätigen' });
  const resendButton = () => screen.getByRole('button', { name: 'Neuen Code schicken' });
  const verifiedUser = aUser({ uid: 'uid-unverified-01', verificationCode: true });

  it('A02 sends the code as text with its leading zero, and sees the account as verified', async () => {
    const { user, shell } = renderVerifyEmail(answer(verifyEmail, { success: true }), answer(getMe, verifiedUser));
    await user.type(codeField(), '012345{Enter}');
    await waitFor(() => expect(shell.recorded.navigation).toEqual([['close']]));
    expect(shell.recorded.snackbars).toMatchObject([{ tone: 'success', text: 'Deine E-Mail-Adresse ist bestätigt.' }]);
    await waitFor(() => expect(shell.session.get()).toMatchObject({ account: { verified: true } }));
  });

  it('sends nothing but six digits', async () => {
    const { user, shell } = renderVerifyEmail();
    await user.type(codeField(), '1234');
    await user.click(confirmButton());
    expect(await screen.findByText('Gib alle sechs Ziffern ein.')).toBeInTheDocument();
    expect(codeField()).toHaveFocus();
    expect(shell.requests).toEqual([]);
  });

  it.each([
    [
      'a wrong or expired code',
      answer(verifyEmail, { success: false }),
      'Dieser Code stimmt nicht oder gilt nicht mehr.',
    ],
    [
      'too many of them',
      refuse(verifyEmail, 'ErrorTooManyAttempts', { retryAfterMs: 120_000 }),
      'Zu viele falsche Codes. Lass dir in 2 Minuten einen neuen schicken.',
    ],
    [
      'too many of them, and not for how long',
      refuse(verifyEmail, 'ErrorTooManyAttempts'),
      'Zu viele Versuche. Warte einen Moment und versuch es dann noch einmal.',
    ],
    [
      'no connection',
      failAsUnreachable(verifyEmail),
      'Keine Verbindung. Prüf dein Internet und versuch es noch einmal.',
    ],
    ['anything else', refuse(verifyEmail, 'internal'), 'Das hat nicht geklappt. Versuch es noch einmal.'],
  ])('sees %s at the field, which keeps the code', async (_caseName, errorAnswer, expectedText) => {
    const { user, shell } = renderVerifyEmail(errorAnswer);
    await user.type(codeField(), '123456{Enter}');
    await waitFor(() => expect(codeField()).toHaveAccessibleDescription(expectedText));
    expect(codeField()).toHaveFocus();
    expect(codeField()).toHaveValue('123456');
    expect(shell.recorded.navigation).toEqual([]);
  });

  it('sends one request, even after several presses', async () => {
    const { user, shell } = renderVerifyEmail(neverRespond(verifyEmail));
    await user.type(codeField(), '123456');
    await user.dblClick(confirmButton());
    expect(shell.requests).toEqual(['POST /api/users/verifyEmail']);
  });

  it('sees the address of the code, and a link to change it', () => {
    renderVerifyEmail();
    expect(screen.getByText(/an frieda@mahlzeit\.test geschickt/)).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'E-Mail ändern' })).toHaveAttribute('href', '#changeemail');
  });

  it('A10 sees no link to another address after a sign-in at a third party', () => {
    renderWithShell(<VerifyEmail />, { session: 'unverified', account: { thirdParty: 'apple' } });
    expect(screen.queryByRole('link', { name: 'E-Mail ändern' })).not.toBeInTheDocument();
  });

  describe('another code', () => {
    it('is sent, and the next one must wait', async () => {
      const { user, shell } = renderVerifyEmail(answer(resendEmailVerification, {}));
      await user.click(resendButton());
      await waitFor(() => expect(shell.recorded.snackbars).toMatchObject([{ text: 'Der neue Code ist unterwegs.' }]));
      expect(resendButton()).toHaveAccessibleDescription(/^Einen neuen Code gibt es in \d+ Sekunden\.$/);
      await user.click(resendButton());
      expect(shell.requests).toEqual(['POST /api/users/resendEmailVerification']);
    });

    it('is refused before its time, with a text', async () => {
      const { user, shell } = renderVerifyEmail(
        refuse(resendEmailVerification, 'ErrorTooManyAttempts', { retryAfterMs: 7_200_000 }),
      );
      await user.click(resendButton());
      await waitFor(() => expect(resendButton()).toHaveAccessibleDescription('Einen neuen Code gibt es in 2 Stunden.'));
      expect(shell.recorded.snackbars).toMatchObject([{ text: 'Einen neuen Code gibt es in 2 Stunden.' }]);
    });

    it('can be requested again after a failure', async () => {
      const { user, shell } = renderVerifyEmail(failAsUnreachable(resendEmailVerification));
      await user.click(resendButton());
      await waitFor(() => expect(shell.recorded.snackbars).toMatchObject([{ tone: 'error' }]));
      expect(resendButton()).not.toHaveAttribute('aria-disabled');
    });
  });
});

describe('a member with a new address', () => {
  const renderNewAddress = (session: 'verified' | 'unverified', ...answers: ScenarioAnswer[]) =>
    renderWithShell(<ProfileContent />, { session, account: { pendingEmail: 'neu@mahlzeit.test' }, answers });
  const typeCode = async ({ user }: ReturnType<typeof renderNewAddress>) =>
    user.type(screen.getByRole('textbox', { name: 'Code aus der E-Mail' }), '012345{Enter}');

  it('is asked for its code also when the present address is verified, which counts until then', () => {
    renderNewAddress('verified');
    expect(screen.getByText(/an neu@mahlzeit\.test geschickt/)).toBeVisible();
    expect(screen.getByText('Bis dahin gilt frieda@mahlzeit.test.')).toBeVisible();
  });

  it('has it from the right code on', async () => {
    const newUser = aUser({ email: 'neu@mahlzeit.test' });
    const renderedScreen = renderNewAddress('verified', answer(verifyEmail, { success: true }), answer(getMe, newUser));
    await typeCode(renderedScreen);
    const { shell } = renderedScreen;
    await waitFor(() => expect(shell.recorded.navigation).toEqual([['close']]));
    expect(shell.recorded.snackbars).toMatchObject([{ text: 'Ab jetzt gilt deine neue E-Mail-Adresse.' }]);
    expect(shell.session.get()).toMatchObject({ account: { email: 'neu@mahlzeit.test', pendingEmail: null } });
  });

  it('is asked for another one where somebody has registered it meanwhile', async () => {
    const renderedScreen = renderNewAddress('verified', refuse(verifyEmail, 'ErrorEmailTaken'), answer(getMe, aUser()));
    await typeCode(renderedScreen);
    await waitFor(() => expect(renderedScreen.shell.recorded.navigation).toEqual([['replace', 'changeemail']]));
    expect(renderedScreen.shell.recorded.snackbars).toMatchObject([
      { tone: 'error', text: expect.stringContaining('gehört inzwischen zu einem anderen Konto') },
    ]);
    expect(renderedScreen.shell.session.get()).toMatchObject({ account: { pendingEmail: null } });
  });

  it('keeps the present address on demand, and goes back where that is verified', async () => {
    const { user, shell } = renderNewAddress('verified', answer(cancelEmailChange, aUser()));
    await user.click(screen.getByRole('button', { name: 'Dabei bleiben' }));
    await waitFor(() => expect(shell.recorded.navigation).toEqual([['back', 1]]));
    expect(shell.recorded.snackbars).toMatchObject([{ text: 'Es bleibt bei frieda@mahlzeit.test.' }]);
    expect(shell.session.get()).toMatchObject({ account: { pendingEmail: null } });
  });

  it('keeps the present address on demand, and is asked for its code where that is not verified', async () => {
    const unverifiedUser = aUser({ uid: 'uid-unverified-01', verificationCode: false });
    const { user, shell } = renderNewAddress('unverified', answer(cancelEmailChange, unverifiedUser));
    await user.click(screen.getByRole('button', { name: 'Dabei bleiben' }));
    expect(await screen.findByText(/an frieda@mahlzeit\.test geschickt/)).toBeVisible();
    expect(shell.recorded.navigation).toEqual([]);
  });

  it('hears of a failure, and can try again', async () => {
    const { user, shell } = renderNewAddress('verified', failAsUnreachable(cancelEmailChange));
    await user.click(screen.getByRole('button', { name: 'Dabei bleiben' }));
    await waitFor(() => expect(shell.recorded.snackbars).toMatchObject([{ tone: 'error' }]));
    expect(shell.session.get()).toMatchObject({ account: { pendingEmail: 'neu@mahlzeit.test' } });
  });
});

describe('the screen', () => {
  it('asks an unverified member for the code', () => {
    renderWithShell(<ProfileContent />, { session: 'unverified' });
    expect(screen.getByRole('textbox', { name: 'Code aus der E-Mail' })).toBeInTheDocument();
  });

  it('shows a verified member the placeholder', () => {
    renderWithShell(<ProfileContent />, { session: 'verified' });
    expect(screen.getByRole('heading', { name: 'Dein Profil kommt bald' })).toBeInTheDocument();
    expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
  });

  it('leads a user without an address to another sign-in', async () => {
    const { user, shell } = renderWithShell(<ProfileContent />, {
      session: 'unverified',
      account: { email: null, thirdParty: 'facebook' },
      answers: [answer(logout, {})],
    });
    expect(screen.getByText(/^Facebook hat sie uns nicht gegeben\./)).toBeInTheDocument();
    expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Mit Facebook neu anmelden' }));
    await waitFor(() => expect(shell.recorded.navigation).toEqual([['close'], ['open', 'registration']]));
    expect(shell.session.get()).toMatchObject({ account: { loggedIn: false } });
  });

  it('follows a verification in another tab', () => {
    const { shell } = renderWithShell(<ProfileContent />, { session: 'unverified' });
    shell.setSession('verified');
    expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
  });
});
