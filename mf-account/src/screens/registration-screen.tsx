import type { ScreenProps } from '@mahlzeit/shared-ui/platform';
import { defineScreen } from '@mahlzeit/shared-ui/platform';
import { Banner, ButtonLink, EmptyState } from '@mahlzeit/shared-ui/ui';
import { Sheet } from '@mahlzeit/shared-ui/ui/dialog';
import { UserPlus } from 'lucide-react';
import { useTexts } from '../account-texts';

const RegistrationScreen = ({ params, shell: { navigation } }: ScreenProps) => {
  const t = useTexts();
  return (
    <Sheet title={t('RegistrationOrLogin')} onClose={navigation.close}>
      {params[0] === 'prompt' && <Banner tone="info" icon={UserPlus}>{t('RegistrationPrompt')}</Banner>}
      <EmptyState art="sandwich" title={t('RegistrationLead')} text={t('RegistrationText')}>
        <ButtonLink isBlock href={navigation.hrefOf('login', 'new')}>{t('CreateAccount')}</ButtonLink>
        <ButtonLink isBlock variant="second" href={navigation.hrefOf('login')}>{t('LogIn')}</ButtonLink>
      </EmptyState>
    </Sheet>
  );
};

export default defineScreen(RegistrationScreen);
