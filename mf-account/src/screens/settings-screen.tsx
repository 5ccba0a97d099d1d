import type { Account, User } from '@mahlzeit/contract';
import { defineScreen, useAccount, useShell, useUser } from '@mahlzeit/shared-ui/platform';
import type { ScreenProps } from '@mahlzeit/shared-ui/platform';
import { Caption, Icon, Row, Rows, Section, Stack } from '@mahlzeit/shared-ui/ui';
import { Avatar, Sheet } from '@mahlzeit/shared-ui/ui/dialog';
import { chosenNameOf, useTexts } from '../account-texts';
import { ConsentChoice, consentTitleKey, useConsentStateText } from '../features/consent';
import { LegalSheet } from '../features/legal';
import { useSettingsActions } from '../features/settings-actions';
import {
  settingsBlockList,
  settingsEntryDetails,
  settingsEntriesFor,
  stageLabelOf,
} from '../features/settings-entries';
import type { SettingsEntry } from '../features/settings-entries';
import { CONSENT_PARAM, isLegalKind } from '../screen-access';

/** Row of the settings screen that shows the current user and whether other users can find them. */
const AccountRow = ({ account }: { readonly account: Account }) => {
  const t = useTexts();
  const { email, photoURL, visible } = account;
  const chosenName = chosenNameOf(account);
  const visibleKey = chosenName === null ? 'VisibleAsSomebody' : 'VisibleToOthers';
  const accountName = chosenName ?? t('Nameless');
  return (
    <Row
      leading={<Avatar name={chosenName ?? ''} pictureUrl={photoURL} size="large" />}
      title={accountName}
      text={
        <>
          {email !== null && (
            <>
              {email}
              <br />
            </>
          )}
          {t(visible ? visibleKey : 'InvisibleToOthers')}
        </>
      }
    />
  );
};

interface SettingsLineProps {
  readonly entry: SettingsEntry;
  readonly consentState: string;
  readonly onAction: ReturnType<typeof useSettingsActions>;
}

const SettingsLine = ({ entry, consentState, onAction }: SettingsLineProps) => {
  const t = useTexts();
  const { navigation, consent } = useShell();
  const rowDetails = settingsEntryDetails[entry.id];
  const rowText = 'text' in rowDetails ? t(rowDetails.text) : undefined;
  const rowContent = {
    leading: <Icon source={rowDetails.icon} size={22} />,
    title: t(entry.id === 'consent' ? consentTitleKey(consent.purposes) : rowDetails.label),
    text: entry.id === 'consent' ? consentState : rowText,
  };
  if ('screen' in entry)
    return (
      <Row
        {...rowContent}
        isDanger={entry.id === 'deleteAccount'}
        href={navigation.hrefOf(entry.screen, ...entry.params)}
      />
    );
  return <Row {...rowContent} trailing={null} onClick={() => void onAction(entry.id)} />;
};

interface SettingsListProps {
  readonly account: Account;
  /** Data of the logged-in user; null for visitors, and while it is loading. */
  readonly user: User | null;
}

const SettingsList = ({ account, user }: SettingsListProps) => {
  const t = useTexts();
  const { navigation, deployment, consent } = useShell();
  const runSettingsAction = useSettingsActions(account);
  const consentState = useConsentStateText();
  const stageLabel = stageLabelOf(deployment);
  const shownEntries = settingsEntriesFor({
    account,
    meetupMails: user?.meetupMails ?? null,
    releaseChannel: user?.releaseChannel ?? null,
    hasScreen: navigation.has,
    asksConsent: consent.purposes.length > 0,
  });
  const renderSettingsLine = (entry: SettingsEntry) => (
    <SettingsLine key={entry.id} entry={entry} consentState={consentState} onAction={runSettingsAction} />
  );
  return (
    <Stack $gap={20}>
      {account.loggedIn && (
        <Rows>
          <AccountRow account={account} />
        </Rows>
      )}
      {settingsBlockList.map(({ id, title }) => {
        const blockEntries = shownEntries.filter((entry) => settingsEntryDetails[entry.id].block === id);
        if (blockEntries.length === 0) return null;
        const blockRows = <Rows>{blockEntries.map(renderSettingsLine)}</Rows>;
        return title === null ? (
          <div key={id}>{blockRows}</div>
        ) : (
          <Section key={id} title={t(title)}>
            {blockRows}
          </Section>
        );
      })}
      <Caption $tone="dim">
        {stageLabel === null
          ? t('Version', { version: deployment.version })
          : t('VersionWithStage', { version: deployment.version, stage: stageLabel })}
      </Caption>
    </Stack>
  );
};

const MemberSettings = ({ account }: Pick<SettingsListProps, 'account'>) => (
  <SettingsList account={account} user={useUser()} />
);

/** Screen „Einstellungen“ (settings): a row with the user, the rows of all settings, and the version of the app. */
export const Settings = () => {
  const account = useAccount();
  if (account === null) return null;
  return account.loggedIn ? <MemberSettings account={account} /> : <SettingsList account={account} user={null} />;
};

const SettingsScreen = ({ params: [documentParam], shell: { navigation, consent } }: ScreenProps) => {
  const t = useTexts();
  // `back` returns from the legal document to the settings screen, or closes the dialog if the visit started with the
  // document.
  if (documentParam !== undefined && isLegalKind(documentParam))
    return <LegalSheet kind={documentParam} onClose={() => navigation.back()} />;
  if (documentParam === CONSENT_PARAM && consent.purposes.length > 0)
    return (
      <Sheet title={t(consentTitleKey(consent.purposes))} onClose={() => navigation.back()}>
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
