import { useSession, useShell } from '@mahlzeit/shared-ui/platform';
import { ActionRow, ActionSheet } from '@mahlzeit/shared-ui/ui/people';
import { Ban, Copy, Flag } from 'lucide-react';
import { useState } from 'react';
import { useContactActions, useVerifiedOnly } from '../contact-actions';
import { ReportSheet } from '../report';
import { copyText } from '../share-link';
import { authorIn, messageTime } from './chat-labels';
import { text, useTexts } from './chat-texts';
import type { MessageRow } from './message-rules';
import type { OpenChat } from './use-chat';

const wordsOf = ({ content }: MessageRow): string => {
  if (content.kind === 'text' || content.kind === 'unsent') return content.text;
  return text(content.kind === 'restaurant' ? 'SharedRestaurant' : 'SharedInvitation');
};

interface MessageMenuProps {
  readonly row: MessageRow;
  readonly chatKey: string;
  readonly chat: Pick<OpenChat, 'others' | 'blocked'>;
  readonly onClose: () => void;
}

/** What can be done with somebody else's message: copy, report, block; reporting offers to block. Loaded once somebody asks for it. */
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
      {mayBlock && <ActionRow icon={Ban} label={t('BlockPerson', { name: author.name })} isDanger onClick={() => void askToBlock()} />}
    </ActionSheet>
  );
};
