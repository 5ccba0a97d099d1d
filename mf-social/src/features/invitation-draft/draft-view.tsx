import type { Restaurant } from '@mahlzeit/contract';
import { CHAT_MESSAGE_MAX_LENGTH, meetupDateError, textLength } from '@mahlzeit/contract/rules';
import {
  errorCode,
  formatMoment,
  skipToken,
  uidOf,
  useCollection,
  useLazyPart,
  useNow,
  useRestaurantQuery,
  useShell,
} from '@mahlzeit/shared-ui/platform';
import { Banner, Button, Inline, Small, Stack } from '@mahlzeit/shared-ui/ui';
import { Sheet } from '@mahlzeit/shared-ui/ui/dialog';
import { ChoiceTiles, TextArea } from '@mahlzeit/shared-ui/ui/form';
import { MomentPicker } from '@mahlzeit/shared-ui/ui/moment';
import { Plus, ShoppingBag, Utensils } from 'lucide-react';
import { useEffect, useState } from 'react';
import styled from 'styled-components';
import { liveBlockedUsers } from '../contacts';
import { useSearchLocation } from '../search-location';
import { DraftGuests } from './draft-guests';
import { PlaceCard } from './draft-place';
import type { PlaceCardProps } from './draft-place';
import { guestsOf, isMessageTooLong } from './draft-rules';
import type { InvitationDraft } from './draft-rules';
import { useTexts } from './draft-texts';
import { useListPanePosition } from './list-place';
import { instantOfMoment, momentOf, useMeetupTimes } from './meetup-time';
import { openDraftScreen } from './draft-navigation';
import type { Draft } from './use-draft';
import { useDraft } from './use-draft';

interface DraftSectionProps {
  readonly draft: InvitationDraft;
  readonly uid: string;
  readonly change: Draft['change'];
}

/**
 * Fields with which the user chooses between eating in and taking away. There is no choice at restaurants that offer
 * only take-away.
 */
const TakeAwayChoice = ({
  draft,
  change: changeDraft,
  isTakeAwayOnly,
}: Omit<DraftSectionProps, 'uid'> & { readonly isTakeAwayOnly: boolean }) => {
  const t = useTexts();
  if (isTakeAwayOnly)
    return (
      <Banner tone="neutral" icon={ShoppingBag}>
        {t('OnlyTakeAway')}
      </Banner>
    );
  return (
    <ChoiceTiles
      label={t('WhereToEat')}
      options={[
        { id: 'inside', label: t('InStore'), text: t('InStoreText'), icon: Utensils },
        { id: 'away', label: t('TakeAway'), text: t('TakeAwayText'), icon: ShoppingBag },
      ]}
      chosenId={draft.isTakeAway ? 'away' : 'inside'}
      onChoose={(choiceId) => changeDraft({ isTakeAway: choiceId === 'away' })}
    />
  );
};

/** Field for the chat message that is sent together with the invitation. */
const MessageField = ({ draft: { message, ...draft }, change: changeDraft }: Omit<DraftSectionProps, 'uid'>) => {
  const t = useTexts();
  return (
    <TextArea
      label={t('MessageToo')}
      hint={t('MessageTooHint')}
      rows={2}
      value={message}
      characterCount={{ length: textLength(message.trim()), max: CHAT_MESSAGE_MAX_LENGTH }}
      error={isMessageTooLong({ ...draft, message }) ? t('MessageTooLong') : undefined}
      onChange={({ target }) => changeDraft({ message: target.value })}
    />
  );
};

/**
 * Date and time of the meetup; an error about them is red. The script of the calendar loads when the user wants another
 * time.
 */
const DraftTime = ({
  draft,
  change: changeDraft,
  place,
  isBusy,
}: Omit<DraftSectionProps, 'uid'> & { readonly place: Restaurant | null; readonly isBusy: boolean }) => {
  const { choices, legend, noticeAt } = useMeetupTimes(place, isBusy);
  const { part: calendarModule, load } = useLazyPart(() => import('./when-sheet'));
  const [isCalendarOpen, setIsCalendarOpen] = useState(false);
  const draftInstant = Date.parse(draft.date ?? '');
  if (Number.isNaN(draftInstant)) return null;
  const chooseMeetupDate = (isoDate: string): void => {
    changeDraft({ date: isoDate });
    setIsCalendarOpen(false);
  };
  return (
    <MomentPicker
      value={momentOf(draftInstant)}
      choices={choices}
      notice={noticeAt(draftInstant)}
      legend={legend}
      onChange={(chosenMoment) =>
        changeDraft({ date: new Date(instantOfMoment(chosenMoment) ?? draftInstant).toISOString() })
      }
      // The promise isn't awaited, because `load` reports its errors itself.
      onMoreChoices={() => void load().then(setIsCalendarOpen)}
    >
      {isCalendarOpen && calendarModule !== null && (
        <calendarModule.MeetupDateSheet
          restaurant={draft.restaurant}
          loadedRestaurant={place}
          value={draft.date}
          onChoose={chooseMeetupDate}
          onClose={() => setIsCalendarOpen(false)}
        />
      )}
    </MomentPicker>
  );
};

interface DraftDockProps extends PlaceCardProps {
  readonly draft: InvitationDraft;
  readonly uid: string;
  readonly isBusy: boolean;
  readonly onSend: () => void;
}

/** Returns the reason why an invitation's draft can't be sent; undefined if it can. */
const useSendHindrance = ({
  draft,
  uid,
  place,
  error,
}: Pick<DraftDockProps, 'draft' | 'uid' | 'place' | 'error'>): string | undefined => {
  const t = useTexts();
  const now = useNow();
  const { noticeAt } = useMeetupTimes(place ?? null);
  const blockedUsers = useCollection(liveBlockedUsers).items;
  if (draft.restaurant === null || (place === undefined && errorCode(error) === 'notFound'))
    return t('ChoosePlaceFirst');
  // The restaurant's opening hours aren't loaded yet. If loading fails, the draft can be sent without checking them.
  if (place === undefined && error === undefined) return t('PlaceIsLoading');
  const instant = Date.parse(draft.date ?? '');
  const isDateInvalid = Number.isNaN(instant) || meetupDateError(instant, now) !== null;
  if (isDateInvalid || noticeAt(instant)?.tone === 'err')
    return t('InvalidDateInfo', { kind: isDateInvalid ? 'date' : 'place' });
  const guests = guestsOf(draft, uid);
  if (guests.length === 0) return t('ErrorNoUsers');
  // An invited person may be blocked meanwhile in that person's action sheet. The gateway would refuse the invitation.
  if (guests.some((guest) => blockedUsers.some(({ key }) => key === guest.key)))
    return t('ErrorUninvitable', { count: guests.length });
  return isMessageTooLong(draft) ? t('MessageTooLong') : undefined;
};

/** Summary of an invitation's draft, with the button that sends the invitation. */
const DraftDock = ({ draft, uid, place, error, isBusy, onSend }: DraftDockProps) => {
  const t = useTexts();
  const now = useNow();
  const sendHindrance = useSendHindrance({ draft, uid, place, error });
  const guests = guestsOf(draft, uid);
  return (
    <Stack $gap={8}>
      <SummaryLine>
        <Small $tone="quiet">{draft.date === null ? '' : formatMoment(Date.parse(draft.date), now)}</Small>
        <Small $tone="quiet">{t('YouAndOthers', { count: guests.length, name: guests[0]?.name ?? '' })}</Small>
      </SummaryLine>
      <Button isBlock isBusy={isBusy} disabledReason={sendHindrance} onClick={onSend}>
        {t('SendInvitation')}
      </Button>
    </Stack>
  );
};

const SummaryLine = styled(Inline)`
  justify-content: space-between;
  padding-inline: 4px;
`;

/**
 * Shows the restaurant on the map beside the draft. Does nothing if the remote mf-discovery, which draws the map, isn't
 * available.
 */
const useShowPlaceOnMap = (place: Restaurant | undefined): void => {
  const { remotes } = useShell();
  useEffect(() => {
    if (place !== undefined) void remotes.runCommand('discovery/showPlace', { restaurant: place });
  }, [remotes, place]);
  useEffect(() => () => void remotes.runCommand('discovery/showPlace', { restaurant: null }), [remotes]);
};

/** Last step of an invitation's draft: shows all input, which can still be changed before the invitation is sent. */
export const DraftView = () => {
  const t = useTexts();
  const shell = useShell();
  const draftEditor = useDraft('invitationdraft');
  const coordinate = useSearchLocation();
  const restaurantKey = draftEditor.draft?.restaurant ?? null;
  const { data: place, error } = useRestaurantQuery(
    restaurantKey === null || coordinate === undefined
      ? skipToken
      : { key: restaurantKey, ...(coordinate !== null && { at: coordinate }) },
  );
  useShowPlaceOnMap(place);
  const listPanePosition = useListPanePosition();
  if (draftEditor.draft === null) return null;
  const uid = uidOf(shell.session.get()) ?? '';
  const sectionProps = { draft: draftEditor.draft, uid, change: draftEditor.change };
  const isTakeAwayOnly = place?.onlyTakeAway ?? false;
  return (
    <Sheet
      title={t('Invitation')}
      place={listPanePosition}
      backButton={{ label: t('Back'), onClick: draftEditor.leave }}
      onClose={draftEditor.leave}
      entry={draftEditor.entry}
      dock={
        <DraftDock
          draft={draftEditor.draft}
          uid={uid}
          place={place}
          error={error}
          isBusy={draftEditor.isBusy}
          onSend={() => draftEditor.send(isTakeAwayOnly)}
        />
      }
    >
      <Stack $gap={24} inert={draftEditor.isBusy}>
        {restaurantKey === null ? (
          <Button variant="second" icon={Plus} onClick={() => openDraftScreen(shell, 'invitationrestaurant')}>
            {t('WhereToMeet')}
          </Button>
        ) : (
          <PlaceCard place={place} error={error} />
        )}
        <DraftTime {...sectionProps} place={place ?? null} isBusy={draftEditor.isBusy} />
        <DraftGuests {...sectionProps} />
        <TakeAwayChoice {...sectionProps} isTakeAwayOnly={isTakeAwayOnly} />
        <MessageField {...sectionProps} />
      </Stack>
    </Sheet>
  );
};
