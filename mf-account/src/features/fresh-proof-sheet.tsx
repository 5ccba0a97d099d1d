import type { ThirdParty } from '@mahlzeit/contract';
import { validatePassword } from '@mahlzeit/contract/rules';
import { useAccount, useShell } from '@mahlzeit/shared-ui/platform';
import type { ApiError } from '@mahlzeit/shared-ui/platform';
import { Banner, Button, Stack } from '@mahlzeit/shared-ui/ui';
import { PasswordField } from '@mahlzeit/shared-ui/ui/form';
import { ActionSheet } from '@mahlzeit/shared-ui/ui/people';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { fieldErrorText, useTexts } from '../account-texts';
import { AccountUsername } from './account';
import { PasskeyProofButton } from './passkey-button';
import { ThirdPartyWaiting } from './third-party-buttons';
import { isSignInRunning, noticeOfThirdPartyError, thirdPartyNames, useThirdPartySignIn } from './third-party-sign-in';
import type { ThirdPartyNotice } from './third-party-sign-in';

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

interface FreshProofSheetProps extends ProofProps {
  readonly onClose: () => void;
}

/** Sheet that asks the user to prove their identity, by each way that their account has. */
export const FreshProofSheet = ({ onProved, onClose }: FreshProofSheetProps) => {
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
