import { useShell } from '@mahlzeit/shared-ui/platform';
import type { ApiError } from '@mahlzeit/shared-ui/platform';
import { Button, Stack } from '@mahlzeit/shared-ui/ui';
import { useForm } from 'react-hook-form';
import { fieldErrorText } from '../account-texts';
import { CurrentPasswordField, currentPasswordRules } from './current-password-field';

const PROOF_ERRORS = {
  ErrorPasswordIncorrect: 'ErrorPasswordIncorrect',
  ErrorTooManyAttempts: 'ErrorTooManyAttempts',
  offline: 'ErrorInternetConnection',
  timeout: 'ErrorInternetConnection',
} as const;

const hasProofError = (code: string): code is keyof typeof PROOF_ERRORS => Object.hasOwn(PROOF_ERRORS, code);

const proofErrorOf = ({ code }: Pick<ApiError, 'code'>) => (hasProofError(code) ? PROOF_ERRORS[code] : 'ErrorUnknown');

interface PasswordProofProps {
  readonly submitText: string;
  /** Whether the password field takes the focus, because the form has just opened above a screen. */
  readonly isFocused?: boolean;
  /** Runs when the user has proved their identity. */
  readonly onProved: () => void;
}

/** Form with which the user proves their identity by the password. */
export const PasswordProof = ({ submitText, isFocused = false, onProved }: PasswordProofProps) => {
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
      <CurrentPasswordField
        {...register('password', currentPasswordRules)}
        error={errors.password?.message}
        autoFocus={isFocused}
      />
      <Button type="submit" size="large" isBlock isBusy={isSubmitting}>
        {submitText}
      </Button>
    </Stack>
  );
};
