import { validatePassword } from '@mahlzeit/contract/rules';
import { PasswordField } from '@mahlzeit/shared-ui/ui/form';
import type { ComponentProps } from 'react';
import { text, useTexts } from '../account-texts';
import { AccountUsername } from './account';

/**
 * Options with which a form registers the field. The present password has no minimum length: any text that isn't empty
 * may be right.
 */
export const currentPasswordRules = {
  validate: (password: string): true | string => validatePassword(password).ok || text('ErrorPasswordMissing'),
};

/**
 * Field for the present password of the account, by which the user proves their identity. Tells password managers which
 * account it belongs to.
 */
export const CurrentPasswordField = (props: Omit<ComponentProps<typeof PasswordField>, 'label' | 'autoComplete'>) => {
  const t = useTexts();
  return (
    <>
      <AccountUsername />
      <PasswordField {...props} label={t('PresentPassword')} autoComplete="current-password" />
    </>
  );
};
