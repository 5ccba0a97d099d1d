import { cancelEmailChange, resendEmailVerification, verifyEmail } from '@mahlzeit/contract';
import type { Account, ThirdParty } from '@mahlzeit/contract';
import { defineScreen, errorText, useAccount, useShell } from '@mahlzeit/shared-ui/platform';
import type { ApiError, ScreenProps } from '@mahlzeit/shared-ui/platform';
import { Banner, Body, Button, ButtonLink, EmptyState, Inline, LinkButton, Stack } from '@mahlzeit/shared-ui/ui';
import { Sheet } from '@mahlzeit/shared-ui/ui/dialog';
import { CodeField } from '@mahlzeit/shared-ui/ui/form';
import { MailX } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTexts, formatWaitTime } from '../account-texts';
import { refetchAccount } from '../features/account';
import { thirdPartyNames } from '../features/third-party-sign-in';

/** Number of digits in a verification code (S1§5). */
const VERIFICATION_CODE_LENGTH = 6;

/** Key of the German text for an error of the code field. */
type CodeError =
  | 'CodeIncomplete'
  | 'ErrorVerificationCodeIncorrect'
  | 'ErrorTooManyAttempts'
  | 'ErrorInternetConnection'
  | 'ErrorUnknown';

const codeErrorByCode: ReadonlyMap<string, CodeError> = new Map([
  ['invalidRequest', 'ErrorVerificationCodeIncorrect'],
  ['ErrorTooManyAttempts', 'ErrorTooManyAttempts'],
  ['offline', 'ErrorInternetConnection'],
  ['timeout', 'ErrorInternetConnection'],
]);

/** Returns the error of a typed code. The code stays a text of six digits, because a leading zero counts (A02). */
const validateCode = (code: string): CodeError | null => (/^\d{6}$/.test(code) ? null : 'CodeIncomplete');

/** Converts an error of the gateway to an error of the code field. */
const codeErrorOf = ({ code }: Pick<ApiError, 'code'>): CodeError => codeErrorByCode.get(code) ?? 'ErrorUnknown';

interface CodeFormValues {
  readonly code: string;
}

/**
 * Returns the state of the field for the verification code. The correct code closes the screen (S1§4 "Verification").
 * `isEmailChange` is true if the code was sent to a new address.
 */
const useVerificationForm = (isEmailChange: boolean) => {
  const t = useTexts();
  const { apiClient, session, navigation, snackbar, track } = useShell();
  const {
    register,
    handleSubmit,
    setError,
    formState: { errors, isSubmitting },
  } = useForm<CodeFormValues>({ mode: 'onSubmit', reValidateMode: 'onChange', defaultValues: { code: '' } });

  const validateCodeField = (code: string): string | true => {
    const codeError = validateCode(code);
    return codeError === null ? true : t(codeError);
  };
  const codeErrorText = (apiError: ApiError): string => {
    const codeError = codeErrorOf(apiError);
    if (codeError !== 'ErrorTooManyAttempts' || apiError.retryAfterMs === null) return t(codeError);
    // The text names the waiting time for a new code. The same code would never succeed later, because it is used up or
    // will have expired.
    return t('TooManyCodesWait', { wait: formatWaitTime(apiError.retryAfterMs) });
  };
  const showCodeError = (message: string): void => setError('code', { type: 'server', message }, { shouldFocus: true });
  // Tells the user that somebody else has registered the new address meanwhile, so that the gateway has discarded the
  // change.
  const askForOtherEmail = async (): Promise<void> => {
    snackbar({ tone: 'error', text: t('ErrorNewEmailTaken') });
    await refetchAccount({ apiClient, session });
    navigation.replace('changeemail');
  };
  const verifyCode = async ({ code }: CodeFormValues): Promise<void> => {
    const verificationResult = await track(apiClient.call(verifyEmail, { body: { code } }));
    if (!verificationResult.ok)
      return verificationResult.error.code === 'ErrorEmailTaken'
        ? askForOtherEmail()
        : showCodeError(codeErrorText(verificationResult.error));
    if (!verificationResult.value.success) return showCodeError(t('ErrorVerificationCodeIncorrect'));
    snackbar({ tone: 'success', text: t(isEmailChange ? 'SuccessChangeEmail' : 'VerificationCodeAccepted') });
    // The account is loaded before the screen closes. If the user was on the way to another screen, the shell opens
    // that screen as soon as the account is verified, and this screen is already closed by then.
    await refetchAccount({ apiClient, session });
    navigation.close();
  };

  return {
    submit: handleSubmit(verifyCode),
    isBusy: isSubmitting,
    code: { ...register('code', { validate: validateCodeField }), error: errors.code?.message },
  };
};

interface CountdownState {
  /** Remaining time in ms, rounded up to full seconds; 0 at the end of the countdown. */
  readonly leftMs: number;
  startCountdown(durationMs: number): void;
}

const SECOND_MS = 1_000;

const remainingMsUntil = (endTimeMs: number): number =>
  Math.max(0, Math.ceil((endTimeMs - performance.now()) / SECOND_MS) * SECOND_MS);

/**
 * Measures the remaining time by `performance.now()`, because a count of timer ticks would be wrong after the device
 * has slept.
 */
export const useCountdown = (): CountdownState => {
  const [endTimeMs, setEndTimeMs] = useState<number | null>(null);
  const [leftMs, setLeftMs] = useState(0);
  useEffect(() => {
    if (endTimeMs === null) return undefined;
    const countdownTimer = setInterval(() => {
      const remainingMs = remainingMsUntil(endTimeMs);
      setLeftMs(remainingMs);
      if (remainingMs === 0) setEndTimeMs(null);
    }, SECOND_MS);
    return () => clearInterval(countdownTimer);
  }, [endTimeMs]);
  return {
    leftMs,
    startCountdown(durationMs) {
      const newEndTimeMs = performance.now() + durationMs;
      setEndTimeMs(newEndTimeMs);
      setLeftMs(remainingMsUntil(newEndTimeMs));
    },
  };
};

/** Minimum time in ms between two requests for a code. */
const RESEND_PAUSE_MS = 30_000;

/** Returns a function that requests another mail with a verification code, within the gateway's limits. */
const useResendVerificationCode = () => {
  const t = useTexts();
  const { apiClient, snackbar, track } = useShell();
  const { leftMs, startCountdown } = useCountdown();
  const [isResending, setIsResending] = useState(false);

  const resendCode = async (): Promise<void> => {
    setIsResending(true);
    const resendResult = await track(apiClient.call(resendEmailVerification, {}));
    setIsResending(false);
    if (resendResult.ok) {
      startCountdown(RESEND_PAUSE_MS);
      return snackbar({ tone: 'success', text: t('VerificationCodeSent') });
    }
    const { code, retryAfterMs } = resendResult.error;
    if (code !== 'ErrorTooManyAttempts') return snackbar({ tone: 'error', text: errorText(resendResult.error) });
    const pauseMs = retryAfterMs ?? RESEND_PAUSE_MS;
    startCountdown(pauseMs);
    snackbar({ text: t('ResendWait', { wait: formatWaitTime(pauseMs) }) });
  };

  return {
    resend: resendCode,
    isBusy: isResending,
    waitReason: leftMs === 0 ? undefined : t('ResendWait', { wait: formatWaitTime(leftMs) }),
  };
};

const hasPendingEmail = (account: Account | null): boolean => account !== null && account.pendingEmail !== null;

/**
 * Line that names the current e-mail address, which stays valid until the code for a new address is entered. A button
 * keeps the current address.
 */
const PresentEmail = ({ email, isVerified }: { readonly email: string; readonly isVerified: boolean }) => {
  const t = useTexts();
  const { apiClient, session, navigation, snackbar, track } = useShell();
  const keepPresentEmail = async (): Promise<void> => {
    const cancelResult = await track(apiClient.call(cancelEmailChange, {}));
    if (!cancelResult.ok) return snackbar({ tone: 'error', text: errorText(cancelResult.error) });
    session.applyUser(cancelResult.value);
    snackbar({ tone: 'success', text: t('EmailKept', { email }) });
    // An address that was verified before needs no code, so the screen closes.
    if (isVerified) navigation.back();
  };
  return (
    <Banner tone="info" action={<LinkButton onClick={() => void keepPresentEmail()}>{t('KeepEmail')}</LinkButton>}>
      {t('PresentEmailCounts', { email })}
    </Banner>
  );
};

/**
 * Form for the mailed verification code, with a button that requests a new code and a link to change the e-mail
 * address.
 */
export const VerifyEmail = () => {
  const t = useTexts();
  const account = useAccount();
  const { navigation } = useShell();
  const { submit, isBusy, code } = useVerificationForm(hasPendingEmail(account));
  const { resend, isBusy: isSending, waitReason } = useResendVerificationCode();
  if (account === null) return null;
  return (
    <Stack as="form" $gap={20} noValidate onSubmit={submit}>
      <Body $tone="quiet">{t('VerifyLead', { email: account.pendingEmail ?? account.email ?? '' })}</Body>
      {account.pendingEmail !== null && <PresentEmail email={account.email ?? ''} isVerified={account.verified} />}
      <CodeField {...code} label={t('Code')} digitCount={VERIFICATION_CODE_LENGTH} />
      <Button type="submit" size="large" isBlock isBusy={isBusy}>
        {t('ConfirmCode')}
      </Button>
      <Inline $wrap $align="start" $justify="space-between">
        <Button
          variant="quiet"
          size="small"
          isBusy={isSending}
          disabledReason={waitReason}
          onClick={() => void resend()}
        >
          {t('ResendCode')}
        </Button>
        {account.thirdParty === null && (
          <ButtonLink variant="quiet" size="small" href={navigation.hrefOf('changeemail')}>
            {t('ChangeEmail')}
          </ButtonLink>
        )}
      </Inline>
    </Stack>
  );
};

/**
 * Message for users whose third party sent no e-mail address. No code can be sent, and another sign-in at the third
 * party is the only way to add an address (S1§6).
 */
const MissingEmailNotice = ({ provider }: { readonly provider: ThirdParty }) => {
  const t = useTexts();
  const { session, navigation, track } = useShell();
  const textValues = { provider: thirdPartyNames[provider] };
  const restartSignIn = async (): Promise<void> => {
    // The screen closes before the logout. Without a session the screen would unmount, and after the logout it would
    // mount again and cover the next screen.
    navigation.close();
    await track(session.logout());
    navigation.open('registration');
  };
  return (
    <EmptyState icon={MailX} title={t('NoAddressTitle')} text={t('NoAddressText', textValues)}>
      <Button isBlock onClick={() => void restartSignIn()}>
        {t('NoAddressSignIn', textValues)}
      </Button>
    </EmptyState>
  );
};

const ComingSoon = () => {
  const t = useTexts();
  const { navigation } = useShell();
  return (
    <EmptyState art="cooking" title={t('ComingSoon')} text={t('ComingSoonText')}>
      <ButtonLink variant="tint" href={navigation.hrefOf('settings')}>
        {t('ToSettings')}
      </ButtonLink>
    </EmptyState>
  );
};

/** Screen that verifies the e-mail address. Verified users see a placeholder for future content (S1§2 "profile"). */
export const ProfileContent = () => {
  const account = useAccount();
  if (account === null) return null;
  if (account.verified && !hasPendingEmail(account)) return <ComingSoon />;
  return account.email === null && account.thirdParty !== null ? (
    <MissingEmailNotice provider={account.thirdParty} />
  ) : (
    <VerifyEmail />
  );
};

const ProfileScreen = ({ shell: { navigation } }: ScreenProps) => {
  const t = useTexts();
  const account = useAccount();
  const isCodeAsked = account?.verified === false || hasPendingEmail(account);
  return (
    <Sheet title={t(isCodeAsked ? 'VerifyEmail' : 'Profile')} onClose={navigation.close}>
      <ProfileContent />
    </Sheet>
  );
};

export default defineScreen(ProfileScreen);
