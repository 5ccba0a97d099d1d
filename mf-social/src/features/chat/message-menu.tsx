import { blockUsers } from '@mahlzeit/contract';
import { useSession, useShell } from '@mahlzeit/shared-ui/platform';
import type { ShellApi } from '@mahlzeit/shared-ui/platform';
import { ActionRow, ActionSheet } from '@mahlzeit/shared-ui/ui/people';
import { Ban, Copy, Flag } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { authorIn, messageTime } from './chat-labels';
import type { ChatPerson } from './chat-labels';
import { text, useTexts } from './chat-texts';
import type { MessageRow } from './message-rules';
import { ReportSheet } from './report-sheet';
import type { ReportedMessage } from './report-sheet';
import type { OpenChat } from './use-chat';

/** Somebody by name. */
interface Named {
  readonly key: string;
  readonly name: string;
}

/** Blocks somebody (S2§4) and says how that went; who lacks a verified address is led to it. */
const block = async (person: Named, shell: ShellApi): Promise<void> => {
  const asked = await shell.remotes.runCommand('account/callToAction', { reason: 'other' });
  if (!asked.ok) return shell.snackbar({ tone: 'error', text: text('BlockUnavailable') });
  if (!asked.value.mayGoOn) return undefined;
  const blocked = await shell.track(shell.apiClient.call(blockUsers, { body: { users: [person.key] } }));
  return shell.snackbar(blocked.ok ? { tone: 'success', text: text('SuccessBlockedUserSet') } : { tone: 'error', text: text('ErrorBlockedUserNotSet') });
};

const askToBlock = async (person: Named, shell: ShellApi): Promise<void> => {
  const answer = await shell.alert({
    title: text('OfferBlockTitle', { name: person.name }),
    text: text('OfferBlockText'),
    actions: [{ id: 'not', label: text('NotNow'), tone: 'safe' }, { id: 'block', label: text('Block'), tone: 'danger' }],
  });
  if (answer === 'block') await block(person, shell);
};

const copyText = async (words: string, { snackbar }: ShellApi): Promise<void> => {
  try {
    await window.navigator.clipboard.writeText(words);
    snackbar({ tone: 'success', text: text('TextCopied') });
  } catch {
    // The browser may forbid it, or have no clipboard on plain http.
    snackbar({ tone: 'error', text: text('CopyFailed') });
  }
};

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
  const shell = useShell();
  const session = useSession();
  const [opened, setOpened] = useState<MessageRow | null>(null);
  const [reported, setReported] = useState<ReportedMessage | null>(null);
  const isVerified = session.status === 'known' && session.account.verified;
  const mayBlock = ({ key, isGone }: Pick<ChatPerson, 'key' | 'isGone'>): boolean => !isGone && !blocked.has(key);

  const choose = (row: MessageRow, choice: 'copy' | 'report' | 'block'): void => {
    const author = authorIn(others, row.authorKey);
    setOpened(null);
    if (choice === 'copy') void copyText(wordsOf(row), shell);
    else if (choice === 'block') void askToBlock(author, shell);
    else if (row.messageKey !== null) setReported({ messageKey: row.messageKey, chatKey, author, time: messageTime(row.timestamp, shell.clock.now()), text: wordsOf(row) });
  };
  const afterReport = ({ author }: ReportedMessage): void => {
    setReported(null);
    shell.snackbar({ tone: 'success', text: text('ReportSent') });
    // The question is answered in the alert.
    if (isVerified && mayBlock(authorIn(others, author.key))) void askToBlock(author, shell);
  };
  const author = opened === null ? null : authorIn(others, opened.authorKey);
  return {
    open: setOpened,
    sheet: (
      <>
        {opened !== null && author !== null && <MenuSheet row={opened} author={author} mayBlock={mayBlock(author)} onClose={() => setOpened(null)} onChoose={(choice) => choose(opened, choice)} />}
        {reported !== null && <ReportSheet message={reported} onClose={() => setReported(null)} onReported={() => afterReport(reported)} />}
      </>
    ),
  };
};
