import type { Account } from '@mahlzeit/contract';
import { useSession, useShell } from '@mahlzeit/shared-ui/platform';
import { Avatar, Caption, Icon, Row, Rows, Stack } from '@mahlzeit/shared-ui/ui';
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
  const stage = shownStage(deployment);
  return (
    <Stack $gap={16}>
      {session.account.loggedIn && <Rows><AccountRow account={session.account} /></Rows>}
      <Rows>
        {settingsEntries(session.account).map(({ id, screen, params }) => (
          <Row key={id} leading={<Icon of={looks[id].icon} size={22} />} title={t(looks[id].label)} href={navigation.hrefOf(screen, ...params)} />
        ))}
      </Rows>
      <Caption $tone="dim">{stage === null ? t('Version', { version: deployment.version }) : t('VersionWithStage', { version: deployment.version, stage })}</Caption>
    </Stack>
  );
};

const AccountRow = ({ account: { displayName, email, photoURL, visible } }: { readonly account: Account }) => {
  const t = useTexts();
  const name = displayName ?? email ?? '';
  const visibility = t(visible ? 'VisibleToOthers' : 'InvisibleToOthers');
  return <Row leading={<Avatar name={name} pictureUrl={photoURL} size="large" />} title={name} text={name === email ? visibility : <>{email}<br />{visibility}</>} />;
};
