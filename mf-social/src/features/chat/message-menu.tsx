import { useSession, useShell } from '@mahlzeit/shared-ui/platform';
import { ActionRow, ActionSheet } from '@mahlzeit/shared-ui/ui/people';
import { Ban, Copy, Flag } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useContactActions, useVerifiedOnly } from '../contact-actions';
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

interface MenuSheetProps {
  readonly row: MessageRow;
  readonly author: ChatPerson;
  /** False: blocked already, or their account is gone. */
  readonly mayBlock: boolean;
  readonly onClose: () => void;
  readonly onChoose: (choice: 'copy' | 'report' | 'block') => void;
}

const MenuSheet = ({ row, author, mayBlock, onClose, onChoose }: MenuSheetProps) => {
  const t = useTexts();
  return (
    <ActionSheet title={t('MessageOf', { name: author.name })} text={wordsOf(row)} onClose={onClose}>
      {row.content.kind === 'text' && <ActionRow icon={Copy} label={t('CopyText')} onClick={() => onChoose('copy')} />}
      <ActionRow icon={Flag} label={t('ReportMessage')} onClick={() => onChoose('report')} />
      {mayBlock && <ActionRow icon={Ban} label={t('BlockPerson', { name: author.name })} isDanger onClick={() => onChoose('block')} />}
    </ActionSheet>
  );
};

interface MessageMenu {
  /** Opens the menu of a message. */
  open(row: MessageRow): void;
  /** Menu or report, while one is open. */
  readonly sheet: ReactNode;
}

/** What can be done with somebody else's message: copy, report, block; reporting offers to block. */
export const useMessageMenu = (chatKey: string, { others, blocked }: Pick<OpenChat, 'others' | 'blocked'>): MessageMenu => {
  const t = useTexts();
  const shell = useShell();
  const session = useSession();
  const [opened, setOpened] = useState<MessageRow | null>(null);
  const [reported, setReported] = useState<MessageRow | null>(null);
  const { block } = useContactActions();
  const isVerifiedOrLed = useVerifiedOnly();
  const isVerified = session.status === 'known' && session.account.verified;
  const mayBlock = ({ key, isGone }: Pick<ChatPerson, 'key' | 'isGone'>): boolean => !isGone && !blocked.has(key);

  const askToBlock = async (person: ChatPerson): Promise<void> => {
    const answer = await shell.alert({
      title: t('OfferBlockTitle', { name: person.name }),
      text: t('OfferBlockText'),
      actions: [{ id: 'not', label: t('NotNow'), tone: 'safe' }, { id: 'block', label: t('Block'), tone: 'danger' }],
    });
    if (answer === 'block' && (await isVerifiedOrLed())) await block(person);
  };
  const copy = async (row: MessageRow): Promise<void> => {
    const outcome = await copyText(wordsOf(row), window.navigator);
    shell.snackbar(outcome === 'copied' ? { tone: 'success', text: t('TextCopied') } : { tone: 'error', text: t('CopyFailed') });
  };
  const choose = (row: MessageRow, choice: 'copy' | 'report' | 'block'): void => {
    setOpened(null);
    // Each tells by itself how it went.
    if (choice === 'copy') void copy(row);
    else if (choice === 'block') void askToBlock(authorIn(others, row.authorKey));
    else setReported(row);
  };
  const afterReport = (row: MessageRow, wasSent: boolean): void => {
    setReported(null);
    const person = authorIn(others, row.authorKey);
    // The question is answered in the alert.
    if (wasSent && isVerified && mayBlock(person)) void askToBlock(person);
  };
  const author = opened === null ? null : authorIn(others, opened.authorKey);
  return {
    open: setOpened,
    sheet: (
      <>
        {opened !== null && author !== null && <MenuSheet row={opened} author={author} mayBlock={mayBlock(author)} onClose={() => setOpened(null)} onChoose={(choice) => choose(opened, choice)} />}
        {reported !== null && reported.messageKey !== null && (
          <ReportSheet
            subject={{ kind: 'message', key: reported.messageKey, chatKey }}
            title={t('ReportMessage')}
            quote={{ heading: t('SaidAt', { name: authorIn(others, reported.authorKey).name, time: messageTime(reported.timestamp, shell.clock.now()) }), text: wordsOf(reported) }}
            onClose={(wasSent) => afterReport(reported, wasSent)}
          />
        )}
      </>
    ),
  };
};
