import { Invitation, meTopic } from '@mahlzeit/contract';
import { meetupAtSameTime, meetupInstantOf } from '@mahlzeit/contract/rules';
import { defineCollection, defineTexts, formatTime, useCollection, useUid } from '@mahlzeit/shared-ui/platform';
import { Caption } from '@mahlzeit/shared-ui/ui';
import de from './locales/de.json';

const { text } = defineTexts('busy-time', de);

// This collection is defined here a second time: importing the feature of invitations with its texts would make the
// draft's screens larger by a thirtieth.
const upcomingInvitations = defineCollection({ topic: meTopic, collection: 'invitations', schema: Invitation });

/**
 * Returns a text that names the meetup at which the user already is at that time: „Um 12:00 bist du schon mit Ben bei
 * Pasta Sorella.“
 */
const busyText = (meetup: Invitation, uid: string): string => {
  const otherAttendees = meetup.attendees.filter(
    ({ key, status, name }) => key !== uid && status !== 'declined' && name.trim() !== '',
  );
  return text('BusyThen', {
    count: otherAttendees.length,
    more: otherAttendees.length - 1,
    name: otherAttendees[0]?.name.trim().split(/\s+/u)[0] ?? '',
    time: formatTime(meetupInstantOf(meetup)),
    place: meetup.restaurantInfo.name,
  });
};

/**
 * Returns a function that returns a warning if the user has another meetup at about the time `startsAt`, otherwise
 * null. The warning prevents nothing. `key` is the key of the meetup that starts at that time; null for one that isn't
 * stored.
 */
export const useBusyWarning = (): ((startsAt: number, key: string | null) => string | null) => {
  const uid = useUid() ?? '';
  const { items } = useCollection(upcomingInvitations);
  return (startsAt, key) => {
    const otherMeetup = meetupAtSameTime(items, { uid, startsAt, key });
    return otherMeetup === undefined ? null : busyText(otherMeetup, uid);
  };
};

/** Warning beside the button that accepts a meetup. Shows nothing if the user has no other meetup at that time. */
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
