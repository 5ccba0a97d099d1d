import type { Account } from '@mahlzeit/contract';
import { useShell } from '@mahlzeit/shared-ui/platform';
import { Caption, Icon, Row, Rows, Section, Stack } from '@mahlzeit/shared-ui/ui';
import { useTexts } from '../../account-texts';
import { useAccount } from '../account';
import { useConsentState } from '../consent';
import { AccountRow } from './account-row';
import { blocks, entryDetails } from './entry-looks';
import { settingsEntries, shownStage } from './settings-rules';
import type { SettingsEntry } from './settings-rules';
import { useSettingsActions } from './use-settings-acts';

/** Who is logged in, what can be set, and which version this is. */
export const Settings = () => {
  const account = useAccount();
  return account === null ? null : <SettingsOf account={account} />;
};

const SettingsOf = ({ account }: { readonly account: Account }) => {
  const t = useTexts();
  const { navigation, deployment, consent } = useShell();
  const run = useSettingsActions(account);
  const consentState = useConsentState();
  const stage = shownStage(deployment);
  const entries = settingsEntries({ account, hasScreen: navigation.has, asksConsent: consent.purposes.length > 0 });
  const lineOf = (entry: SettingsEntry) => <Line key={entry.id} entry={entry} consentState={consentState} onAction={run} />;
  return (
    <Stack $gap={20}>
      {account.loggedIn && <Rows><AccountRow account={account} /></Rows>}
      {blocks.map(({ id, title }) => {
        const lines = entries.filter((entry) => entryDetails[entry.id].block === id);
        if (lines.length === 0) return null;
        const rows = <Rows>{lines.map(lineOf)}</Rows>;
        return title === null ? <div key={id}>{rows}</div> : <Section key={id} title={t(title)}>{rows}</Section>;
      })}
      <Caption $tone="dim">{stage === null ? t('Version', { version: deployment.version }) : t('VersionWithStage', { version: deployment.version, stage })}</Caption>
    </Stack>
  );
};

interface LineProps {
  readonly entry: SettingsEntry;
  readonly consentState: string;
  readonly onAction: ReturnType<typeof useSettingsActions>;
}

const Line = ({ entry, consentState, onAction }: LineProps) => {
  const t = useTexts();
  const { navigation } = useShell();
  const details = entryDetails[entry.id];
  const text = 'text' in details ? t(details.text) : undefined;
  const content = { leading: <Icon of={details.icon} size={22} />, title: t(details.label), text: entry.id === 'consent' ? consentState : text };
  if ('screen' in entry) return <Row {...content} isDanger={entry.id === 'deleteAccount'} href={navigation.hrefOf(entry.screen, ...entry.params)} />;
  return <Row {...content} trailing={null} onClick={() => void onAction(entry.id)} />;
};
