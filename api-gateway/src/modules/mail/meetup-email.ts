import type { Invitation, Ms } from '@mahlzeit/contract';
import { berlinClock, NAMELESS_PERSON } from '@mahlzeit/contract/rules';
import texts from '../../../locales/de.json';
import { fillText } from '../../platform';
import type { MailCalendar } from './mail-transport';

/** Event of a meetup about which an e-mail informs its reader. */
export type MeetupEvent = 'invited' | 'statusChanged' | 'canceled' | 'declined' | 'removed' | 'joined' | 'reminded';

/** E-mail that informs a guest or the owner about one event of a meetup, with the meetup as a calendar file. */
export interface MeetupEmail {
  readonly kind: 'meetup';
  readonly to: string;
  readonly event: MeetupEvent;
  readonly meetup: {
    readonly at: Ms;
    readonly status: Invitation['status'];
    readonly isTakeAway: boolean;
    /** Whether the reader is the owner of the meetup. */
    readonly isOwn: boolean;
    /** Whether the reader hasn't answered the invitation yet. */
    readonly isPending: boolean;
    /** Name of the meetup's owner; empty for an owner without a name. */
    readonly ownerName: string;
    readonly place: string;
    /** Street and town of the restaurant; empty if they are unknown. */
    readonly address: string;
  };
  /** URL of the page with the reader's meetups. */
  readonly url: string;
  readonly calendar: MailCalendar;
  /** URL with which the reader unsubscribes from e-mails about meetups. */
  readonly endUrl: string;
}

const meetupDayFormat = new Intl.DateTimeFormat('de-DE', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  timeZone: 'Europe/Berlin',
});

/** Texts of an e-mail about a meetup: subject, first line, button and last line. */
interface MeetupTexts {
  readonly subject: string;
  readonly before: string;
  /** Label of the button; null for an e-mail without a button. */
  readonly button: string | null;
  readonly after: string;
}

const TEXTS_BY_STATUS: Readonly<Record<Invitation['status'], Pick<MeetupTexts, 'subject' | 'before'>>> = {
  accepted: { subject: texts.mailMeetupAcceptedSubject, before: texts.mailMeetupAcceptedBefore },
  pending: { subject: texts.mailMeetupPendingSubject, before: texts.mailMeetupPendingBefore },
  declined: { subject: texts.mailMeetupDeclinedSubject, before: texts.mailMeetupDeclinedBefore },
  canceled: { subject: texts.mailMeetupCanceledSubject, before: texts.mailMeetupCanceledBefore },
};

const meetupTextsOf = ({ event, meetup: { status, isPending } }: MeetupEmail): MeetupTexts => {
  const [buttonLabel, keptMeetupText] = [texts.mailMeetupLook, texts.mailMeetupKeeps];
  const changeTexts = { ...TEXTS_BY_STATUS[status], button: buttonLabel, after: texts.mailMeetupRenews };
  switch (event) {
    case 'invited':
      return {
        subject: texts.mailMeetupInvitedSubject,
        before: texts.mailMeetupInvitedBefore,
        button: texts.mailMeetupAnswer,
        after: keptMeetupText,
      };
    case 'statusChanged':
      return isPending
        ? { ...changeTexts, before: `${changeTexts.before} ${texts.mailMeetupAsked}`, button: texts.mailMeetupAnswer }
        : changeTexts;
    case 'canceled':
      return {
        subject: texts.mailMeetupCanceledSubject,
        before: texts.mailMeetupCanceledBefore,
        button: null,
        after: texts.mailMeetupRemoves,
      };
    case 'declined':
      return {
        subject: texts.mailMeetupLeftSubject,
        before: texts.mailMeetupLeftBefore,
        button: null,
        after: texts.mailMeetupRemoves,
      };
    case 'removed':
      return {
        subject: texts.mailMeetupRemovedSubject,
        before: texts.mailMeetupRemovedBefore,
        button: null,
        after: texts.mailMeetupRemoves,
      };
    case 'joined':
      return {
        subject: texts.mailMeetupJoinedSubject,
        before: texts.mailMeetupJoinedBefore,
        button: buttonLabel,
        after: keptMeetupText,
      };
    case 'reminded':
      return {
        subject: texts.mailMeetupRemindedSubject,
        before: texts.mailMeetupRemindedBefore,
        button: buttonLabel,
        after: keptMeetupText,
      };
  }
};

/**
 * Returns the texts and the button of an e-mail about a meetup. The restaurant and the time of the meetup follow the
 * first line.
 */
export const meetupEmailParts = (message: MeetupEmail) => {
  const {
    meetup: { at, isTakeAway, isOwn, ownerName, place, address },
    url,
    endUrl,
  } = message;
  const { subject, before, button, after } = meetupTextsOf(message);
  const whenText = fillText(texts.meetupWhen, { day: meetupDayFormat.format(at), time: berlinClock(at) });
  const meetupFacts = [place, address, whenText, isTakeAway ? texts.meetupTakeAway : texts.meetupInHouse]
    .filter((factText) => factText !== '')
    .join('\n');
  const otherPeopleText = ownerName === '' ? texts.meetupOfNobody : fillText(texts.meetupOf, { owner: ownerName });
  const placeholderValues = {
    owner: ownerName === '' ? NAMELESS_PERSON : ownerName,
    place,
    when: whenText,
    meetup: isOwn ? texts.meetupOwn : otherPeopleText,
  };
  return {
    subject: fillText(subject, placeholderValues),
    before: `${fillText(before, placeholderValues)}\n\n${meetupFacts}`,
    centre: button === null ? null : ({ kind: 'link', href: url, label: button } as const),
    after,
    endUrl,
  };
};
