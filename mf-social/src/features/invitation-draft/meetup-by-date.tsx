import type { Attendee } from '@mahlzeit/contract';
import { useCollection, useHoldReload, useShell, useSingleFlight } from '@mahlzeit/shared-ui/platform';
import { useRef } from 'react';
import { liveChats, liveMessages, useInvitablePeople } from '../chat';
import type { SharedRestaurant } from '../chat';
import { liveContacts } from '../contacts';
import { attendeeOf, withDraftChange, emptyDraft } from './draft-rules';
import type { InvitationDraft } from './draft-rules';
import { draftOwnerOf, sendDraft, writeKeyOf } from './send-draft';
import type { SentDraft } from './send-draft';
import { MeetupDateSheet } from './when-sheet';

/**
 * Sends a draft in which only the date is missing. Repeated presses send one request. A retry with the same date sends
 * the same idempotency key and creates no second invitation (S07).
 */
const useSendDatedDraft = (draft: InvitationDraft) => {
  const shell = useShell();
  const { isBusy, run } = useSingleFlight();
  const lastSendAttempt = useRef({ content: '', key: '' });
  useHoldReload(isBusy);
  const sendInvitation = async (isoDate: string, isTakeAwayOnly: boolean): Promise<SentDraft> => {
    const datedDraft = withDraftChange(draft, { date: isoDate, isTakeAway: draft.isTakeAway || isTakeAwayOnly });
    const serializedDraft = JSON.stringify(datedDraft);
    if (lastSendAttempt.current.content !== serializedDraft)
      lastSendAttempt.current = { content: serializedDraft, key: writeKeyOf(datedDraft) };
    return sendDraft(shell, datedDraft, lastSendAttempt.current.key);
  };
  return { isBusy, run, send: sendInvitation };
};

interface ShareAsMeetupProps {
  readonly restaurantKey: string;
  /** Keys of the chosen people: contacts of the user, and people from the user's chats who aren't contacts. */
  readonly pickedKeys: readonly string[];
  readonly onClose: () => void;
}

/**
 * Shares a restaurant as a meetup (S2§4): asks for the date, then sends the invitation to the chat of the chosen
 * people.
 */
export const ShareAsMeetupSheet = ({ restaurantKey, pickedKeys, onClose }: ShareAsMeetupProps) => {
  const shell = useShell();
  const contacts = useCollection(liveContacts).items;
  const chatParticipants = useCollection(liveChats).items.flatMap(({ participants }) =>
    participants.map(({ key, displayName, photoURL }) => ({ key, name: displayName, photoURL })),
  );
  const peopleByKey = new Map([...chatParticipants, ...contacts].map((person) => [person.key, person]));
  const draftOwner = draftOwnerOf(shell);
  const attendees = pickedKeys.flatMap((key) => peopleByKey.get(key) ?? []).map(attendeeOf);
  const ownAttendees: readonly Attendee[] =
    draftOwner === null
      ? []
      : [
          {
            ...attendeeOf({ key: draftOwner.uid, name: draftOwner.name, photoURL: draftOwner.photoURL }),
            status: 'accepted',
          },
        ];
  const { isBusy, run, send } = useSendDatedDraft({
    ...emptyDraft,
    kind: 'ShareRestaurant',
    restaurant: restaurantKey,
    attendees: [...attendees, ...ownAttendees],
    origin: null,
  });
  const sendForDate = (isoDate: string, isTakeAwayOnly: boolean): void =>
    run(async () => {
      const sentDraft = await send(isoDate, isTakeAwayOnly);
      if (sentDraft.ok) shell.navigation.open('chatmessages', sentDraft.value.chatKey);
    });
  return (
    <MeetupDateSheet restaurant={restaurantKey} value={null} isBusy={isBusy} onChoose={sendForDate} onClose={onClose} />
  );
};

interface ArrangeMeetupSheetProps {
  readonly chatKey: string;
  readonly message: SharedRestaurant;
  readonly onDone: () => void;
}

/**
 * Asks for the date of a meetup at a restaurant that was shared in a chat. The gateway turns the message into the
 * invitation. After a failure the chosen date stays, and a retry creates no second invitation. When the user cancels,
 * the message stays unchanged (S13).
 */
export const ArrangeMeetupSheet = ({
  chatKey,
  message: { messageKey, restaurantKey },
  onDone,
}: ArrangeMeetupSheetProps) => {
  const { store } = useShell();
  const { people } = useInvitablePeople(chatKey);
  const attendees = people.map(({ key, name, pictureUrl }) => attendeeOf({ key, name, photoURL: pictureUrl }));
  const { isBusy, run, send } = useSendDatedDraft({
    ...emptyDraft,
    kind: 'ArrangeMeetup',
    restaurant: restaurantKey,
    attendees,
    chatKey,
    replacedChatMessageKey: messageKey,
  });
  const sendForDate = (isoDate: string, isTakeAwayOnly: boolean): void =>
    run(async () => {
      const sentDraft = await send(isoDate, isTakeAwayOnly);
      if (!sentDraft.ok) {
        // The restaurant was deleted. Another attempt can't succeed, so the sheet closes.
        if (sentDraft.error?.status === 404) onDone();
        return;
      }
      const messageCollection = liveMessages.of(store, chatKey);
      const replacedMessage = messageCollection.get().items.find(({ key }) => key === messageKey);
      // The chat shows the changed message at once. The chat's live topic delivers the same change, possibly later.
      if (replacedMessage !== undefined)
        messageCollection.apply(messageKey, {
          ...replacedMessage,
          content: 'invitation',
          contentId: sentDraft.value.key,
        });
      onDone();
    });
  return (
    <MeetupDateSheet restaurant={restaurantKey} value={null} isBusy={isBusy} onChoose={sendForDate} onClose={onDone} />
  );
};
