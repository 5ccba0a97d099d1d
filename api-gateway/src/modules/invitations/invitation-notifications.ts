import type { Notification } from '@mahlzeit/contract';
import { berlinClock } from '@mahlzeit/contract/rules';
import texts from '../../../locales/de.json';
import { fillText } from '../../platform';
import type { WriteTransaction } from '../../platform';
import { findBlocksAmong } from '../contacts';
import { closeNotices, notifyInPlace } from '../notifications';
import type { StoredInvitation } from './invitation-repository';
import { restaurantOf } from './invitation-status';
import type { Surroundings } from './invitation-status';

/** Where each notification of an invitation leads to. */
const ROUTE = 'invitations';

type NoticeTransaction = Pick<WriteTransaction, 'knex' | 'record'>;
type InvitationKind = Extract<Notification['kind'], 'invitation' | 'invitationChanged' | 'invitationReminder'>;

const KINDS: readonly InvitationKind[] = ['invitation', 'invitationChanged', 'invitationReminder'];

/** What somebody did that others are told of. */
type Deed = 'invited' | 'accepted' | 'declined' | 'joined' | 'canceled' | 'resumed' | 'removed' | 'reminded';

const WORDS: Readonly<Record<Deed, { readonly kind: InvitationKind; readonly title: string; readonly text: string }>> =
  {
    invited: { kind: 'invitation', title: texts.noticeInvitationTitle, text: texts.noticeInvitation },
    accepted: {
      kind: 'invitationChanged',
      title: texts.noticeInvitationChangedTitle,
      text: texts.noticeInvitationAccepted,
    },
    declined: {
      kind: 'invitationChanged',
      title: texts.noticeInvitationChangedTitle,
      text: texts.noticeInvitationDeclined,
    },
    joined: {
      kind: 'invitationChanged',
      title: texts.noticeInvitationChangedTitle,
      text: texts.noticeInvitationJoined,
    },
    canceled: {
      kind: 'invitationChanged',
      title: texts.noticeInvitationCanceledTitle,
      text: texts.noticeInvitationCanceled,
    },
    resumed: {
      kind: 'invitationChanged',
      title: texts.noticeInvitationChangedTitle,
      text: texts.noticeInvitationResumed,
    },
    removed: {
      kind: 'invitationChanged',
      title: texts.noticeInvitationChangedTitle,
      text: texts.noticeInvitationRemoved,
    },
    reminded: {
      kind: 'invitationReminder',
      title: texts.noticeInvitationReminderTitle,
      text: texts.noticeInvitationReminder,
    },
  };

const berlinDate = new Intl.DateTimeFormat('de-DE', {
  timeZone: 'Europe/Berlin',
  weekday: 'short',
  day: '2-digit',
  month: '2-digit',
});

/** A day and a time that are still right when they are read tomorrow. */
const whenOf = ({ date }: Pick<StoredInvitation, 'date'>): string =>
  fillText(texts.meetupWhen, { day: berlinDate.format(date), time: berlinClock(date) });

interface Telling {
  readonly deed: Deed;
  /** Who did it; whoever blocks them isn't told, unless they come and would stand before a closed door. */
  readonly by: string;
  readonly uids: readonly string[];
  readonly now: number;
}

/**
 * Tells people inside the write what somebody did; of one invitation one notification of a kind is open, with the last
 * text.
 */
export const tellOf = async (
  tx: NoticeTransaction,
  invitation: StoredInvitation,
  surroundings: Surroundings,
  { deed, by, uids, now }: Telling,
): Promise<void> => {
  const there = uids.filter((uid) => uid !== by && surroundings.people.get(uid)?.isDeleted === false);
  const blocks = there.length === 0 ? [] : await findBlocksAmong(tx.knex, [by, ...there]);
  const { kind, title, text } = WORDS[deed];
  const author = surroundings.people.get(by);
  const words = fillText(text, {
    // A09: who has left is called by no name any more.
    name: (author?.isDeleted === false && author.displayName) || texts.noticeNobodysName,
    restaurant: restaurantOf(invitation, surroundings).name,
    when: whenOf(invitation),
  });
  const comes = (uid: string): boolean =>
    invitation.attendees.some((attendee) => attendee.uid === uid && attendee.status === 'accepted');
  const mustHear = (uid: string): boolean =>
    deed === 'removed' || ((deed === 'canceled' || deed === 'resumed') && comes(uid));
  const told = there.filter(
    (uid) => mustHear(uid) || !blocks.some(({ blocker, blocked }) => blocker === uid && blocked === by),
  );
  await notifyInPlace(tx, {
    uids: told,
    aboutUid: by,
    aboutKey: invitation.key,
    kind,
    title,
    text: words,
    route: ROUTE,
    sent: now,
  });
};

/** Closes what somebody was told of an invitation and has seen to. */
export const closeInvitationNotices = async (
  tx: NoticeTransaction,
  { key }: Pick<StoredInvitation, 'key'>,
  {
    uid,
    now,
    kinds = KINDS,
  }: { readonly uid: string; readonly now: number; readonly kinds?: readonly InvitationKind[] },
): Promise<void> => {
  for (const kind of kinds) await closeNotices(tx, { uid, kind, route: ROUTE, aboutKey: key, at: now });
};
