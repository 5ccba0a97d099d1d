import type { Invitation } from '@mahlzeit/contract';
import { meetupAtSameTime, meetupInstantOf } from '@mahlzeit/contract/rules';
import { defineTexts, formatTime, useCollection, useUid } from '@mahlzeit/shared-ui/platform';
import { Caption } from '@mahlzeit/shared-ui/ui';
import { liveInvitations } from '../live-invitations';
import de from './locales/de.json';

// Own texts, so that a draft doesn't load those of all invitations.
const { text } = defineTexts('busyTime', de);

/** Names the meetup at which the reader already is: „Um 12:00 bist du schon mit Ben bei Pasta Sorella.“ */
const busyText = (meetup: Invitation, uid: string): string => {
  // Accounts that were deleted have no name.
  const firstNames = meetup.attendees.flatMap(({ key, name, status }) =>
    key === uid || status === 'declined' ? [] : name.trim().split(/\s+/u).slice(0, 1).filter(Boolean),
  );
  return text('BusyThen', {
    count: firstNames.length,
    more: firstNames.length - 1,
    name: firstNames[0] ?? '',
    time: formatTime(meetupInstantOf(meetup)),
    place: meetup.restaurantInfo.name,
  });
};

/**
 * Returns a function that warns of a second meetup at about the time `startsAt`; null when the reader is free then. The
 * warning prevents nothing. `key` is the key of the meetup that starts at that time; null for one that isn't stored.
 */
export const useBusyWarning = (): ((startsAt: number, key: string | null) => string | null) => {
  const uid = useUid() ?? '';
  const { items } = useCollection(liveInvitations);
  return (startsAt, key) => {
    const otherMeetup = meetupAtSameTime(items, { uid, startsAt, key });
    return otherMeetup === undefined ? null : busyText(otherMeetup, uid);
  };
};

/** Warning at the button that accepts a meetup. Shows nothing when the reader is free at that time. */
export const BusyWarning = ({
  meetup,
  className,
}: {
  readonly meetup: { readonly key: string | null; readonly date: string };
  readonly className?: string;
}) => {
  const warning = useBusyWarning()(meetupInstantOf(meetup), meetup.key);
  return warning === null ? null : (
    <Caption $tone="quiet" className={className}>
      {warning}
    </Caption>
  );
};
