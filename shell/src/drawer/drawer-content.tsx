import type { Account, RemoteDrawerEntry } from '@mahlzeit/contract';
import { useAccount } from '@mahlzeit/shared-ui/platform';
import type { Navigation, ShellApi } from '@mahlzeit/shared-ui/platform';
import type { WaitingCountName } from '@mahlzeit/shared-ui/shell-entries';
import { ButtonLink, H2, Inline, Small, Stack, textStyles, tokens } from '@mahlzeit/shared-ui/ui';
import type { IconSource } from '@mahlzeit/shared-ui/ui';
import { DrawerHead, DrawerList, DrawerNotice, DrawerRow } from '@mahlzeit/shared-ui/ui/drawer';
import { ChefHat, Icon as ShapedIcon, LogIn, LogOut, MailCheck } from 'lucide-react';
import { useEffect } from 'react';
import styled from 'styled-components';
import type { AddressLookup } from '../remotes/registry';
import { drawerEntries } from './drawer-entries';
import type { DrawerBlock, DrawerEntry, OwnEntryId } from './drawer-entries';
import { useTexts } from './drawer-texts';
import type de from './locales/de.json';
import { isWaitingCount, useHasWaitingMessages, useWaitingCounts } from './waiting-counts';
import type { WaitingCounts } from './waiting-counts';

export interface DrawerContentProps {
  readonly navigation: Pick<Navigation, 'hrefOf'>;
  readonly deployment: ShellApi['deployment'];
  readonly lookup: AddressLookup;
  /** Entries of the drawer (side menu) that the remotes declare. */
  readonly entries: readonly RemoteDrawerEntry[];
  readonly onLogout: () => void;
  /** Called when an entry is pressed; closes the drawer. */
  readonly onLeave: () => void;
}

type DrawerActions = Pick<DrawerContentProps, 'navigation' | 'onLogout' | 'onLeave'>;

const entryHrefOf = ({ target }: DrawerEntry, navigation: DrawerActions['navigation']): string | undefined => {
  if (target.kind === 'screen') return navigation.hrefOf(target.address.key, ...target.address.params);
  return target.kind === 'link' ? target.href : undefined;
};

/** Icon and label of the entries that the shell itself adds to the drawer. */
const displayByOwnEntry = {
  verifyEmail: { icon: MailCheck, label: 'VerifyEmail' },
  login: { icon: LogIn, label: 'RegistrationOrLogin' },
  becomePartner: { icon: ChefHat, label: 'BecomePartner' },
  logout: { icon: LogOut, label: 'Logout' },
} as const satisfies Record<OwnEntryId, { readonly icon: IconSource; readonly label: keyof typeof de }>;

/** Keys of the texts that follow a number beside an entry, for assistive technology. */
const labelKeyByCount = {
  unreadChats: 'Unread',
  unansweredInvitations: 'WaitForAnswer',
} as const satisfies Record<WaitingCountName, keyof typeof de>;

const iconByEntry = new WeakMap<RemoteDrawerEntry, IconSource>();

/**
 * Returns a component that draws the icon of an entry. It is cached, because React would recreate the element if the
 * component changed.
 */
const iconOf = (entry: RemoteDrawerEntry): IconSource => {
  const existingIcon = iconByEntry.get(entry);
  if (existingIcon !== undefined) return existingIcon;
  const iconNode = entry.icon.map(({ tag, attributes }, shapeIndex): [string, Record<string, string>] => [
    tag,
    { ...attributes, key: String(shapeIndex) },
  ]);
  const iconSource: IconSource = (props) => <ShapedIcon iconNode={iconNode} {...props} />;
  iconByEntry.set(entry, iconSource);
  return iconSource;
};

const useIconAndLabel = (entry: DrawerEntry): { readonly icon: IconSource; readonly label: string } => {
  const t = useTexts();
  if ('declared' in entry) return { icon: iconOf(entry.declared), label: entry.declared.label };
  const { icon, label } = displayByOwnEntry[entry.own];
  return { icon, label: t(label) };
};

/**
 * Returns the name of the number that an entry shows; null if the entry has none, or one that this shell doesn't
 * compute.
 */
const countNameOf = (entry: DrawerEntry): WaitingCountName | null => {
  const countName = 'declared' in entry ? entry.declared.count : null;
  return countName !== null && isWaitingCount(countName) ? countName : null;
};

interface EntryRowProps extends DrawerActions {
  readonly entry: DrawerEntry;
  readonly counts: WaitingCounts;
  readonly hasWaitingMessages: boolean;
}

const EntryRow = ({ entry, counts, hasWaitingMessages, navigation, onLogout, onLeave }: EntryRowProps) => {
  const t = useTexts();
  const iconAndLabel = useIconAndLabel(entry);
  const countName = countNameOf(entry);
  const waitingCount = countName === null ? 0 : counts[countName];
  const leaveDrawer = () => {
    onLeave();
    if (entry.target.kind === 'logout') onLogout();
  };
  const href = entryHrefOf(entry, navigation);
  const rowProps = {
    ...iconAndLabel,
    count: waitingCount,
    countLabel: countName === null ? undefined : t(labelKeyByCount[countName], { count: waitingCount }),
    waitingLabel: hasWaitingMessages && countName === 'unreadChats' ? t('UnsentMessages') : undefined,
  };
  if (href === undefined) return <DrawerRow {...rowProps} onClick={leaveDrawer} />;
  return <DrawerRow {...rowProps} href={href} isExternal={entry.target.kind === 'link'} onClick={leaveDrawer} />;
};

const SignInEntry = ({ entry, navigation, onLeave }: DrawerActions & { readonly entry: DrawerEntry }) => {
  const t = useTexts();
  return (
    <SignInBox $gap={8}>
      <H2>{t('SignInTitle')}</H2>
      <Small $tone="quiet">{t('SignInText')}</Small>
      <ButtonLink isBlock href={entryHrefOf(entry, navigation) ?? ''} onClick={onLeave}>
        {t('RegistrationOrLogin')}
      </ButtonLink>
    </SignInBox>
  );
};

const NoticeEntry = ({ entry, navigation, onLeave }: DrawerActions & { readonly entry: DrawerEntry }) => {
  const t = useTexts();
  const { icon, label } = useIconAndLabel(entry);
  return (
    <DrawerNotice
      icon={icon}
      title={label}
      text={t('VerifyEmailReason')}
      href={entryHrefOf(entry, navigation) ?? ''}
      onClick={onLeave}
    />
  );
};

/** Closes the drawer when the hash of the URL changes, for example by Back. */
const useLeaveWithAddress = (onLeave: () => void): void =>
  useEffect(() => {
    window.addEventListener('hashchange', onLeave);
    return () => window.removeEventListener('hashchange', onLeave);
  }, [onLeave]);

/**
 * Returns the key of the text that says whether other users can see this user, and under which name if the user has
 * chosen none.
 */
const visibilityTextKey = ({ visible, named }: Pick<Account, 'visible' | 'named'>): keyof typeof de => {
  if (!visible) return 'InvisibleToOthers';
  return named ? 'VisibleToOthers' : 'VisibleAsSomebody';
};

/** Content of the drawer: the user and the entries (S1§2 "Side drawer"). */
export const DrawerContent = ({
  navigation,
  deployment,
  lookup,
  entries: declaredEntries,
  onLogout,
  onLeave,
}: DrawerContentProps) => {
  const t = useTexts();
  const account = useAccount();
  useLeaveWithAddress(onLeave);
  const counts = useWaitingCounts(account);
  const hasWaitingMessages = useHasWaitingMessages(account);
  const visibleEntries = drawerEntries({ account, deployment, lookup, entries: declaredEntries });
  const entriesInBlock = (wantedBlock: DrawerBlock) => visibleEntries.filter(({ block }) => block === wantedBlock);
  const drawerActions = { navigation, onLogout, onLeave };
  const entryRowsOf = (block: DrawerBlock) =>
    entriesInBlock(block).map((entry) => (
      <EntryRow
        key={entry.key}
        entry={entry}
        counts={counts}
        hasWaitingMessages={hasWaitingMessages}
        {...drawerActions}
      />
    ));
  return (
    <>
      {account?.loggedIn === true && (
        <DrawerHead
          name={account.named ? (account.displayName ?? t('Guest')) : null}
          namelessText={t('Nameless')}
          statusText={t(visibilityTextKey(account))}
          pictureUrl={account.photoURL}
        />
      )}
      {entriesInBlock('signIn').map((entry) => (
        <SignInEntry key={entry.key} entry={entry} {...drawerActions} />
      ))}
      {entriesInBlock('notice').map((entry) => (
        <NoticeEntry key={entry.key} entry={entry} {...drawerActions} />
      ))}
      <nav aria-label={t('Menu')}>
        {entriesInBlock('account').length > 0 && (
          <DrawerList aria-label={t('Account')}>{entryRowsOf('account')}</DrawerList>
        )}
        {entriesInBlock('service').length > 0 && (
          <DrawerList aria-label={t('Service')}>{entryRowsOf('service')}</DrawerList>
        )}
      </nav>
    </>
  );
};

/** Links to imprint and privacy policy, shown if a remote declares both screens. */
export const DrawerFoot = ({
  navigation,
  lookup,
  onLeave,
}: Pick<DrawerContentProps, 'navigation' | 'lookup' | 'onLeave'>) => {
  const t = useTexts();
  const [imprintAddress, privacyAddress] = [lookup.address('imprint'), lookup.address('privacy')];
  if (imprintAddress === null || privacyAddress === null) return null;
  return (
    <Inline $gap={6}>
      <LegalLink href={navigation.hrefOf(imprintAddress.key, ...imprintAddress.params)} onClick={onLeave}>
        {t('Imprint')}
      </LegalLink>
      <span aria-hidden="true">·</span>
      <LegalLink href={navigation.hrefOf(privacyAddress.key, ...privacyAddress.params)} onClick={onLeave}>
        {t('Privacy')}
      </LegalLink>
    </Inline>
  );
};

const LegalLink = styled.a`
  ${textStyles.caption}
  padding: 13px 0;
  color: ${tokens.color.ink2};
  &:hover {
    text-decoration: underline;
  }
`;

const SignInBox = styled(Stack)`
  padding: 20px 20px 16px;
`;
