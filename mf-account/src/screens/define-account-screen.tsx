import type { Account } from '@mahlzeit/contract';
import type { ScreenProps } from '@mahlzeit/shared-ui/platform';
import { defineScreen } from '@mahlzeit/shared-ui/platform';
import { Sheet } from '@mahlzeit/shared-ui/ui/dialog';
import type { ComponentType } from 'react';
import { useTexts } from '../account-texts';
import { useAccount } from '../features/account';

/** What one screen of the own account has of its own. */
interface AccountScreenOptions {
  /** Key of its German title. */
  readonly title: 'ChangeEmail' | 'DeleteAccount' | 'EditName' | 'EditPicture';
  readonly Content: ComponentType<{ readonly account: Account }>;
}

/** A screen on which a member changes the own account: a sheet that leads back to where it was opened from, empty until the account is known. */
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
