import type { Account } from '@mahlzeit/contract';
import { defineScreen, useAccount, useShell, useUser } from '@mahlzeit/shared-ui/platform';
import type { ScreenProps } from '@mahlzeit/shared-ui/platform';
import { Caption, Icon, Row, Rows, Section, Stack } from '@mahlzeit/shared-ui/ui';
import { Avatar, Sheet } from '@mahlzeit/shared-ui/ui/dialog';
import { useTexts } from '../account-texts';
import { ConsentChoice, consentTitle, useConsentState } from '../features/consent';
import { LegalSheet } from '../features/legal';
import { useSettingsActions } from '../features/settings-actions';
import { blocks, entryDetails, settingsEntries, shownStage } from '../features/settings-entries';
import type { SettingsEntry } from '../features/settings-entries';
import { CONSENT, isLegalKind } from '../screen-access';

/** Row that shows the current user and whether other users can find them. */
const AccountRow = ({ account: { displayName, email, photoURL, visible } }: { readonly account: Account }) => {
  const t = useTexts();
  const name = displayName ?? email ?? '';
  const visibility = t(visible ? 'VisibleToOthers' : 'InvisibleToOthers');
  return (
    <Row
      leading={<Avatar name={name} pictureUrl={photoURL} size="large" />}
      title={name}
      text={
        name === email ? (
          visibility
        ) : (
          <>
            {email}
            <br />
            {visibility}
          </>
        )
      }
    />
  );
};

interface LineProps {
  readonly entry: SettingsEntry;
  readonly consentState: string;
  readonly onAction: ReturnType<typeof useSettingsActions>;
}

const Line = ({ entry, consentState, onAction }: LineProps) => {
  const t = useTexts();
  const { navigation, consent } = useShell();
  const details = entryDetails[entry.id];
  const text = 'text' in details ? t(details.text) : undefined;
  const content = {
    leading: <Icon source={details.icon} size={22} />,
    title: t(entry.id === 'consent' ? consentTitle(consent.purposes) : details.label),
    text: entry.id === 'consent' ? consentState : text,
  };
  if ('screen' in entry)
    return (
      <Row
        {...content}
        isDanger={entry.id === 'deleteAccount'}
        href={navigation.hrefOf(entry.screen, ...entry.params)}
      />
    );
  return <Row {...content} trailing={null} onClick={() => void onAction(entry.id)} />;
};

interface SettingsOfProps {
  readonly account: Account;
  /** Whether the user gets e-mails about meetups; null for visitors, and while the setting is loading. */
  readonly meetupMails: boolean | null;
}

const SettingsOf = ({ account, meetupMails }: SettingsOfProps) => {
  const t = useTexts();
  const { navigation, deployment, consent } = useShell();
  const run = useSettingsActions(account);
  const consentState = useConsentState();
  const stage = shownStage(deployment);
  const entries = settingsEntries({
    account,
    meetupMails,
    hasScreen: navigation.has,
    asksConsent: consent.purposes.length > 0,
  });
  const lineOf = (entry: SettingsEntry) => (
    <Line key={entry.id} entry={entry} consentState={consentState} onAction={run} />
  );
  return (
    <Stack $gap={20}>
      {account.loggedIn && (
        <Rows>
          <AccountRow account={account} />
        </Rows>
      )}
      {blocks.map(({ id, title }) => {
        const lines = entries.filter((entry) => entryDetails[entry.id].block === id);
        if (lines.length === 0) return null;
        const rows = <Rows>{lines.map(lineOf)}</Rows>;
        return title === null ? (
          <div key={id}>{rows}</div>
        ) : (
          <Section key={id} title={t(title)}>
            {rows}
          </Section>
        );
      })}
      <Caption $tone="dim">
        {stage === null
          ? t('Version', { version: deployment.version })
          : t('VersionWithStage', { version: deployment.version, stage })}
      </Caption>
    </Stack>
  );
};

const SettingsOfMember = ({ account }: Pick<SettingsOfProps, 'account'>) => (
  <SettingsOf account={account} meetupMails={useUser()?.meetupMails ?? null} />
);

/** Settings: the row of the user, all other rows, and the version. */
export const Settings = () => {
  const account = useAccount();
  if (account === null) return null;
  return account.loggedIn ? (
    <SettingsOfMember account={account} />
  ) : (
    <SettingsOf account={account} meetupMails={null} />
  );
};

const SettingsScreen = ({ params: [document], shell: { navigation, consent } }: ScreenProps) => {
  const t = useTexts();
  // `back` returns to the settings, or closes the dialog if the visit started with the document.
  if (document !== undefined && isLegalKind(document))
    return <LegalSheet kind={document} onClose={() => navigation.back()} />;
  if (document === CONSENT && consent.purposes.length > 0)
    return (
      <Sheet title={t(consentTitle(consent.purposes))} onClose={() => navigation.back()}>
        <ConsentChoice />
      </Sheet>
    );
  return (
    <Sheet title={t('Settings')} onClose={navigation.close}>
      <Settings />
    </Sheet>
  );
};

export default defineScreen(SettingsScreen);
