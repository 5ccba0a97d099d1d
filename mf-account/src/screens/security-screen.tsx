import { ThirdParty } from '@mahlzeit/contract';
import { defineScreen, useAccount, useSession } from '@mahlzeit/shared-ui/platform';
import type { ScreenProps } from '@mahlzeit/shared-ui/platform';
import { Stack } from '@mahlzeit/shared-ui/ui';
import { Sheet } from '@mahlzeit/shared-ui/ui/dialog';
import { useTexts } from '../account-texts';
import { Devices } from '../features/devices';
import { Passkeys } from '../features/passkeys';
import { PasswordChangeForm } from '../features/password-change';
import { SecondStep } from '../features/second-step';
import { LinkProvider, SignInWaysSection } from '../features/sign-in-ways';
import { thirdPartyNames } from '../features/third-party-sign-in';
import { hasOwnPassword } from '../screen-access';

/** All sections of the screen „Anmeldung“, each a feature of its own. */
const Security = () => {
  const session = useSession();
  return (
    <Stack $gap={24}>
      <Passkeys />
      <Devices />
      <SignInWaysSection />
      {hasOwnPassword(session) && <SecondStep />}
    </Stack>
  );
};

/**
 * Screen „Anmeldung“: all ways to sign in to the account, and the devices that are signed in. The parameter `password`
 * opens the form for another password. The parameter `link`, followed by a third party, opens the steps that link the
 * account to it.
 */
const SecurityScreen = ({ params: [part, partParam], shell: { navigation } }: ScreenProps) => {
  const t = useTexts();
  const account = useAccount();
  const provider = ThirdParty.safeParse(partParam);
  const backToSecurity = { label: t('Security'), onClick: () => navigation.back() };
  if (part === 'password')
    return (
      <Sheet title={t('ChangePassword')} backButton={backToSecurity} onClose={navigation.close}>
        <PasswordChangeForm email={account?.email ?? ''} />
      </Sheet>
    );
  if (part === 'link' && provider.success)
    return (
      <Sheet
        title={t('LinkTitle', { provider: thirdPartyNames[provider.data] })}
        backButton={backToSecurity}
        onClose={navigation.close}
      >
        {account !== null && <LinkProvider account={account} provider={provider.data} />}
      </Sheet>
    );
  return (
    <Sheet title={t('Security')} onClose={navigation.close}>
      <Security />
    </Sheet>
  );
};

export default defineScreen(SecurityScreen);
