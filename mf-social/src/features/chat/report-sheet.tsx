import { REPORT_TEXT_MAX_LENGTH, reportAbuse } from '@mahlzeit/contract';
import type { ReportForm } from '@mahlzeit/contract';
import { messageLength } from '@mahlzeit/contract/rules';
import { errorText, useReloadHold, useShell } from '@mahlzeit/shared-ui/platform';
import { Button, Inline, Stack, textStyles, tokens } from '@mahlzeit/shared-ui/ui';
import { Sheet } from '@mahlzeit/shared-ui/ui/dialog';
import { TextArea } from '@mahlzeit/shared-ui/ui/form';
import { useId, useRef, useState } from 'react';
import styled from 'styled-components';
import { useTexts } from './chat-texts';

/** The message that is reported. */
export interface ReportedMessage {
  readonly messageKey: string;
  readonly chatKey: string;
  /** Who wrote it. */
  readonly author: { readonly key: string; readonly name: string };
  /** When, in words. */
  readonly time: string;
  readonly text: string;
}

interface ReportSheetProps {
  readonly message: ReportedMessage;
  readonly onClose: () => void;
  /** The report has arrived. */
  readonly onReported: () => void;
}

const REASONS = ['harassment', 'spam', 'illegal', 'other'] as const satisfies readonly ReportForm['reason'][];

/** Reports a message with a reason, and with words of the reporter's own if they like. */
export const ReportSheet = ({ message, onClose, onReported }: ReportSheetProps) => {
  const t = useTexts();
  const id = useId();
  const { apiClient, snackbar } = useShell();
  const [reason, setReason] = useState<ReportForm['reason'] | null>(null);
  const [words, setWords] = useState('');
  const [isSending, setIsSending] = useState(false);
  const isUnderWay = useRef(false);
  const length = messageLength(words);
  const isTooLong = length > REPORT_TEXT_MAX_LENGTH;
  useReloadHold(reason !== null || words !== '');
  const report = async (): Promise<void> => {
    if (reason === null || isUnderWay.current) return;
    isUnderWay.current = true;
    setIsSending(true);
    const text = words.trim();
    const sent = await apiClient.call(reportAbuse, { body: { kind: 'message', key: message.messageKey, chatKey: message.chatKey, reason, ...(text === '' ? {} : { text }) } });
    isUnderWay.current = false;
    setIsSending(false);
    if (sent.ok) return onReported();
    snackbar({ tone: 'error', text: errorText(sent.error) });
  };
  const disabledReason = isTooLong ? t('ReportTooLong', { max: REPORT_TEXT_MAX_LENGTH }) : reason === null ? t('ChooseReason') : undefined;
  const dock = (
    <Inline $gap={10} $align="start">
      <Half><Button variant="second" isBlock onClick={onClose}>{t('Cancel')}</Button></Half>
      <Half><Button isBlock isBusy={isSending} disabledReason={disabledReason} onClick={() => void report()}>{t('Report')}</Button></Half>
    </Inline>
  );
  return (
    <Sheet title={t('ReportMessage')} onClose={onClose} dock={dock}>
      <Stack $gap={16}>
        <Quote>
          <strong>{message.author.name}, {message.time}</strong>
          <span>{message.text}</span>
        </Quote>
        <Choices>
          <legend>{t('ReportReason')}</legend>
          {REASONS.map((value) => (
            <label key={value}>
              <input type="radio" name={`${id}reason`} value={value} checked={reason === value} onChange={() => setReason(value)} />
              {t(`Reason_${value}`)}
            </label>
          ))}
        </Choices>
        <TextArea
          label={t('WhatHappened')}
          rows={3}
          value={words}
          placeholder={t('DescribeShortly')}
          hint={t('ReportMail')}
          error={isTooLong ? t('ReportTooLong', { max: REPORT_TEXT_MAX_LENGTH }) : undefined}
          counter={{ length, max: REPORT_TEXT_MAX_LENGTH }}
          onChange={({ target }) => setWords(target.value)}
        />
      </Stack>
    </Sheet>
  );
};

const Half = styled.div`
  flex: 1;
  min-width: 0;
`;

const Quote = styled.blockquote`
  ${textStyles.body}
  display: grid;
  gap: 2px;
  margin: 0;
  padding: 12px 16px;
  border-left: 3px solid ${tokens.color.lineStrong};
  border-radius: ${tokens.radius.control};
  background: ${tokens.color.sunken};
  overflow-wrap: anywhere;
  strong { ${textStyles.caption} font-weight: 650; }
`;

const Choices = styled.fieldset`
  margin: 0;
  padding: 0;
  border: 0;
  border-radius: ${tokens.radius.thumb};
  background: ${tokens.color.surface};
  box-shadow: 0 0 0 1px ${tokens.color.line};
  legend { ${textStyles.label} padding: 0 0 8px; }
  label {
    display: flex;
    align-items: center;
    gap: 14px;
    min-height: 52px;
    padding: 8px 16px;
    cursor: pointer;
  }
  label + label { border-top: 1px solid ${tokens.color.line}; }
  input { flex: none; width: 22px; height: 22px; margin: 0; accent-color: ${tokens.color.plum}; }
`;
