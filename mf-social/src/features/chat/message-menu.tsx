import { useCollection, useShell } from '@mahlzeit/shared-ui/platform';
import { ActionRow, ActionSheet } from '@mahlzeit/shared-ui/ui/people';
import { Ban, Copy, Flag, LockOpen, UserPlus } from 'lucide-react';
import { useState } from 'react';
import { useBlocking, useContactActions, useVerifiedOnly } from '../contact-actions';
import { liveBlockedUsers, liveContacts } from '../contacts';
import { PersonReportSheet, ReportSheet } from '../report';
import type { ReportedPart } from '../report';
import { ReportRows } from '../report-rows';
import { copyText } from '../share-link';
import { authorIn, messageTime } from './chat-labels';
import type { ChatPerson } from './chat-labels';
import { text, useTexts } from './chat-texts';
import type { MessageRow } from './message-rules';
import type { OpenChat } from './use-chat';

const wordsOf = ({ content }: MessageRow): string => {
  if (content.kind === 'text' || content.kind === 'unsent') return content.text;
  return text(content.kind === 'restaurant' ? 'SharedRestaurant' : 'SharedInvitation');
};

interface AuthorRowsProps {
  readonly author: ChatPerson;
  readonly onReport: (part: ReportedPart) => void;
  readonly onClose: () => void;
}

/** What can be done with the author, by what they are to the reader: a contact, blocked, or neither (S2§4). */
const AuthorRows = ({ author: { key, name, pictureUrl }, onReport, onClose }: AuthorRowsProps) => {
  const t = useTexts();
  const { add, unblock } = useContactActions();
  const { block } = useBlocking();
  const isVerifiedOrLed = useVerifiedOnly();
  const isContact = useCollection(liveContacts).items.some((contact) => contact.key === key);
  const blockedUser = useCollection(liveBlockedUsers).items.find((user) => user.key === key);
  const then = (work: () => Promise<unknown>) => async (): Promise<void> => {
    onClose();
    if (await isVerifiedOrLed()) await work();
  };
  const blockThem = (): void => {
    onClose();
    // Not awaited: it asks in an alert.
    void block({ key, name });
  };
  return (
    <>
      <ReportRows pictureUrl={pictureUrl} onReport={onReport} />
      {blockedUser === undefined && !isContact && <ActionRow icon={UserPlus} label={t('AddPerson', { name })} onClick={() => void then(() => add([key]))()} />}
      {blockedUser === undefined && <ActionRow icon={Ban} label={t('BlockPerson', { name })} isDanger onClick={blockThem} />}
      {blockedUser !== undefined && <ActionRow icon={LockOpen} label={t('UnblockPerson', { name })} onClick={() => void then(() => unblock(blockedUser, false))()} />}
      {blockedUser !== undefined && !isContact && <ActionRow icon={UserPlus} label={t('UnblockAndAddPerson', { name })} onClick={() => void then(() => unblock(blockedUser, true))()} />}
    </>
  );
};

interface MessageMenuProps {
  readonly row: MessageRow;
  readonly chatKey: string;
  readonly chat: Pick<OpenChat, 'others'>;
  readonly onClose: () => void;
}

/** What can be done with somebody else's message: copy, report, and what its author offers; reporting offers to block. Loaded once somebody asks for it. */
export const MessageMenu = ({ row, chatKey, chat: { others }, onClose }: MessageMenuProps) => {
  const t = useTexts();
  const { clock, snackbar } = useShell();
  const [reported, setReported] = useState<'message' | ReportedPart | null>(null);
  const author = authorIn(others, row.authorKey);
  const words = wordsOf(row);
  const person = author.isGone ? null : author;

  const copy = async (): Promise<void> => {
    onClose();
    const outcome = await copyText(words, window.navigator);
    snackbar(outcome === 'copied' ? { tone: 'success', text: t('TextCopied') } : { tone: 'error', text: t('CopyFailed') });
  };
  if (reported === 'message' && row.messageKey !== null) {
    const quote = { heading: t('SaidAt', { name: author.name, time: messageTime(row.timestamp, clock.now()) }), text: words };
    return <ReportSheet subject={{ kind: 'message', key: row.messageKey, chatKey }} title={t('ReportMessage')} quote={quote} person={person} onClose={onClose} />;
  }
  if (person !== null && (reported === 'user' || reported === 'picture')) return <PersonReportSheet person={person} part={reported} onClose={onClose} />;
  return (
    <ActionSheet title={t('MessageOf', { name: author.name })} text={words} onClose={onClose}>
      {row.content.kind === 'text' && <ActionRow icon={Copy} label={t('CopyText')} onClick={() => void copy()} />}
      <ActionRow icon={Flag} label={t('ReportMessage')} onClick={() => setReported('message')} />
      {person !== null && <AuthorRows author={person} onReport={setReported} onClose={onClose} />}
    </ActionSheet>
  );
};
