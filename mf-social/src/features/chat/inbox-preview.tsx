import type { Chat } from '@mahlzeit/contract';
import { meetupInstantOf } from '@mahlzeit/contract/rules';
import { useShell } from '@mahlzeit/shared-ui/platform';
import { Icon, textStyles, tokens, VisuallyHidden } from '@mahlzeit/shared-ui/ui';
import { CalendarPlus, CalendarX2, CircleAlert, Clock, Utensils } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import styled, { css } from 'styled-components';
import { useInvitation } from '../invitation-data';
import { useChatDraft } from './chat-drafts';
import { chatPreviewOf, meetupDayLabel } from './chat-labels';
import type { ChatPerson, ReaderContext } from './chat-labels';
import { text, useTexts } from './chat-texts';
import type { UnsentMessage } from './message-rules';
import { unsentMessagesOf } from './unsent-messages';

const ICON_BY_SHARED_KIND = { restaurant: Utensils, invitation: CalendarPlus, goneInvitation: CalendarX2 };

interface InboxPreviewProps {
  readonly chat: Chat;
  /** All other people of the chat, and the people who have left it. */
  readonly authors: readonly ChatPerson[];
  readonly reader: ReaderContext;
  /** Whether this chat is open beside the inbox. Its unsent text is then visible in the chat. */
  readonly isChosen: boolean;
  readonly now: number;
}

/**
 * Returns restaurant and day of the invitation that the newest message shares: `Pasta Sorella, Do.` Returns null for
 * all other messages, for an invitation that the reader may not read, and while invitations are loading.
 */
const useSharedMeetup = ({ lastMessage }: Chat, now: number): string | null => {
  const isInvitation = lastMessage?.content === 'invitation' && lastMessage.removed !== true;
  const lookup = useInvitation(isInvitation ? lastMessage.contentId : null);
  if (lookup.status !== 'known') return null;
  const instant = meetupInstantOf(lookup.invitation);
  return text('PlaceAndDay', { place: lookup.invitation.restaurantInfo.name, day: meetupDayLabel(instant, now) });
};

/** Returns the last message of a chat that the gateway hasn't confirmed yet. */
const useLastUnsentMessage = (chatKey: string): UnsentMessage | undefined => {
  const unsentMessages = unsentMessagesOf(useShell());
  return useSyncExternalStore(unsentMessages.subscribe, () =>
    unsentMessages.get().findLast((message) => message.chatKey === chatKey),
  );
};

const UnsentPreview = ({ content, status }: Pick<UnsentMessage, 'content' | 'status'>) => {
  const t = useTexts();
  const isRefused = status === 'refused';
  return (
    <>
      <UnsentMark $isRefused={isRefused}>
        <Icon source={isRefused ? CircleAlert : Clock} size={16} />
        <VisuallyHidden>{t(isRefused ? 'NotSent' : 'WaitsToBeSent')}</VisuallyHidden>
      </UnsentMark>
      <PreviewText data-preview dir="auto">
        {t('AuthorSays', { name: t('You'), text: content })}
      </PreviewText>
    </>
  );
};

/**
 * Line about a chat in the inbox: the user's unsent text, otherwise a message that is still being sent, otherwise the
 * newest message.
 */
export const InboxPreview = ({ chat, authors, reader, isChosen, now }: InboxPreviewProps) => {
  const t = useTexts();
  const draft = useChatDraft(chat.key).trim();
  const unsentMessage = useLastUnsentMessage(chat.key);
  const sharedMeetup = useSharedMeetup(chat, now);
  if (draft !== '' && !isChosen)
    return (
      <PreviewText data-preview>
        <DraftLabel>{t('Draft')}</DraftLabel> <bdi>{draft}</bdi>
      </PreviewText>
    );
  if (unsentMessage !== undefined) return <UnsentPreview {...unsentMessage} />;
  const chatPreview = chatPreviewOf(chat, authors, { ...reader, sharedMeetup });
  return (
    <>
      {chatPreview.sharedKind !== null && <Icon source={ICON_BY_SHARED_KIND[chatPreview.sharedKind]} size={16} />}
      <PreviewText data-preview dir="auto">
        {chatPreview.text}
      </PreviewText>
    </>
  );
};

/** Frame around the preview of a chat in the inbox and the mark of an unread chat. */
export const ChatPreviewLine = styled.div<{ readonly $isUnread: boolean }>`
  ${textStyles.small}
  display: flex;
  align-items: center;
  gap: 6px;
  container-type: inline-size;
  color: ${({ $isUnread }) => ($isUnread ? tokens.color.ink : tokens.color.ink2)};
  ${({ $isUnread }) =>
    $isUnread &&
    css`
      font-weight: 600;
    `}
`;

// Preview text of a chat in one line; longer texts are cut, while names wrap onto further lines. With a very large font
// the preview wraps as well, because one line would show too little text.
const PreviewText = styled.span`
  flex: 1;
  min-width: 0;
  overflow: hidden;
  text-overflow: ellipsis;
  white-space: nowrap;
  @container (max-width: 12rem) {
    overflow-wrap: anywhere;
    white-space: normal;
  }
`;

const DraftLabel = styled.span`
  color: ${tokens.color.plumText};
  font-weight: 600;
`;

const UnsentMark = styled.span<{ readonly $isRefused: boolean }>`
  display: inline-grid;
  flex: none;
  color: ${({ $isRefused }) => ($isRefused ? tokens.color.err : tokens.color.ink2)};
`;
