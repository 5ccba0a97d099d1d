import { useSession, useShell } from '@mahlzeit/shared-ui/platform';
import { Caption, DrawerHead, Icon, Row, Rows, Stack } from '@mahlzeit/shared-ui/ui';
import { FileText, LifeBuoy, LogIn, ShieldCheck } from 'lucide-react';
import { useTexts } from '../../account-texts';
import { settingsEntries, shownStage } from './settings-rules';

const looks = {
  login: { icon: LogIn, label: 'RegistrationOrLogin' },
  support: { icon: LifeBuoy, label: 'Support' },
  imprint: { icon: FileText, label: 'Imprint' },
  privacy: { icon: ShieldCheck, label: 'Privacy' },
} as const;

/** Who is logged in, what can be set, and which version this is. */
export const Settings = () => {
  const t = useTexts();
  const session = useSession();
  const { navigation, deployment } = useShell();
  if (session.status !== 'known') return null;
  const { account } = session;
  const stage = shownStage(deployment);
  return (
    <Stack $gap={16}>
      {account.loggedIn && <DrawerHead name={account.displayName ?? account.email ?? ''} line={t(account.visible ? 'VisibleToOthers' : 'InvisibleToOthers')} pictureUrl={account.photoURL ?? undefined} />}
      <Rows>
        {settingsEntries(account).map(({ id, screen, params }) => (
          <Row key={id} leading={<Icon of={looks[id].icon} size={22} />} title={t(looks[id].label)} href={navigation.hrefOf(screen, ...params)} />
        ))}
      </Rows>
      <Caption $tone="dim">{stage === null ? t('Version', { version: deployment.version }) : t('VersionWithStage', { version: deployment.version, stage })}</Caption>
    </Stack>
  );
};
