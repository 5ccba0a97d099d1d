import { deleteMe } from '@mahlzeit/contract';
import type { Account, ThirdParty } from '@mahlzeit/contract';
import { unreachedTextOr, useObservable, useShell } from '@mahlzeit/shared-ui/platform';
import type { ApiError } from '@mahlzeit/shared-ui/platform';
import { Banner, Button, Icon, Panel, Small, Stack, textStyles, tokens } from '@mahlzeit/shared-ui/ui';
import { Checkbox } from '@mahlzeit/shared-ui/ui/form';
import { CalendarClock, EyeOff, LogOut, ReceiptText } from 'lucide-react';
import { useRef, useState } from 'react';
import type { SubmitEvent } from 'react';
import { useForm } from 'react-hook-form';
import styled from 'styled-components';
import { fieldErrorText, useTexts } from '../account-texts';
import { defineAccountScreen } from '../features/account';
import { CurrentPasswordField, currentPasswordRules } from '../features/current-password-field';
import { PasskeyProofButton } from '../features/passkey-button';
import { identityProvedBy } from '../features/pending-sign-in';
import { ThirdPartyWaiting } from '../features/third-party-buttons';
import {
  isSignInRunning,
  thirdPartyNames,
  noticeOfThirdPartyError,
  useThirdPartySignIn,
} from '../features/third-party-sign-in';
import type { ThirdPartyNotice, ThirdPartyOutcome } from '../features/third-party-sign-in';

/**
 * Deletes the account of a user who has just proved their identity, and then logs the user out in all tabs (S1§4
 * "Account deletion"). The returned function resolves to the error, or to null.
 */
const useAccountDeletion = () => {
  const t = useTexts();
  const { apiClient, session, navigation, alert, snackbar } = useShell();

  return async (): Promise<ApiError | null> => {
    const deletionResult = await apiClient.call(deleteMe, {});
    if (!deletionResult.ok) return deletionResult.error;
    await session.logout();
    navigation.close();
    snackbar({ tone: 'success', text: t('DeleteAccountSuccess') });
    void alert({
      title: t('DeleteAccountSuccessTitle'),
      text: t('DeleteAccountSuccessText'),
      actions: [{ id: 'ok', label: t('Understood'), tone: 'primary' }],
    });
    return null;
  };
};

/** Key of the German text for an error of the password field. */
type DeletionError =
  | 'ErrorPasswordMissing'
  | 'ErrorPasswordIncorrect'
  | 'ErrorTooManyAttempts'
  | 'ErrorInternetConnection'
  | 'DeleteAccountFail';

const deletionErrorByCode: ReadonlyMap<string, DeletionError> = new Map([
  ['ErrorPasswordIncorrect', 'ErrorPasswordIncorrect'],
  ['ErrorTooManyAttempts', 'ErrorTooManyAttempts'],
  ['offline', 'ErrorInternetConnection'],
  ['timeout', 'ErrorInternetConnection'],
]);

/**
 * Converts an error of the gateway to an error of the password field. All errors that the password didn't cause become
 * `DeleteAccountFail` (S1§8).
 */
const deletionErrorOf = ({ code }: Pick<ApiError, 'code'>): DeletionError =>
  deletionErrorByCode.get(code) ?? 'DeleteAccountFail';

interface DeletionFormValues {
  readonly password: string;
}

/** Returns the state of the deletion form for users with a password, which proves their identity. */
const usePasswordDeletionForm = () => {
  const { session, track } = useShell();
  const deleteAccount = useAccountDeletion();
  const {
    register,
    handleSubmit,
    setError,
    formState: { errors, isSubmitting },
  } = useForm<DeletionFormValues>({ mode: 'onTouched', reValidateMode: 'onChange', defaultValues: { password: '' } });

  const showPasswordError = (apiError: ApiError): void => {
    const deletionError = deletionErrorOf(apiError);
    setError('password', { type: 'server', message: fieldErrorText(deletionError, apiError) }, { shouldFocus: true });
  };
  const reauthenticateAndDelete = async (password: string): Promise<ApiError | null> => {
    const proofResult = await session.reauthenticate(password);
    return proofResult.ok ? deleteAccount() : proofResult.error;
  };
  const submitDeletion = async ({ password }: DeletionFormValues): Promise<void> => {
    const apiError = await track(reauthenticateAndDelete(password));
    if (apiError !== null) showPasswordError(apiError);
  };

  return {
    submit: handleSubmit(submitDeletion),
    isBusy: isSubmitting,
    password: { ...register('password', currentPasswordRules), error: errors.password?.message },
  };
};

/**
 * Returns a function that deletes the account of a user who has just proved their identity in another way than by the
 * password.
 */
const useDeletionAfterProof = () => {
  const t = useTexts();
  const { snackbar, track } = useShell();
  const deleteAccount = useAccountDeletion();
  const [isDeleting, setIsDeleting] = useState(false);
  const deleteAfterProof = async (): Promise<void> => {
    setIsDeleting(true);
    const apiError = await track(deleteAccount());
    setIsDeleting(false);
    if (apiError !== null) snackbar({ tone: 'error', text: unreachedTextOr(apiError, t('DeleteAccountFail')) });
  };
  return { isDeleting, deleteAfterProof: () => void deleteAfterProof() };
};

/** Form that deletes the account after the user has typed the password or used a passkey. */
const PasswordDeletion = () => {
  const t = useTexts();
  const { submit, isBusy, password } = usePasswordDeletionForm();
  const { deleteAfterProof } = useDeletionAfterProof();
  return (
    <Stack as="form" $gap={16} noValidate onSubmit={submit}>
      <CurrentPasswordField {...password} hint={t('DeletePasswordHint')} />
      <Button type="submit" variant="consequence" size="large" isBlock isBusy={isBusy}>
        {t('DeleteAccount')}
      </Button>
      <PasskeyProofButton onProved={deleteAfterProof} />
    </Stack>
  );
};

/**
 * Returns the state of the deletion form for users of a third party: a checkbox, and a sign-in there that proves their
 * identity.
 */
const useThirdPartyDeletionForm = (provider: ThirdParty) => {
  const t = useTexts();
  const { isDeleting, deleteAfterProof } = useDeletionAfterProof();
  const [isConfirmed, setIsConfirmed] = useState(false);
  const [hasSubmittedForm, setHasSubmittedForm] = useState(false);
  const [signInNotice, setSignInNotice] = useState<ThirdPartyNotice | null>(null);
  // True if this window left the app for the proof of identity at the third party and has come back to this form.
  const hasProved = useObservable(identityProvedBy) === provider;

  const onSignInOutcome = (outcome: ThirdPartyOutcome): void => {
    if (outcome.ok) return deleteAfterProof();
    setSignInNotice(noticeOfThirdPartyError(outcome.error));
  };
  const signIn = useThirdPartySignIn({ intent: 'reauthenticate', onOutcome: onSignInOutcome });

  return {
    signIn,
    notice: signInNotice,
    hasProved,
    isBusy: isDeleting || signIn.stage.status === 'preparing',
    sure: {
      checked: isConfirmed,
      onChange: () => setIsConfirmed(!isConfirmed),
      error: hasSubmittedForm && !isConfirmed ? t('DeleteSureMissing') : undefined,
    },
    deleteAfterProof,
    /** Returns whether the checkbox is ticked. If it isn't, the form tells the user to tick it. */
    isSure(): boolean {
      setHasSubmittedForm(true);
      return isConfirmed;
    },
    /**
     * Starts the sign-in if the checkbox is ticked. Returns whether the sign-in has started. Must be called in the
     * click handler, because browsers only let a click handler open a window.
     */
    confirm(): boolean {
      setHasSubmittedForm(true);
      if (!isConfirmed) return false;
      if (hasProved) {
        identityProvedBy.set(null);
        deleteAfterProof();
        return true;
      }
      setSignInNotice(signIn.stage.status === 'unsupported' ? { tone: 'err', text: t('ErrorUnknown') } : null);
      signIn.startSignIn(provider);
      return true;
    },
  };
};

/** Form that deletes the account after the user has ticked a checkbox and signed in at the third party once more. */
const ThirdPartyDeletion = ({ provider }: { readonly provider: ThirdParty }) => {
  const t = useTexts();
  const confirmCheckbox = useRef<HTMLInputElement>(null);
  const { signIn, notice, hasProved, isBusy, sure, confirm, isSure, deleteAfterProof } =
    useThirdPartyDeletionForm(provider);
  if (isSignInRunning(signIn.stage)) return <ThirdPartyWaiting attempt={signIn.stage} signIn={signIn} />;
  const submitForm = (event: SubmitEvent) => {
    event.preventDefault();
    if (!confirm()) confirmCheckbox.current?.focus();
  };
  const mayBeginProof = (): boolean => {
    const mayBegin = isSure();
    if (!mayBegin) confirmCheckbox.current?.focus();
    return mayBegin;
  };
  return (
    <Stack as="form" $gap={16} noValidate onSubmit={submitForm}>
      {notice !== null && <Banner tone={notice.tone}>{notice.text}</Banner>}
      <Checkbox {...sure} ref={confirmCheckbox}>
        {t('DeleteSure')}
      </Checkbox>
      <Small $tone="quiet">
        {t(hasProved ? 'DeleteProved' : 'DeleteReauthenticate', { provider: thirdPartyNames[provider] })}
      </Small>
      <Button
        type="submit"
        variant="consequence"
        size="large"
        isBlock
        isBusy={isBusy}
        autoFocus={signIn.lastProvider !== null}
      >
        {t('DeleteAccount')}
      </Button>
      <PasskeyProofButton mayBegin={mayBeginProof} onProved={deleteAfterProof} />
    </Stack>
  );
};

const deletionConsequences = [
  { icon: EyeOff, text: 'DeleteFactHidden' },
  { icon: LogOut, text: 'DeleteFactLogout' },
  { icon: CalendarClock, text: 'DeleteFactGrace' },
  { icon: ReceiptText, text: 'DeleteFactKept' },
] as const;

/** Explains the consequences of a deletion in order: immediately, within thirty days, and after thirty days. */
const DeletionConsequences = () => {
  const t = useTexts();
  return (
    <Panel $padded>
      <ConsequenceList>
        {deletionConsequences.map(({ icon, text }) => (
          <li key={text}>
            <Icon source={icon} size={20} />
            <span>{t(text)}</span>
          </li>
        ))}
      </ConsequenceList>
    </Panel>
  );
};

const ConsequenceList = styled.ul`
  ${textStyles.small}
  display: grid;
  gap: 12px;
  li {
    display: flex;
    gap: 12px;
  }
  svg {
    flex: none;
    color: ${tokens.color.ink2};
  }
`;

/** Content of the screen that deletes the account: the consequences of a deletion, and the form that confirms it. */
export const DeleteAccount = ({ account }: { readonly account: Account }) => (
  <Stack $gap={20}>
    <DeletionConsequences />
    {account.thirdParty === null ? <PasswordDeletion /> : <ThirdPartyDeletion provider={account.thirdParty} />}
  </Stack>
);

export default defineAccountScreen({ title: 'DeleteAccount', Content: DeleteAccount });
