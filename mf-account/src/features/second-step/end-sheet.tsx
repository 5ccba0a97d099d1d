import { endSecondStep } from '@mahlzeit/contract';
import { useShell } from '@mahlzeit/shared-ui/platform';
import { Button, Stack } from '@mahlzeit/shared-ui/ui';
import { TextField } from '@mahlzeit/shared-ui/ui/form';
import { ActionSheet } from '@mahlzeit/shared-ui/ui/people';
import { useForm } from 'react-hook-form';
import { useTexts } from '../../account-texts';
import { CurrentPasswordField, currentPasswordRules } from '../current-password-field';
import { codeErrorText } from '../second-step-errors';

interface EndSheetProps {
  readonly onEnded: () => void;
  readonly onClose: () => void;
}

interface EndFormValues {
  readonly password: string;
  readonly code: string;
}

/** Sheet in which the user turns the second step of logins off, with the password and a code. */
export const EndSheet = ({ onEnded, onClose }: EndSheetProps) => {
  const t = useTexts();
  const { apiClient, track } = useShell();
  const {
    register,
    handleSubmit,
    setError,
    formState: { errors, isSubmitting },
  } = useForm<EndFormValues>({
    mode: 'onTouched',
    reValidateMode: 'onChange',
    defaultValues: { password: '', code: '' },
  });
  const turnOff = async (body: EndFormValues): Promise<void> => {
    const ending = await track(apiClient.call(endSecondStep, { body }));
    // The answer `notFound` means that the second step was turned off somewhere else meanwhile.
    if (ending.ok || ending.error.code === 'notFound') return onEnded();
    const field = ending.error.code === 'ErrorPasswordIncorrect' ? 'password' : 'code';
    setError(field, { type: 'server', message: codeErrorText(ending.error) }, { shouldFocus: true });
  };
  return (
    <ActionSheet title={t('TurnSecondStepOff')} text={t('EndSecondStepText')} onClose={onClose}>
      <Stack as="form" $gap={16} noValidate onSubmit={handleSubmit(turnOff)}>
        <CurrentPasswordField {...register('password', currentPasswordRules)} error={errors.password?.message} />
        <TextField
          {...register('code', { validate: (code) => code.trim() !== '' || t('ErrorCodeMissing') })}
          error={errors.code?.message}
          label={t('CodeOrRecoveryCode')}
          autoComplete="one-time-code"
          autoCapitalize="characters"
          spellCheck={false}
        />
        <Button type="submit" variant="consequence" isBlock isBusy={isSubmitting}>
          {t('TurnSecondStepOff')}
        </Button>
      </Stack>
    </ActionSheet>
  );
};
