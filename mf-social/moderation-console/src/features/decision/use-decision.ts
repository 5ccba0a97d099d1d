import type { DecisionForm, OpenReport } from '@mahlzeit/contract';
import { createRandomKey } from '@mahlzeit/shared-ui/platform';
import type { ApiError } from '@mahlzeit/shared-ui/platform';
import { useNotice } from '@mahlzeit/shared-ui/ui/console';
import { useRef, useState } from 'react';
import { text } from '../../console-texts';
import { useModeration } from '../../platform';
import type { DecisionKind } from './decision-rules';

/** Decision that waits for the moderator's confirmation, with the idempotency key of its request. */
interface OpenQuestion {
  readonly reportKey: string;
  readonly kind: DecisionKind;
  readonly idempotencyKey: string;
}

/** Decisions on the reports of the page, of which one at a time can be confirmed and sent. */
export interface Decision {
  /** Returns the decision on a report that waits for the moderator's confirmation; null if none does. */
  questionOf(report: OpenReport): DecisionKind | null;
  /** Opens the confirmation dialog for a decision; null closes the dialog. */
  ask(report: OpenReport, kind: DecisionKind | null): void;
  /** Returns the note that the moderator writes to the reporter. It is kept until the decision is sent. */
  noteOf(report: OpenReport): string;
  setNote(report: OpenReport, note: string): void;
  /** Sends the decision that the moderator has confirmed. */
  confirm(report: OpenReport): Promise<void>;
  readonly isSending: boolean;
  /** Error of the last attempt; null if there was none. */
  readonly error: ApiError | null;
  /** Whether a report was decided on this page, or is being decided. */
  isOwn(reportKey: string): boolean;
  /** Keys of the reports that were decided on this page. A list that was loaded before may still contain them. */
  readonly closedKeys: ReadonlySet<string>;
}

/** Returns whether the gateway has definitely refused the decision, so that another attempt is a new request. */
const isAnswered = ({ status }: ApiError): boolean => status >= 400 && status < 500;

/** Texts for the errors that mean that the report is already closed, so that nothing is left to decide. */
const NOTICE_BY_CODE: Readonly<Record<string, 'AlreadyDecided' | 'AlreadyGone'>> = {
  reportUnknown: 'AlreadyDecided',
  alreadyGone: 'AlreadyGone',
};

/**
 * Holds the decision that the moderator confirms. A second press, or another attempt after a lost response, sends the
 * same idempotency key, so that the gateway decides only once.
 */
export const useDecision = (): Decision => {
  const { decide } = useModeration();
  const showNotice = useNotice();
  const [question, setQuestion] = useState<OpenQuestion | null>(null);
  const [notes, setNotes] = useState<ReadonlyMap<string, string>>(new Map());
  const [isSending, setIsSending] = useState(false);
  const [error, setError] = useState<ApiError | null>(null);
  const [closedKeys, setClosedKeys] = useState<ReadonlySet<string>>(new Set());
  const sendingKey = useRef<string | null>(null);

  const noteOf = ({ key }: OpenReport): string => notes.get(key) ?? '';
  const close = (reportKeys: readonly string[], noticeText: string): void => {
    setQuestion(null);
    setClosedKeys((formerKeys) => new Set([...formerKeys, ...reportKeys]));
    showNotice({ text: noticeText });
  };
  const confirm = async (report: OpenReport): Promise<void> => {
    if (question?.reportKey !== report.key || sendingKey.current !== null) return;
    const { kind, idempotencyKey } = question;
    sendingKey.current = report.key;
    setIsSending(true);
    setError(null);
    const decisionForm: DecisionForm = { decision: kind, ...(kind === 'dismiss' && { note: noteOf(report).trim() }) };
    const answer = await decide(report.key, decisionForm, idempotencyKey);
    sendingKey.current = null;
    setIsSending(false);
    if (answer.ok) {
      const { closedKeys: answeredKeys } = answer.value;
      return close([report.key, ...answeredKeys], text(`Done_${kind}`, { count: answeredKeys.length }));
    }
    const noticeKey = NOTICE_BY_CODE[answer.error.code];
    if (noticeKey !== undefined) return close([report.key], text(noticeKey));
    setError(answer.error);
    if (isAnswered(answer.error)) setQuestion({ ...question, idempotencyKey: createRandomKey() });
  };

  return {
    questionOf: ({ key }) => (question?.reportKey === key ? question.kind : null),
    ask({ key }, kind) {
      if (sendingKey.current !== null) return;
      setQuestion(kind === null ? null : { reportKey: key, kind, idempotencyKey: createRandomKey() });
      setError(null);
    },
    noteOf,
    setNote({ key }, note) {
      setNotes((formerNotes) => new Map([...formerNotes, [key, note]]));
      // A decision with another note is another request, so it gets a new idempotency key.
      setQuestion((former) => former && { ...former, idempotencyKey: createRandomKey() });
    },
    confirm,
    isSending,
    error,
    isOwn: (reportKey) => closedKeys.has(reportKey) || sendingKey.current === reportKey,
    closedKeys,
  };
};
