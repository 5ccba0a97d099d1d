import { useShell } from '@mahlzeit/shared-ui/platform';
import { ButtonLink, EmptyState } from '@mahlzeit/shared-ui/ui';
import { useTexts } from '../../account-texts';
import { useAccount } from '../account';
import { NoAddress, VerifyEmail } from '../verification';

/** Proves the e-mail; who has done so finds what is to come (S1§2 "profile"). */
export const Profile = () => {
  const account = useAccount();
  if (account === null) return null;
  if (account.verified) return <ComingSoon />;
  return account.email === null && account.thirdParty !== null ? <NoAddress provider={account.thirdParty} /> : <VerifyEmail />;
};

const ComingSoon = () => {
  const t = useTexts();
  const { navigation } = useShell();
  return (
    <EmptyState art="cooking" title={t('ComingSoon')} text={t('ComingSoonText')}>
      <ButtonLink variant="tint" href={navigation.hrefOf('settings')}>{t('ToSettings')}</ButtonLink>
    </EmptyState>
  );
};
