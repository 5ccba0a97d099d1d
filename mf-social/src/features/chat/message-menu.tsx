import { useCollection, useSession, useShell } from '@mahlzeit/shared-ui/platform';
import { ActionRow, ActionSheet } from '@mahlzeit/shared-ui/ui/people';
import { Ban, Copy, Flag, LockOpen, UserPlus } from 'lucide-react';
import { useState } from 'react';
import { useContactActions, useVerifiedOnly } from '../contact-actions';
import { liveBlockedUsers, liveContacts } from '../contacts';
import { ReportSheet } from '../report';
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
  readonly onBlock: () => void;
  readonly onClose: () => void;
}

/** What can be done with the author, by what they are to the reader: a contact, blocked, or neither (S2§4). */
const AuthorRows = ({ author: { key, name }, onBlock, onClose }: AuthorRowsProps) => {
  const t = useTexts();
  const { add, unblock } = useContactActions();
  const isVerifiedOrLed = useVerifiedOnly();
  const isContact = useCollection(liveContacts).items.some((contact) => contact.key === key);
  const blockedUser = useCollection(liveBlockedUsers).items.find((user) => user.key === key);
  const then = (work: () => Promise<unknown>) => async (): Promise<void> => {
    onClose();
    if (await isVerifiedOrLed()) await work();
  };
  if (blockedUser === undefined) {
    return (
      <>
        {!isContact && <ActionRow icon={UserPlus} label={t('AddPerson', { name })} onClick={() => void then(() => add([key]))()} />}
        <ActionRow icon={Ban} label={t('BlockPerson', { name })} isDanger onClick={onBlock} />
      </>
    );
  }
  return (
    <>
      <ActionRow icon={LockOpen} label={t('UnblockPerson', { name })} onClick={() => void then(() => unblock(blockedUser, false))()} />
      {!isContact && <ActionRow icon={UserPlus} label={t('UnblockAndAddPerson', { name })} onClick={() => void then(() => unblock(blockedUser, true))()} />}
    </>
  );
};

interface MessageMenuProps {
  readonly row: MessageRow;
  readonly chatKey: string;
  readonly chat: Pick<OpenChat, 'others' | 'blocked'>;
  readonly onClose: () => void;
}

/** What can be done with somebody else's message: copy, report, and what its author offers; reporting offers to block. Loaded once somebody asks for it. */
export const MessageMenu = ({ row, chatKey, chat: { others, blocked }, onClose }: MessageMenuProps) => {
  const t = useTexts();
  const { alert, clock, snackbar } = useShell();
  const session = useSession();
  const [isReporting, setIsReporting] = useState(false);
  const { block } = useContactActions();
  const isVerifiedOrLed = useVerifiedOnly();
  const author = authorIn(others, row.authorKey);
  const words = wordsOf(row);
  const mayBlock = !author.isGone && !blocked.has(author.key);

  const askToBlock = async (): Promise<void> => {
    onClose();
    const answer = await alert({
      title: t('OfferBlockTitle', { name: author.name }),
      text: t('OfferBlockText'),
      actions: [{ id: 'not', label: t('NotNow'), tone: 'safe' }, { id: 'block', label: t('Block'), tone: 'danger' }],
    });
    if (answer === 'block' && (await isVerifiedOrLed())) await block(author);
  };
  const copy = async (): Promise<void> => {
    onClose();
    const outcome = await copyText(words, window.navigator);
    snackbar(outcome === 'copied' ? { tone: 'success', text: t('TextCopied') } : { tone: 'error', text: t('CopyFailed') });
  };
  const afterReport = (wasSent: boolean): void => {
    const isVerified = session.status === 'known' && session.account.verified;
    // The question is answered in the alert.
    if (wasSent && isVerified && mayBlock) void askToBlock();
    else onClose();
  };
  if (isReporting && row.messageKey !== null) {
    const quote = { heading: t('SaidAt', { name: author.name, time: messageTime(row.timestamp, clock.now()) }), text: words };
    return <ReportSheet subject={{ kind: 'message', key: row.messageKey, chatKey }} title={t('ReportMessage')} quote={quote} onClose={afterReport} />;
  }
  return (
    <ActionSheet title={t('MessageOf', { name: author.name })} text={words} onClose={onClose}>
      {row.content.kind === 'text' && <ActionRow icon={Copy} label={t('CopyText')} onClick={() => void copy()} />}
      <ActionRow icon={Flag} label={t('ReportMessage')} onClick={() => setIsReporting(true)} />
      {!author.isGone && <AuthorRows author={author} onBlock={() => void askToBlock()} onClose={onClose} />}
    </ActionSheet>
  );
};
