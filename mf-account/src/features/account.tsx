import { getMe } from '@mahlzeit/contract';
import type { Account } from '@mahlzeit/contract';
import { defineScreen, useAccount } from '@mahlzeit/shared-ui/platform';
import type { Navigation, ScreenProps, ShellApi } from '@mahlzeit/shared-ui/platform';
import { VisuallyHidden } from '@mahlzeit/shared-ui/ui';
import { Sheet } from '@mahlzeit/shared-ui/ui/dialog';
import type { ComponentType } from 'react';
import { useTexts } from '../account-texts';
import { NEW_USER_PARAM } from '../screen-access';

/**
 * Loads the account again after a change, because the response to the change doesn't contain the account. If this
 * request fails, the live topic of the user delivers the account later.
 */
export const refetchAccount = async ({
  apiClient,
  session,
}: Pick<ShellApi, 'apiClient' | 'session'>): Promise<void> => {
  const userResult = await apiClient.call(getMe, {});
  if (userResult.ok) session.applyUser(userResult.value);
};

/**
 * Asks a new user for a name, on a screen above the one to which the registration leads back. The user may skip the
 * question.
 */
export const askForName = ({ named }: Pick<Account, 'named'>, navigation: Pick<Navigation, 'open'>): void => {
  if (!named) navigation.open('editname', NEW_USER_PARAM);
};

/**
 * Hidden field that tells password managers which account a form belongs to. It can't be focused, and screen readers
 * ignore it.
 */
export const AccountUsername = () => {
  const accountEmail = useAccount()?.email ?? null;
  if (accountEmail === null) return null;
  return (
    <VisuallyHidden aria-hidden="true">
      <input type="email" name="username" autoComplete="username" tabIndex={-1} readOnly value={accountEmail} />
    </VisuallyHidden>
  );
};

/** Title and content of a screen that changes the account. */
interface AccountScreenOptions {
  /** Key of the screen's title in the table of texts. */
  readonly title: 'ChangeEmail' | 'DeleteAccount' | 'EditPicture';
  readonly Content: ComponentType<{ readonly account: Account }>;
}

/**
 * Defines a screen that changes the member's account. The screen is a sheet, and closing it returns to the previous
 * screen. It stays empty until the account is loaded.
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
