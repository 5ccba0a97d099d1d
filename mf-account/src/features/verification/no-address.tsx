import type { ThirdParty } from '@mahlzeit/contract';
import { useShell } from '@mahlzeit/shared-ui/platform';
import { Button, EmptyState } from '@mahlzeit/shared-ui/ui';
import { MailX } from 'lucide-react';
import { useTexts } from '../../account-texts';
import { thirdPartyNames } from '../third-party/third-party-names';

/** A third party has kept the address to itself: no code can be sent, and signing in there once more is the one way to tell it (S1§6). */
const NoAddress = ({ provider }: { readonly provider: ThirdParty }) => {
  const t = useTexts();
  const { session, navigation, track } = useShell();
  const values = { provider: thirdPartyNames[provider] };
  const signInAnew = async (): Promise<void> => {
    // While nobody is known the screen goes; coming back, it would lie over the next one.
    navigation.close();
    await track(session.logout());
    navigation.open('registration');
  };
  return (
    <EmptyState icon={MailX} title={t('NoAddressTitle')} text={t('NoAddressText', values)}>
      <Button isBlock onClick={() => void signInAnew()}>{t('NoAddressSignIn', values)}</Button>
    </EmptyState>
  );
};
