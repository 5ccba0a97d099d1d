import { proveByPasskey } from '@mahlzeit/contract';
import type { PasskeyAssertion, Result, ThirdParty } from '@mahlzeit/contract';
import { validatePassword } from '@mahlzeit/contract/rules';
import { useAccount, useShell } from '@mahlzeit/shared-ui/platform';
import type { ApiError } from '@mahlzeit/shared-ui/platform';
import { Banner, Button, Stack } from '@mahlzeit/shared-ui/ui';
import { PasswordField } from '@mahlzeit/shared-ui/ui/form';
import { ActionSheet } from '@mahlzeit/shared-ui/ui/people';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import { fieldErrorText, useTexts } from '../account-texts';
import { AccountUsername } from './account';
import { ThirdPartyWaiting } from './third-party-buttons';
import { isSignInRunning, noticeOfThirdPartyError, thirdPartyNames, useThirdPartySignIn } from './third-party-sign-in';
import type { ThirdPartyNotice } from './third-party-sign-in';
import { canUsePasskeys, usePasskeyProof } from './webauthn';

interface ProofProps {
  /** Runs when the user has proved their identity. */
  readonly onProved: () => void;
}

/** Form that proves the identity by the password. */
const PasswordProof = ({ onProved }: ProofProps) => {
  const t = useTexts();
  const { session, track } = useShell();
  const {
    register,
    handleSubmit,
    setError,
    formState: { errors, isSubmitting },
  } = useForm({ mode: 'onTouched', reValidateMode: 'onChange', defaultValues: { password: '' } });
  const prove = async ({ password }: { readonly password: string }): Promise<void> => {
    const proof = await track(session.reauthenticate(password));
    if (proof.ok) return onProved();
    const message = fieldErrorText(proofErrorOf(proof.error), proof.error);
    setError('password', { type: 'server', message }, { shouldFocus: true });
  };
  return (
    <Stack as="form" $gap={16} noValidate onSubmit={handleSubmit(prove)}>
      <AccountUsername />
      <PasswordField
        {...register('password', {
          validate: (password) => validatePassword(password).ok || t('ErrorPasswordMissing'),
        })}
        error={errors.password?.message}
        label={t('PresentPassword')}
        autoComplete="current-password"
        autoFocus
      />
      <Button type="submit" isBlock isBusy={isSubmitting}>
        {t('Confirm')}
      </Button>
    </Stack>
  );
};

const PROOF_ERRORS = {
  ErrorPasswordIncorrect: 'ErrorPasswordIncorrect',
  ErrorTooManyAttempts: 'ErrorTooManyAttempts',
  offline: 'ErrorInternetConnection',
  timeout: 'ErrorInternetConnection',
} as const;

const hasProofError = (code: string): code is keyof typeof PROOF_ERRORS => Object.hasOwn(PROOF_ERRORS, code);

const proofErrorOf = ({ code }: Pick<ApiError, 'code'>) => (hasProofError(code) ? PROOF_ERRORS[code] : 'ErrorUnknown');

interface ThirdPartyProofProps extends ProofProps {
  readonly provider: ThirdParty;
}

/** Button that proves the identity at the third party of the account. */
const ThirdPartyProof = ({ provider, onProved }: ThirdPartyProofProps) => {
  const t = useTexts();
  const [notice, setNotice] = useState<ThirdPartyNotice | null>(null);
  const signIn = useThirdPartySignIn({
    intent: 'reauthenticate',
    onOutcome: (outcome) => (outcome.ok ? onProved() : setNotice(noticeOfThirdPartyError(outcome.error))),
  });
  if (isSignInRunning(signIn.stage)) return <ThirdPartyWaiting attempt={signIn.stage} signIn={signIn} />;
  return (
    <Stack $gap={12}>
      {notice !== null && <Banner tone={notice.tone}>{notice.text}</Banner>}
      <Button isBlock isBusy={signIn.stage.status === 'preparing'} onClick={() => signIn.startSignIn(provider)}>
        {t('ThirdPartyContinue', { provider: thirdPartyNames[provider] })}
      </Button>
    </Stack>
  );
};

interface PasskeyButtonProps {
  /** Returns whether the request may begin now, and otherwise shows why not; by default it always may. */
  readonly mayBegin?: () => boolean | Promise<boolean>;
  /** Receives the answer of the passkey, which the gateway verifies. */
  readonly onCredential: (credential: PasskeyAssertion) => Promise<void>;
}

const RequestButton = ({ mayBegin = () => true, onCredential }: PasskeyButtonProps) => {
  const t = useTexts();
  const { snackbar } = useShell();
  const { isPossible, request } = usePasskeyProof();
  const [isBusy, setIsBusy] = useState(false);
  const requestAndPassOn = async (): Promise<void> => {
    if (!(await mayBegin())) return;
    const credential = await request();
    if (credential.ok) return onCredential(credential.value);
    if (credential.error !== 'cancelled') snackbar({ tone: 'error', text: t('PasskeyFailed') });
  };
  const runRequest = async (): Promise<void> => {
    if (isBusy) return;
    setIsBusy(true);
    await requestAndPassOn().finally(() => setIsBusy(false));
  };
  if (!isPossible) return null;
  return (
    <Button variant="second" isBlock icon={KeyRound} isBusy={isBusy} onClick={() => void runRequest()}>
      {t('ConfirmByPasskey')}
    </Button>
  );
};

/** Button that asks for one of the user's passkeys. Renders nothing where they have none or can't use it. */
export const PasskeyButton = (props: PasskeyButtonProps) => (canUsePasskeys() ? <RequestButton {...props} /> : null);

/** Button that proves the identity by a passkey. Renders nothing where that isn't possible. */
export const PasskeyProofButton = ({ onProved, mayBegin }: ProofProps & Pick<PasskeyButtonProps, 'mayBegin'>) => {
  const t = useTexts();
  const { session, snackbar, track } = useShell();
  const prove = async (credential: PasskeyAssertion): Promise<void> => {
    const proof = await track(session.signInBy({ route: proveByPasskey, body: credential }));
    if (proof.ok) return onProved();
    snackbar({ tone: 'error', text: t(proof.error.code === 'passkeyUnknown' ? 'PasskeyUnknown' : 'PasskeyFailed') });
  };
  return <PasskeyButton onCredential={prove} {...(mayBegin === undefined ? {} : { mayBegin })} />;
};

interface FreshProofSheetProps extends ProofProps {
  readonly onClose: () => void;
}

/** Sheet that asks the user to prove their identity, by each way that their account has. */
const FreshProofSheet = ({ onProved, onClose }: FreshProofSheetProps) => {
  const t = useTexts();
  const account = useAccount();
  return (
    <ActionSheet title={t('FreshProofTitle')} text={t('FreshProofText')} onClose={onClose}>
      <Stack $gap={16}>
        <PasskeyProofButton onProved={onProved} />
        {account !== null &&
          (account.thirdParty === null ? (
            <PasswordProof onProved={onProved} />
          ) : (
            <ThirdPartyProof provider={account.thirdParty} onProved={onProved} />
          ))}
      </Stack>
    </ActionSheet>
  );
};

/** Calls of routes that need a proof of identity within the last five minutes. */
interface FreshProof {
  /**
   * Calls a route. When it answers `reauthenticationRequired`, asks the user for a proof and calls it once more.
   * Resolves to null for a user who closes the question.
   */
  withFreshProof<T>(call: () => Promise<Result<T, ApiError>>): Promise<Result<T, ApiError> | null>;
  /** Sheet with the question; null while there is none. */
  readonly proofSheet: ReactNode;
}

/** Returns the function that calls such routes, and the sheet that the caller has to render. */
export const useFreshProof = (): FreshProof => {
  const [openQuestion, setOpenQuestion] = useState<{ readonly answer: (isProved: boolean) => void } | null>(null);
  const askForProof = (): Promise<boolean> =>
    new Promise((resolve) =>
      setOpenQuestion({
        answer: (isProved) => {
          setOpenQuestion(null);
          resolve(isProved);
        },
      }),
    );
  return {
    async withFreshProof(call) {
      const firstAnswer = await call();
      if (firstAnswer.ok || firstAnswer.error.code !== 'reauthenticationRequired') return firstAnswer;
      return (await askForProof()) ? call() : null;
    },
    proofSheet: openQuestion !== null && (
      <FreshProofSheet onProved={() => openQuestion.answer(true)} onClose={() => openQuestion.answer(false)} />
    ),
  };
};
