import { defineScreen, useSession, useShell } from '@mahlzeit/shared-ui/platform';
import type { ScreenProps } from '@mahlzeit/shared-ui/platform';
import { Stack } from '@mahlzeit/shared-ui/ui';
import { Sheet } from '@mahlzeit/shared-ui/ui/dialog';
import { useTexts } from '../account-texts';
import { Devices } from '../features/devices';
import { Passkeys } from '../features/passkeys';
import { SecondStep } from '../features/second-step';
import { hasOwnPassword } from '../screen-access';

/** Sections of the screen, each a feature of its own. */
const Security = () => {
  const session = useSession();
  return (
    <Stack $gap={24}>
      <Passkeys />
      {hasOwnPassword(session) && <SecondStep />}
      <Devices />
    </Stack>
  );
};

/** Screen „Anmeldung“: all ways to sign in to the account, and the devices that are signed in. */
const SecuritySheet = () => {
  const t = useTexts();
  const { navigation } = useShell();
  return (
    <Sheet
      title={t('Security')}
      backButton={{ label: t('ToSettings'), onClick: () => navigation.replace('settings') }}
      onClose={navigation.close}
    >
      <Security />
    </Sheet>
  );
};

const SecurityScreen = (_props: ScreenProps) => <SecuritySheet />;

export default defineScreen(SecurityScreen);
