import { getMe } from '@mahlzeit/contract';
import type { Account } from '@mahlzeit/contract';
import { defineScreen, useAccount } from '@mahlzeit/shared-ui/platform';
import type { ScreenProps, ShellApi } from '@mahlzeit/shared-ui/platform';
import { VisuallyHidden } from '@mahlzeit/shared-ui/ui';
import { Sheet } from '@mahlzeit/shared-ui/ui/dialog';
import type { ComponentType } from 'react';
import { useTexts } from '../account-texts';

/**
 * Asks the gateway how the account stands after a change whose answer doesn't say so. Where that fails, the live topic
 * tells it.
 */
export const refetchAccount = async ({
  apiClient,
  session,
}: Pick<ShellApi, 'apiClient' | 'session'>): Promise<void> => {
  const me = await apiClient.call(getMe, {});
  if (me.ok) session.applyUser(me.value);
};

/** Tells password managers whose password a form is about, where that is known; nobody sees, hears or reaches it. */
export const AccountUsername = () => {
  const email = useAccount()?.email ?? null;
  if (email === null) return null;
  return (
    <VisuallyHidden aria-hidden="true">
      <input type="email" name="username" autoComplete="username" tabIndex={-1} readOnly value={email} />
    </VisuallyHidden>
  );
};

/** What one screen of the own account has of its own. */
interface AccountScreenOptions {
  /** Key of its German title. */
  readonly title: 'ChangeEmail' | 'DeleteAccount' | 'EditName' | 'EditPicture';
  readonly Content: ComponentType<{ readonly account: Account }>;
}

/**
 * A screen on which a member changes the own account: a sheet that leads back to where it was opened from, empty until
 * the account is known.
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
