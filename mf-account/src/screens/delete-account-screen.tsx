import { deleteMe } from '@mahlzeit/contract';
import type { Account, ThirdParty } from '@mahlzeit/contract';
import { validatePassword } from '@mahlzeit/contract/rules';
import { useShell } from '@mahlzeit/shared-ui/platform';
import type { ApiError } from '@mahlzeit/shared-ui/platform';
import { Banner, Button, Icon, Panel, Small, Stack, textStyles, tokens } from '@mahlzeit/shared-ui/ui';
import { Checkbox, PasswordField } from '@mahlzeit/shared-ui/ui/form';
import { CalendarClock, EyeOff, LogOut, ReceiptText } from 'lucide-react';
import { useRef, useState } from 'react';
import type { SubmitEvent } from 'react';
import { useForm } from 'react-hook-form';
import styled from 'styled-components';
import { fieldErrorText, useTexts } from '../account-texts';
import { AccountUsername, defineAccountScreen } from '../features/account';
import { ThirdPartyWaiting } from '../features/third-party-buttons';
import {
  isSignInRunning,
  thirdPartyNames,
  thirdPartyNotice,
  useThirdPartySignIn,
} from '../features/third-party-sign-in';
import type { ThirdPartyNotice, ThirdPartyOutcome } from '../features/third-party-sign-in';

/**
 * Deletes the account of a user who has just proved their identity. The user is then logged out in all tabs (S1§4
 * "Account deletion"). Returns the error, or null.
 */
const useDeletion = () => {
  const t = useTexts();
  const { apiClient, session, navigation, alert, snackbar } = useShell();

  return async (): Promise<ApiError | null> => {
    const answer = await apiClient.call(deleteMe, {});
    if (!answer.ok) return answer.error;
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

/** Error of the user's confirmation, as a text key. */
type DeletionError =
  | 'ErrorPasswordMissing'
  | 'ErrorPasswordIncorrect'
  | 'ErrorTooManyAttempts'
  | 'ErrorInternetConnection'
  | 'DeleteAccountFail';

const errorsByCode: ReadonlyMap<string, DeletionError> = new Map([
  ['ErrorPasswordIncorrect', 'ErrorPasswordIncorrect'],
  ['ErrorTooManyAttempts', 'ErrorTooManyAttempts'],
  ['offline', 'ErrorInternetConnection'],
  ['timeout', 'ErrorInternetConnection'],
]);

/**
 * Converts an error of the gateway to an error of the password field. Errors with other causes become DeleteAccountFail
 * (S1§8).
 */
const deletionErrorOf = ({ code }: Pick<ApiError, 'code'>): DeletionError =>
  errorsByCode.get(code) ?? 'DeleteAccountFail';

interface DeletionValues {
  readonly password: string;
}

/** State of the form for users with a password. The password proves their identity. */
const usePasswordDeletion = () => {
  const t = useTexts();
  const { session, track } = useShell();
  const deleteAccount = useDeletion();
  const {
    register,
    handleSubmit,
    setError,
    formState: { errors, isSubmitting },
  } = useForm<DeletionValues>({ mode: 'onTouched', reValidateMode: 'onChange', defaultValues: { password: '' } });

  const validatePasswordField = (password: string): string | true =>
    validatePassword(password).ok || t('ErrorPasswordMissing');
  const showError = (failure: ApiError): void => {
    const error = deletionErrorOf(failure);
    setError('password', { type: 'server', message: fieldErrorText(error, failure) }, { shouldFocus: true });
  };
  const proveAndDelete = async (password: string): Promise<ApiError | null> => {
    const answer = await session.reauthenticate(password);
    return answer.ok ? deleteAccount() : answer.error;
  };
  const submitDeletion = async ({ password }: DeletionValues): Promise<void> => {
    const failure = await track(proveAndDelete(password));
    if (failure !== null) showError(failure);
  };

  return {
    submit: handleSubmit(submitDeletion),
    isBusy: isSubmitting,
    password: { ...register('password', { validate: validatePasswordField }), error: errors.password?.message },
  };
};

/** Form that confirms the deletion by the password. */
const PasswordDeletion = () => {
  const t = useTexts();
  const { submit, isBusy, password } = usePasswordDeletion();
  return (
    <Stack as="form" $gap={16} noValidate onSubmit={submit}>
      <AccountUsername />
      <PasswordField
        {...password}
        label={t('PresentPassword')}
        hint={t('DeletePasswordHint')}
        autoComplete="current-password"
      />
      <Button type="submit" variant="consequence" size="large" isBlock isBusy={isBusy}>
        {t('DeleteAccount')}
      </Button>
    </Stack>
  );
};

/** State of the form for users of a third party: a checkbox, and a sign-in that proves their identity. */
const useThirdPartyDeletion = (provider: ThirdParty) => {
  const t = useTexts();
  const { snackbar, track } = useShell();
  const deleteAccount = useDeletion();
  const [isConfirmed, setIsConfirmed] = useState(false);
  const [wasSubmitted, setWasSubmitted] = useState(false);
  const [isDeleting, setIsDeleting] = useState(false);
  const [notice, setNotice] = useState<ThirdPartyNotice | null>(null);

  const deleteAfterSignIn = async (): Promise<void> => {
    setIsDeleting(true);
    const failure = await track(deleteAccount());
    setIsDeleting(false);
    if (failure !== null) snackbar({ tone: 'error', text: t('DeleteAccountFail') });
  };
  const onSignInOutcome = (outcome: ThirdPartyOutcome): void => {
    if (outcome.ok) return void deleteAfterSignIn();
    setNotice(thirdPartyNotice(outcome.error));
  };
  const signIn = useThirdPartySignIn({ intent: 'reauthenticate', onOutcome: onSignInOutcome });

  return {
    signIn,
    notice,
    isBusy: isDeleting || signIn.stage.status === 'preparing',
    sure: {
      checked: isConfirmed,
      onChange: () => setIsConfirmed(!isConfirmed),
      error: wasSubmitted && !isConfirmed ? t('DeleteSureMissing') : undefined,
    },
    /**
     * Starts the sign-in if the checkbox is ticked. Returns whether it did. Must be called in the click handler,
     * because only there a window may open.
     */
    confirm(): boolean {
      setWasSubmitted(true);
      if (!isConfirmed) return false;
      setNotice(signIn.stage.status === 'unsupported' ? { tone: 'err', text: t('ErrorUnknown') } : null);
      signIn.startSignIn(provider);
      return true;
    },
  };
};

/** Form that confirms the deletion by a checkbox and another sign-in at the third party. */
const ThirdPartyDeletion = ({ provider }: { readonly provider: ThirdParty }) => {
  const t = useTexts();
  const confirmCheckbox = useRef<HTMLInputElement>(null);
  const { signIn, notice, isBusy, sure, confirm } = useThirdPartyDeletion(provider);
  if (isSignInRunning(signIn.stage)) return <ThirdPartyWaiting attempt={signIn.stage} signIn={signIn} />;
  const submitForm = (event: SubmitEvent) => {
    event.preventDefault();
    if (!confirm()) confirmCheckbox.current?.focus();
  };
  return (
    <Stack as="form" $gap={16} noValidate onSubmit={submitForm}>
      {notice !== null && <Banner tone={notice.tone}>{notice.text}</Banner>}
      <Checkbox {...sure} ref={confirmCheckbox}>
        {t('DeleteSure')}
      </Checkbox>
      <Small $tone="quiet">{t('DeleteReauthenticate', { provider: thirdPartyNames[provider] })}</Small>
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
    </Stack>
  );
};

const deletionFacts = [
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
      <FactList>
        {deletionFacts.map(({ icon, text }) => (
          <li key={text}>
            <Icon source={icon} size={20} />
            <span>{t(text)}</span>
          </li>
        ))}
      </FactList>
    </Panel>
  );
};

const FactList = styled.ul`
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

/** Explains the deletion and asks for its confirmation. */
export const DeleteAccount = ({ account }: { readonly account: Account }) => (
  <Stack $gap={20}>
    <DeletionConsequences />
    {account.thirdParty === null ? <PasswordDeletion /> : <ThirdPartyDeletion provider={account.thirdParty} />}
  </Stack>
);

export default defineAccountScreen({ title: 'DeleteAccount', Content: DeleteAccount });
