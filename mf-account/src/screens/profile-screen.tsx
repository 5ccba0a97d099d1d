import { resendEmailVerification, verifyEmail } from '@mahlzeit/contract';
import type { ThirdParty } from '@mahlzeit/contract';
import { defineScreen, errorText, useAccount, useShell } from '@mahlzeit/shared-ui/platform';
import type { ApiError, ScreenProps } from '@mahlzeit/shared-ui/platform';
import { Body, Button, ButtonLink, EmptyState, Inline, Stack } from '@mahlzeit/shared-ui/ui';
import { Sheet } from '@mahlzeit/shared-ui/ui/dialog';
import { CodeField } from '@mahlzeit/shared-ui/ui/form';
import { MailX } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTexts, waitText } from '../account-texts';
import { refetchAccount } from '../features/account';
import { thirdPartyNames } from '../features/third-party-sign-in';

/** How many digits a code has (S1§5). */
const CODE_LENGTH = 6;

/** What is wrong with a code; each is the key of its German text. */
type CodeError =
  | 'CodeIncomplete'
  | 'ErrorVerificationCodeIncorrect'
  | 'ErrorTooManyAttempts'
  | 'ErrorInternetConnection'
  | 'ErrorUnknown';

const errorsByCode: ReadonlyMap<string, CodeError> = new Map([
  ['invalidRequest', 'ErrorVerificationCodeIncorrect'],
  ['ErrorTooManyAttempts', 'ErrorTooManyAttempts'],
  ['offline', 'ErrorInternetConnection'],
  ['timeout', 'ErrorInternetConnection'],
]);

/** Validates the field: six digits, as text, because a leading zero counts (A02). */
const codeError = (code: string): CodeError | null => (/^\d{6}$/.test(code) ? null : 'CodeIncomplete');

/** What an error of the gateway says about the code. */
const codeErrorOf = ({ code }: Pick<ApiError, 'code'>): CodeError => errorsByCode.get(code) ?? 'ErrorUnknown';

interface CodeValues {
  readonly code: string;
}

/** The code field's state; the right code closes the screen (S1§4 "Verification"). */
const useVerification = () => {
  const t = useTexts();
  const { apiClient, session, navigation, snackbar, track } = useShell();
  const {
    register,
    handleSubmit,
    setError,
    formState: { errors, isSubmitting },
  } = useForm<CodeValues>({ mode: 'onSubmit', reValidateMode: 'onChange', defaultValues: { code: '' } });

  const validate = (code: string): string | true => {
    const error = codeError(code);
    return error === null ? true : t(error);
  };
  const codeErrorText = (failure: ApiError): string => {
    const error = codeErrorOf(failure);
    if (error !== 'ErrorTooManyAttempts' || failure.retryAfterMs === null) return t(error);
    // The same code never works again, however long one waits: it is spent, or too old by then.
    return t('TooManyCodesWait', { wait: waitText(failure.retryAfterMs) });
  };
  const showError = (message: string): void => setError('code', { type: 'server', message }, { shouldFocus: true });
  const send = async ({ code }: CodeValues): Promise<void> => {
    const answer = await track(apiClient.call(verifyEmail, { body: { code } }));
    if (!answer.ok) return showError(codeErrorText(answer.error));
    if (!answer.value.success) return showError(t('ErrorVerificationCodeIncorrect'));
    snackbar({ tone: 'success', text: t('VerificationCodeAccepted') });
    // First the account: who came here on the way to a screen is led back to that, and this one has nothing left to
    // close.
    await refetchAccount({ apiClient, session });
    navigation.close();
  };

  return {
    submit: handleSubmit(send),
    isBusy: isSubmitting,
    code: { ...register('code', { validate: validate }), error: errors.code?.message },
  };
};

interface Countdown {
  /** Milliseconds left of real time, by full seconds; 0 when it is over. */
  readonly leftMs: number;
  begin(ms: number): void;
}

const SECOND = 1_000;

const leftUntil = (end: number): number => Math.max(0, Math.ceil((end - performance.now()) / SECOND) * SECOND);

/** Counts down on the real clock: also right after a time in which the page slept. */
export const useCountdown = (): Countdown => {
  const [end, setEnd] = useState<number | null>(null);
  const [leftMs, setLeftMs] = useState(0);
  useEffect(() => {
    if (end === null) return undefined;
    const timer = setInterval(() => {
      const left = leftUntil(end);
      setLeftMs(left);
      if (left === 0) setEnd(null);
    }, SECOND);
    return () => clearInterval(timer);
  }, [end]);
  return {
    leftMs,
    begin(ms) {
      const next = performance.now() + ms;
      setEnd(next);
      setLeftMs(leftUntil(next));
    },
  };
};

/** A new code is to be had once in this time. */
const RESEND_PAUSE_MS = 30_000;

/** Has another code sent, as often as the gateway lets one. */
const useResend = () => {
  const t = useTexts();
  const { apiClient, snackbar, track } = useShell();
  const { leftMs, begin } = useCountdown();
  const [isBusy, setIsBusy] = useState(false);

  const resend = async (): Promise<void> => {
    setIsBusy(true);
    const answer = await track(apiClient.call(resendEmailVerification, {}));
    setIsBusy(false);
    if (answer.ok) {
      begin(RESEND_PAUSE_MS);
      return snackbar({ tone: 'success', text: t('VerificationCodeSent') });
    }
    const { code, retryAfterMs } = answer.error;
    if (code !== 'ErrorTooManyAttempts') return snackbar({ tone: 'error', text: errorText(answer.error) });
    const pauseMs = retryAfterMs ?? RESEND_PAUSE_MS;
    begin(pauseMs);
    snackbar({ text: t('ResendWait', { wait: waitText(pauseMs) }) });
  };

  return { resend, isBusy, waitReason: leftMs === 0 ? undefined : t('ResendWait', { wait: waitText(leftMs) }) };
};

/** Asks for the code that was mailed, and offers another one or another address. */
export const VerifyEmail = () => {
  const t = useTexts();
  const account = useAccount();
  const { navigation } = useShell();
  const { submit, isBusy, code } = useVerification();
  const { resend, isBusy: isSending, waitReason } = useResend();
  if (account === null) return null;
  return (
    <Stack as="form" $gap={20} noValidate onSubmit={submit}>
      <Body $tone="quiet">{t('VerifyLead', { email: account.email ?? '' })}</Body>
      <CodeField {...code} label={t('Code')} length={CODE_LENGTH} />
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
 * A third party has kept the address to itself: no code can be sent, and signing in there once more is the one way to
 * tell it (S1§6).
 */
const NoAddress = ({ provider }: { readonly provider: ThirdParty }) => {
  const t = useTexts();
  const { session, navigation, track } = useShell();
  const values = { provider: thirdPartyNames[provider] };
  const signInAnew = async (): Promise<void> => {
    // While nobody is known the screen goes; coming back, it would lie over the next one.
    navigation.close();
    await track(session.logout());
    navigation.open('registration');
  };
  return (
    <EmptyState icon={MailX} title={t('NoAddressTitle')} text={t('NoAddressText', values)}>
      <Button isBlock onClick={() => void signInAnew()}>
        {t('NoAddressSignIn', values)}
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

/** Proves the e-mail; who has done so finds what is to come (S1§2 "profile"). */
export const Profile = () => {
  const account = useAccount();
  if (account === null) return null;
  if (account.verified) return <ComingSoon />;
  return account.email === null && account.thirdParty !== null ? (
    <NoAddress provider={account.thirdParty} />
  ) : (
    <VerifyEmail />
  );
};

const ProfileScreen = ({ shell: { navigation } }: ScreenProps) => {
  const t = useTexts();
  const account = useAccount();
  return (
    <Sheet title={t(account?.verified === false ? 'VerifyEmail' : 'Profile')} onClose={navigation.close}>
      <Profile />
    </Sheet>
  );
};

export default defineScreen(ProfileScreen);
