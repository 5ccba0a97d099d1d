import { useShell } from '@mahlzeit/shared-ui/platform';
import { ActionRow, ActionSheet } from '@mahlzeit/shared-ui/ui/people';
import { Copy, Flag } from 'lucide-react';
import { useState } from 'react';
import { PersonReportSheet, PersonRows, ReportSheet } from '../person';
import type { ReportedPart } from '../person';
import { copyText } from '../links';
import { authorAmong, messageTimeLabel } from './chat-labels';
import { text, useTexts } from './chat-texts';
import type { MessageRow } from './message-rules';
import type { OpenChat } from './use-chat';

const messageTextOf = ({ content }: MessageRow): string => {
  if (content.kind === 'text' || content.kind === 'unsent') return content.text;
  return text(content.kind === 'restaurant' ? 'SharedRestaurant' : 'SharedInvitation');
};

interface MessageMenuProps {
  readonly row: MessageRow;
  readonly chatKey: string;
  readonly chat: Pick<OpenChat, 'authors'>;
  readonly onClose: () => void;
}

/**
 * Menu for a message of another user: copy or report the message, and the actions on its author. After a report the
 * menu offers to block the author. The script is loaded when the first menu opens.
 */
export const MessageMenu = ({ row, chatKey, chat: { authors }, onClose }: MessageMenuProps) => {
  const t = useTexts();
  const { clock, snackbar } = useShell();
  const [reportedPart, setReportedPart] = useState<'message' | ReportedPart | null>(null);
  const author = authorAmong(authors, row.authorKey);
  const messageText = messageTextOf(row);
  const knownAuthor = author.isGone ? null : author;

  const copyMessageText = async (): Promise<void> => {
    onClose();
    const copyOutcome = await copyText(messageText, window.navigator);
    snackbar(
      copyOutcome === 'copied' ? { tone: 'success', text: t('TextCopied') } : { tone: 'error', text: t('CopyFailed') },
    );
  };
  if (reportedPart === 'message' && row.messageKey !== null) {
    const reportQuote = {
      heading: t('SaidAt', { name: author.name, time: messageTimeLabel(row.timestamp, clock.now()) }),
      text: messageText,
    };
    return (
      <ReportSheet
        subject={{ kind: 'message', key: row.messageKey, chatKey }}
        title={t('ReportMessage')}
        quote={reportQuote}
        person={knownAuthor}
        onClose={onClose}
      />
    );
  }
  if (knownAuthor !== null && (reportedPart === 'user' || reportedPart === 'picture'))
    return <PersonReportSheet person={knownAuthor} part={reportedPart} onClose={onClose} />;
  return (
    <ActionSheet title={t('MessageOf', { name: author.name })} text={messageText} onClose={onClose}>
      {row.content.kind === 'text' && (
        <ActionRow icon={Copy} label={t('CopyText')} onClick={() => void copyMessageText()} />
      )}
      <ActionRow icon={Flag} label={t('ReportMessage')} onClick={() => setReportedPart('message')} />
      {knownAuthor !== null && <PersonRows person={knownAuthor} onReport={setReportedPart} onClose={onClose} />}
    </ActionSheet>
  );
};
