import type { RemoteDrawerEntry } from '@mahlzeit/contract';
import { useAccount } from '@mahlzeit/shared-ui/platform';
import type { Navigation, ShellApi } from '@mahlzeit/shared-ui/platform';
import type { WaitingCount } from '@mahlzeit/shared-ui/shell-entries';
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
import { isWaitingCount, useWaitingCounts } from './waiting-counts';
import type { WaitingCounts } from './waiting-counts';

/** Props of the drawer's content. */
export interface DrawerContentProps {
  readonly navigation: Pick<Navigation, 'hrefOf'>;
  readonly deployment: ShellApi['deployment'];
  readonly lookup: AddressLookup;
  /** Entries that the remotes declare. */
  readonly entries: readonly RemoteDrawerEntry[];
  readonly onLogout: () => void;
  /** Called when an entry is pressed; closes the drawer. */
  readonly onLeave: () => void;
}

type Leading = Pick<DrawerContentProps, 'navigation' | 'onLogout' | 'onLeave'>;

const hrefOf = ({ target }: DrawerEntry, navigation: Leading['navigation']): string | undefined => {
  if (target.kind === 'screen') return navigation.hrefOf(target.address.key, ...target.address.params);
  return target.kind === 'link' ? target.href : undefined;
};

/** Icon and label of the shell's own entries. */
const ownDisplay = {
  verifyEmail: { icon: MailCheck, label: 'VerifyEmail' },
  login: { icon: LogIn, label: 'RegistrationOrLogin' },
  becomePartner: { icon: ChefHat, label: 'BecomePartner' },
  logout: { icon: LogOut, label: 'Logout' },
} as const satisfies Record<OwnEntryId, { readonly icon: IconSource; readonly label: keyof typeof de }>;

/** Keys of the texts that follow a count, for assistive technology. */
const countLabels = {
  unreadChats: 'Unread',
  unansweredInvitations: 'WaitForAnswer',
} as const satisfies Record<WaitingCount, keyof typeof de>;

const icons = new WeakMap<RemoteDrawerEntry, IconSource>();

/**
 * Returns a component that draws the icon of an entry. Cached: React would recreate the element if the component
 * changed.
 */
const iconOf = (entry: RemoteDrawerEntry): IconSource => {
  const existing = icons.get(entry);
  if (existing !== undefined) return existing;
  const iconNode = entry.icon.map(({ tag, attributes }, at): [string, Record<string, string>] => [
    tag,
    { ...attributes, key: String(at) },
  ]);
  const source: IconSource = (props) => <ShapedIcon iconNode={iconNode} {...props} />;
  icons.set(entry, source);
  return source;
};

const useDisplay = (entry: DrawerEntry): { readonly icon: IconSource; readonly label: string } => {
  const t = useTexts();
  if ('declared' in entry) return { icon: iconOf(entry.declared), label: entry.declared.label };
  const { icon, label } = ownDisplay[entry.own];
  return { icon, label: t(label) };
};

/**
 * Returns the name of the count that an entry shows; null if the entry has none, or one that this shell doesn't
 * compute.
 */
const countOf = (entry: DrawerEntry): WaitingCount | null => {
  const name = 'declared' in entry ? entry.declared.count : null;
  return name !== null && isWaitingCount(name) ? name : null;
};

interface LineProps extends Leading {
  readonly entry: DrawerEntry;
  readonly counts: WaitingCounts;
}

const Line = ({ entry, counts, navigation, onLogout, onLeave }: LineProps) => {
  const t = useTexts();
  const display = useDisplay(entry);
  const name = countOf(entry);
  const count = name === null ? 0 : counts[name];
  const leave = () => {
    onLeave();
    if (entry.target.kind === 'logout') onLogout();
  };
  const href = hrefOf(entry, navigation);
  const row = { ...display, count, countLabel: name === null ? undefined : t(countLabels[name], { count }) };
  if (href === undefined) return <DrawerRow {...row} onClick={leave} />;
  return <DrawerRow {...row} href={href} isExternal={entry.target.kind === 'link'} onClick={leave} />;
};

const SignIn = ({ entry, navigation, onLeave }: Leading & { readonly entry: DrawerEntry }) => {
  const t = useTexts();
  return (
    <SignInBox $gap={8}>
      <H2>{t('SignInTitle')}</H2>
      <Small $tone="quiet">{t('SignInText')}</Small>
      <ButtonLink isBlock href={hrefOf(entry, navigation) ?? ''} onClick={onLeave}>
        {t('RegistrationOrLogin')}
      </ButtonLink>
    </SignInBox>
  );
};

const Notice = ({ entry, navigation, onLeave }: Leading & { readonly entry: DrawerEntry }) => {
  const t = useTexts();
  const { icon, label } = useDisplay(entry);
  return (
    <DrawerNotice
      icon={icon}
      title={label}
      text={t('VerifyEmailReason')}
      href={hrefOf(entry, navigation) ?? ''}
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

/** Content of the drawer: the user and the entries (S1§2 "Side drawer"). */
export const DrawerContent = ({
  navigation,
  deployment,
  lookup,
  entries: declared,
  onLogout,
  onLeave,
}: DrawerContentProps) => {
  const t = useTexts();
  const account = useAccount();
  useLeaveWithAddress(onLeave);
  const counts = useWaitingCounts(account);
  const entries = drawerEntries({ account, deployment, lookup, entries: declared });
  const linesOf = (wanted: DrawerBlock) => entries.filter(({ block }) => block === wanted);
  const leading = { navigation, onLogout, onLeave };
  const rows = (block: DrawerBlock) =>
    linesOf(block).map((entry) => <Line key={entry.key} entry={entry} counts={counts} {...leading} />);
  return (
    <>
      {account?.loggedIn === true && (
        <DrawerHead
          name={account.displayName ?? t('Guest')}
          line={t(account.visible ? 'VisibleToOthers' : 'InvisibleToOthers')}
          pictureUrl={account.photoURL}
        />
      )}
      {linesOf('signIn').map((entry) => (
        <SignIn key={entry.key} entry={entry} {...leading} />
      ))}
      {linesOf('notice').map((entry) => (
        <Notice key={entry.key} entry={entry} {...leading} />
      ))}
      <nav aria-label={t('Menu')}>
        {linesOf('account').length > 0 && <DrawerList aria-label={t('Account')}>{rows('account')}</DrawerList>}
        {linesOf('service').length > 0 && <DrawerList aria-label={t('Service')}>{rows('service')}</DrawerList>}
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
  const [imprint, privacy] = [lookup.address('imprint'), lookup.address('privacy')];
  if (imprint === null || privacy === null) return null;
  return (
    <Inline $gap={6}>
      <LegalLink href={navigation.hrefOf(imprint.key, ...imprint.params)} onClick={onLeave}>
        {t('Imprint')}
      </LegalLink>
      <span aria-hidden="true">·</span>
      <LegalLink href={navigation.hrefOf(privacy.key, ...privacy.params)} onClick={onLeave}>
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
