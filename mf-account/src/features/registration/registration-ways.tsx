import { useShell } from '@mahlzeit/shared-ui/platform';
import { Banner, ButtonLink, EmptyState } from '@mahlzeit/shared-ui/ui';
import { UserPlus } from 'lucide-react';
import { useTexts } from '../../account-texts';

/** The ways to an account; `isPrompt`: something was asked for that needs one. */
export const RegistrationWays = ({ isPrompt }: { readonly isPrompt: boolean }) => {
  const t = useTexts();
  const { navigation } = useShell();
  return (
    <>
      {isPrompt && <Banner tone="info" icon={UserPlus}>{t('RegistrationPrompt')}</Banner>}
      <EmptyState art="sandwich" title={t('RegistrationLead')} text={t('RegistrationText')}>
        <ButtonLink isBlock href={navigation.hrefOf('login', 'new')}>{t('CreateAccount')}</ButtonLink>
        <ButtonLink isBlock variant="second" href={navigation.hrefOf('login')}>{t('LogIn')}</ButtonLink>
      </EmptyState>
    </>
  );
};
