import { validateEmail } from '@mahlzeit/contract/rules';
import { useSession, useShell } from '@mahlzeit/shared-ui/platform';
import { Banner, Button, Stack } from '@mahlzeit/shared-ui/ui';
import { TextField } from '@mahlzeit/shared-ui/ui/form';
import { useEffect } from 'react';
import { useForm } from 'react-hook-form';
import { useTexts } from '../../account-texts';
import { useMailedLink } from './use-mailed-link';

/** Says that the link is good no longer, and mails a new one. */
export const NewLink = () => {
  const t = useTexts();
  const { navigation } = useShell();
  const session = useSession();
  const mailLink = useMailedLink();
  const known = session.status === 'known' ? session.account.email : null;
  const { register, handleSubmit, setFocus, formState: { errors, isSubmitting } } = useForm({
    mode: 'onTouched',
    reValidateMode: 'onChange',
    defaultValues: { email: known ?? '' },
  });
  // It comes in place of the form that was just sent: what had the focus is gone, and this is the way on.
  useEffect(() => setFocus('email'), [setFocus]);
  const send = async ({ email }: { readonly email: string }): Promise<void> => {
    if (await mailLink(email)) navigation.close();
  };
  const validated = (email: string): true | string => {
    const verdict = validateEmail(email);
    return verdict.ok || t(verdict.error);
  };
  return (
    <Stack as="form" $gap={16} noValidate onSubmit={handleSubmit(send)}>
      <Banner tone="warn" title={t('ResetTokenInvalidTitle')}>{t('ResetTokenInvalid')}</Banner>
      <TextField
        {...register('email', { validate: validated })}
        error={errors.email?.message}
        type="email"
        label={t('Email')}
        autoComplete="username"
        inputMode="email"
        autoCapitalize="none"
        spellCheck={false}
      />
      <Button type="submit" size="large" isBlock isBusy={isSubmitting}>{t('ResetNewLink')}</Button>
    </Stack>
  );
};
