import { getMe } from '@mahlzeit/contract';
import type { Account } from '@mahlzeit/contract';
import { defineScreen, useAccount } from '@mahlzeit/shared-ui/platform';
import type { ScreenProps, ShellApi } from '@mahlzeit/shared-ui/platform';
import { VisuallyHidden } from '@mahlzeit/shared-ui/ui';
import { Sheet } from '@mahlzeit/shared-ui/ui/dialog';
import type { ComponentType } from 'react';
import { useTexts } from '../account-texts';

/**
 * Loads the account again after a change whose answer doesn't contain it. After a failure the live topic delivers the
 * account.
 */
export const refetchAccount = async ({
  apiClient,
  session,
}: Pick<ShellApi, 'apiClient' | 'session'>): Promise<void> => {
  const userAnswer = await apiClient.call(getMe, {});
  if (userAnswer.ok) session.applyUser(userAnswer.value);
};

/**
 * Hidden field that names the account of a form to password managers. Neither visible nor focusable, and ignored by
 * screen readers.
 */
export const AccountUsername = () => {
  const email = useAccount()?.email ?? null;
  if (email === null) return null;
  return (
    <VisuallyHidden aria-hidden="true">
      <input type="email" name="username" autoComplete="username" tabIndex={-1} readOnly value={email} />
    </VisuallyHidden>
  );
};

/** Title and content of one screen. */
interface AccountScreenOptions {
  /** Text key of the title. */
  readonly title: 'ChangeEmail' | 'DeleteAccount' | 'EditName' | 'EditPicture';
  readonly Content: ComponentType<{ readonly account: Account }>;
}

/**
 * Defines a screen that changes the member's account: a sheet that closes to the screen before, empty until the account
 * is loaded.
 */
export const defineAccountScreen = ({ title, Content }: AccountScreenOptions) => {
  const AccountScreen = ({ shell: { navigation } }: ScreenProps) => {
    const t = useTexts();
    const account = useAccount();
    return (
      <Sheet title={t(title)} onClose={() => navigation.back()}>
        {account !== null && <Content account={account} />}
      </Sheet>
    );
  };
  return defineScreen(AccountScreen);
};
