import { Invitation, meTopic } from '@mahlzeit/contract';
import { meetupAtSameTime, meetupInstantOf } from '@mahlzeit/contract/rules';
import { defineCollection, defineTexts, formatTime, useCollection, useUid } from '@mahlzeit/shared-ui/platform';
import { Caption } from '@mahlzeit/shared-ui/ui';
import de from './locales/de.json';

const { text } = defineTexts('busy-time', de);

// The feature of invitations with its texts would make the screens of a draft larger by a thirtieth.
const upcomingInvitations = defineCollection({ topic: meTopic, collection: 'invitations', schema: Invitation });

/** Names the meetup at which the reader already is: „Um 12:00 bist du schon mit Ben bei Pasta Sorella.“ */
const busyText = (meetup: Invitation, uid: string): string => {
  const company = meetup.attendees.filter(
    ({ key, status, name }) => key !== uid && status !== 'declined' && name.trim() !== '',
  );
  return text('BusyThen', {
    count: company.length,
    more: company.length - 1,
    name: company[0]?.name.trim().split(/\s+/u)[0] ?? '',
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
  const { items } = useCollection(upcomingInvitations);
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
