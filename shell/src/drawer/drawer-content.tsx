import { BlockedUser, Chat, ChatRead, Invitation, meTopic } from '@mahlzeit/contract';
import type { Account } from '@mahlzeit/contract';
import { isChatUnread } from '@mahlzeit/contract/rules';
import { defineCollection, useAccount, useCollection, useNow } from '@mahlzeit/shared-ui/platform';
import type { Navigation, ShellApi } from '@mahlzeit/shared-ui/platform';
import { ButtonLink, H2, Inline, Small, Stack, textStyles, tokens } from '@mahlzeit/shared-ui/ui';
import { DrawerHead, DrawerList, DrawerNotice, DrawerRow } from '@mahlzeit/shared-ui/ui/drawer';
import { useEffect } from 'react';
import styled from 'styled-components';
import { drawerEntries, entryDisplay } from './drawer-entries';
import type { DrawerBlock, DrawerEntry, DrawerEntryId, DrawerSituation } from './drawer-entries';
import { useTexts } from './drawer-texts';

/** Person and time of a count. */
export interface Counting {
  readonly uid: string;
  readonly now: number;
}

/** Whether an invitation to a future meetup has no answer of this person. */
const waitsFor = ({ isOwn, status, date, attendees }: Invitation, { uid, now }: Counting): boolean =>
  !isOwn &&
  status !== 'canceled' &&
  Date.parse(date) >= now &&
  attendees.some((attendee) => attendee.uid === uid && attendee.status === 'pending');

/** Counts the invitations without this person's answer. */
export const countToAnswer = (invitations: readonly Invitation[], counting: Counting): number =>
  invitations.filter((invitation) => waitsFor(invitation, counting)).length;

/** Chats, reads and blocked users of a reader. */
interface ReadChats {
  readonly chats: readonly Chat[];
  readonly reads: readonly ChatRead[];
  readonly blockedUsers: readonly BlockedUser[];
}

/** Counts the chats with unread messages of this person. */
export const countUnread = ({ chats, reads, blockedUsers }: ReadChats, { uid }: Pick<Counting, 'uid'>): number => {
  const blocked = new Set(blockedUsers.map(({ key }) => key));
  return chats.filter((chat) => isChatUnread(chat, { uid, blocked, read: reads.find(({ key }) => key === chat.key) }))
    .length;
};

/** Number of waiting things for each entry of the drawer. */
export type WaitingCounts = Readonly<Partial<Record<DrawerEntryId, number>>>;

const noCounts: WaitingCounts = {};
/** Only the window of the topic: past invitations need no answer. */
const liveInvitations = defineCollection({ topic: meTopic, collection: 'invitations', schema: Invitation });
const liveChats = defineCollection({ topic: meTopic, collection: 'chats', schema: Chat });
const liveChatReads = defineCollection({ topic: meTopic, collection: 'chatReads', schema: ChatRead });
const liveBlockedUsers = defineCollection({ topic: meTopic, collection: 'blockedUsers', schema: BlockedUser });

const useUnreadChats = (account: Account | null): number => {
  const arg = account === null ? null : '';
  const chats = useCollection(liveChats, arg).items;
  const reads = useCollection(liveChatReads, arg).items;
  const blockedUsers = useCollection(liveBlockedUsers, arg).items;
  return account === null ? 0 : countUnread({ chats, reads, blockedUsers }, account);
};

/** Counts from live data that the shell has anyway: no remote is loaded for it (Design §2). */
export const useWaitingCounts = (account: Account | null): WaitingCounts => {
  const isMember = account?.loggedIn === true;
  const unread = useUnreadChats(isMember ? account : null);
  const invitations = useCollection(liveInvitations, isMember ? '' : null).items;
  const now = useNow();
  return isMember ? { inbox: unread, invitations: countToAnswer(invitations, { uid: account.uid, now }) } : noCounts;
};

/** Content and actions of the drawer. */
export interface DrawerContentProps {
  readonly navigation: Pick<Navigation, 'hrefOf'>;
  readonly deployment: ShellApi['deployment'];
  readonly hasScreen: DrawerSituation['hasScreen'];
  readonly onLogout: () => void;
  /** Called when an entry leads to another screen. */
  readonly onLeave: () => void;
}

type Leading = Pick<DrawerContentProps, 'navigation' | 'onLogout' | 'onLeave'>;

const hrefOf = ({ target }: DrawerEntry, navigation: Leading['navigation']): string | undefined => {
  if (target.kind === 'screen') return navigation.hrefOf(target.key, ...target.params);
  return target.kind === 'link' ? target.href : undefined;
};

interface LineProps extends Leading {
  readonly entry: DrawerEntry;
  /** Number of waiting things. */
  readonly count?: number;
}

const Line = ({ entry, count = 0, navigation, onLogout, onLeave }: LineProps) => {
  const t = useTexts();
  const { icon, label } = entryDisplay[entry.id];
  const leave = () => {
    onLeave();
    if (entry.target.kind === 'logout') onLogout();
  };
  const href = hrefOf(entry, navigation);
  const row = {
    icon,
    label: t(label),
    count,
    countLabel: entry.id === 'inbox' ? t('Unread', { count }) : t('WaitForAnswer', { count }),
  };
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
  const { icon, label } = entryDisplay[entry.id];
  return (
    <DrawerNotice
      icon={icon}
      title={t(label)}
      text={t('VerifyEmailReason')}
      href={hrefOf(entry, navigation) ?? ''}
      onClick={onLeave}
    />
  );
};

/** Closes the drawer when the address changes, by typing or by Back. */
const useLeaveWithAddress = (onLeave: () => void): void =>
  useEffect(() => {
    window.addEventListener('hashchange', onLeave);
    return () => window.removeEventListener('hashchange', onLeave);
  }, [onLeave]);

/** Content of the drawer: the user and the entries (S1§2 "Side drawer"). */
export const DrawerContent = ({ navigation, deployment, hasScreen, onLogout, onLeave }: DrawerContentProps) => {
  const t = useTexts();
  const account = useAccount();
  useLeaveWithAddress(onLeave);
  const counts = useWaitingCounts(account);
  const entries = drawerEntries({ account, deployment, hasScreen });
  const linesOf = (block: DrawerBlock) => entries.filter(({ id }) => entryDisplay[id].block === block);
  const leading = { navigation, onLogout, onLeave };
  const rows = (block: DrawerBlock) =>
    linesOf(block).map((entry) => <Line key={entry.id} entry={entry} count={counts[entry.id]} {...leading} />);
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
        <SignIn key={entry.id} entry={entry} {...leading} />
      ))}
      {linesOf('notice').map((entry) => (
        <Notice key={entry.id} entry={entry} {...leading} />
      ))}
      <nav aria-label={t('Menu')}>
        {linesOf('account').length > 0 && <DrawerList aria-label={t('Account')}>{rows('account')}</DrawerList>}
        {linesOf('service').length > 0 && <DrawerList aria-label={t('Service')}>{rows('service')}</DrawerList>}
      </nav>
    </>
  );
};

/** Links to the legal pages, always visible. They are screens of the settings. */
export const DrawerFoot = ({
  navigation,
  hasScreen,
  onLeave,
}: Pick<DrawerContentProps, 'navigation' | 'hasScreen' | 'onLeave'>) => {
  const t = useTexts();
  if (!hasScreen('settings')) return null;
  return (
    <Inline $gap={6}>
      <LegalLink href={navigation.hrefOf('settings', 'imprint')} onClick={onLeave}>
        {t('Imprint')}
      </LegalLink>
      <span aria-hidden="true">·</span>
      <LegalLink href={navigation.hrefOf('settings', 'privacy')} onClick={onLeave}>
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
