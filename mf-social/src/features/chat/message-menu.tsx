import { blockUsers } from '@mahlzeit/contract';
import { useSession, useShell } from '@mahlzeit/shared-ui/platform';
import type { ShellApi } from '@mahlzeit/shared-ui/platform';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { authorIn, messageTime } from './chat-labels';
import { text } from './chat-texts';
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

interface MessageMenu {
  /** Opens the menu of a message. */
  open(row: MessageRow): void;
  /** The report, while somebody writes one. */
  readonly sheet: ReactNode;
}

/** What can be done with somebody else's message: copy, report, block; reporting offers to block. */
export const useMessageMenu = (chatKey: string, { others, blocked }: Pick<OpenChat, 'others' | 'blocked'>): MessageMenu => {
  const shell = useShell();
  const session = useSession();
  const [reported, setReported] = useState<ReportedMessage | null>(null);
  const isVerified = session.status === 'known' && session.account.verified;

  const choose = async (row: MessageRow): Promise<void> => {
    const author = authorIn(others, row.authorKey);
    const mayBlock = !author.isGone && !blocked.has(author.key);
    const answer = await shell.alert({
      title: text('MessageOf', { name: author.name }),
      text: wordsOf(row),
      actions: [
        { id: 'cancel', label: text('Cancel'), tone: 'safe' },
        ...(row.content.kind === 'text' ? [{ id: 'copy', label: text('CopyText'), tone: 'primary' as const }] : []),
        { id: 'report', label: text('ReportMessage'), tone: 'danger' },
        ...(mayBlock ? [{ id: 'block', label: text('BlockPerson', { name: author.name }), tone: 'danger' as const }] : []),
      ],
    });
    if (answer === 'copy') await copyText(wordsOf(row), shell);
    if (answer === 'block') await askToBlock(author, shell);
    if (answer === 'report' && row.messageKey !== null) setReported({ messageKey: row.messageKey, chatKey, author, time: messageTime(row.timestamp, shell.clock.now()), text: wordsOf(row) });
  };
  const afterReport = ({ author }: ReportedMessage): void => {
    setReported(null);
    shell.snackbar({ tone: 'success', text: text('ReportSent') });
    // The question is answered in the alert.
    if (isVerified && !blocked.has(author.key)) void askToBlock(author, shell);
  };
  return {
    open: (row) => void choose(row),
    sheet: reported !== null && <ReportSheet message={reported} onClose={() => setReported(null)} onReported={() => afterReport(reported)} />,
  };
};
