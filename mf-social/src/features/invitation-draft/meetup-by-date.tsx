import type { Attendee } from '@mahlzeit/contract';
import { useCollection, useReloadHold, useShell, useSingleFlight } from '@mahlzeit/shared-ui/platform';
import { useRef } from 'react';
import { liveChats, liveMessages, useInvitablePeople } from '../chat';
import type { SharedRestaurant } from '../chat';
import { liveContacts } from '../contacts';
import { attendeeOf, changedDraft, emptyDraft } from './draft-rules';
import type { InvitationDraft } from './draft-rules';
import { draftOwnerOf, sendDraft, writeKeyOf } from './send-draft';
import type { SentDraft } from './send-draft';
import { WhenSheet } from './when-sheet';

/**
 * Sends a draft in which only the date is missing. Repeated presses send one request. A retry with the same date sends
 * the same idempotency key and creates no second invitation (S07).
 */
const useSendDatedDraft = (draft: InvitationDraft) => {
  const shell = useShell();
  const { isBusy, run } = useSingleFlight();
  const lastAttempt = useRef({ content: '', key: '' });
  useReloadHold(isBusy);
  const sendInvitation = async (date: string, isTakeAwayOnly: boolean): Promise<SentDraft> => {
    const datedDraft = changedDraft(draft, { date, isTakeAway: draft.isTakeAway || isTakeAwayOnly });
    const serializedDraft = JSON.stringify(datedDraft);
    if (lastAttempt.current.content !== serializedDraft)
      lastAttempt.current = { content: serializedDraft, key: writeKeyOf(datedDraft) };
    return sendDraft(shell, datedDraft, lastAttempt.current.key);
  };
  return { isBusy, run, send: sendInvitation };
};

interface ShareAsMeetupProps {
  readonly restaurantKey: string;
  /** Keys of the chosen people: contacts of the reader, and people from the reader's chats who aren't contacts. */
  readonly pickedKeys: readonly string[];
  readonly onClose: () => void;
}

/**
 * Shares a restaurant as a meetup (S2§4): asks for the date, then sends the invitation to the chat of the chosen
 * people.
 */
export const ShareAsMeetup = ({ restaurantKey, pickedKeys, onClose }: ShareAsMeetupProps) => {
  const shell = useShell();
  const contacts = useCollection(liveContacts).items;
  const chatParticipants = useCollection(liveChats).items.flatMap(({ participants }) =>
    participants.map(({ key, displayName, photoURL }) => ({ key, name: displayName, photoURL })),
  );
  const peopleByKey = new Map([...chatParticipants, ...contacts].map((person) => [person.key, person]));
  const owner = draftOwnerOf(shell);
  const attendees = pickedKeys.flatMap((key) => peopleByKey.get(key) ?? []).map(attendeeOf);
  const ownAttendees: readonly Attendee[] =
    owner === null
      ? []
      : [{ ...attendeeOf({ key: owner.uid, name: owner.name, photoURL: owner.photoURL }), status: 'accepted' }];
  const { isBusy, run, send } = useSendDatedDraft({
    ...emptyDraft,
    kind: 'ShareRestaurant',
    restaurant: restaurantKey,
    attendees: [...attendees, ...ownAttendees],
    origin: null,
  });
  const chooseDate = (date: string, isTakeAwayOnly: boolean): void =>
    run(async () => {
      const sentDraft = await send(date, isTakeAwayOnly);
      if (sentDraft.ok) shell.navigation.open('chatmessages', sentDraft.value.chatKey);
    });
  return <WhenSheet restaurant={restaurantKey} value={null} isBusy={isBusy} onChoose={chooseDate} onClose={onClose} />;
};

interface ArrangeSheetProps {
  readonly chatKey: string;
  readonly message: SharedRestaurant;
  readonly onDone: () => void;
}

/**
 * Asks for the date of a meetup at a restaurant that was shared in a chat. The gateway turns the message into the
 * invitation. After a failure the chosen date stays, and a retry creates no second invitation. When the user cancels,
 * the message stays unchanged (S13).
 */
export const ArrangeSheet = ({ chatKey, message: { messageKey, restaurantKey }, onDone }: ArrangeSheetProps) => {
  const { store } = useShell();
  const invitablePeople = useInvitablePeople(chatKey);
  const attendees = invitablePeople.map(({ key, name, pictureUrl }) => attendeeOf({ key, name, photoURL: pictureUrl }));
  const { isBusy, run, send } = useSendDatedDraft({
    ...emptyDraft,
    kind: 'ArrangeMeetup',
    restaurant: restaurantKey,
    attendees,
    chatKey,
    replacedChatMessageKey: messageKey,
  });
  const chooseDate = (date: string, isTakeAwayOnly: boolean): void =>
    run(async () => {
      const sentDraft = await send(date, isTakeAwayOnly);
      if (!sentDraft.ok) {
        // The restaurant was deleted: a retry can't succeed, so the sheet closes.
        if (sentDraft.error?.status === 404) onDone();
        return;
      }
      const messageCollection = liveMessages.of(store, chatKey);
      const replacedMessage = messageCollection.get().items.find(({ key }) => key === messageKey);
      // The chat shows the change at once. The chat's topic delivers the same change, possibly later.
      if (replacedMessage !== undefined)
        messageCollection.apply(messageKey, {
          ...replacedMessage,
          content: 'invitation',
          contentId: sentDraft.value.key,
        });
      onDone();
    });
  return <WhenSheet restaurant={restaurantKey} value={null} isBusy={isBusy} onChoose={chooseDate} onClose={onDone} />;
};
