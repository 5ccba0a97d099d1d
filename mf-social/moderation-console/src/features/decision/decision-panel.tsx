import { MODERATOR_NOTE_MAX_LENGTH } from '@mahlzeit/contract';
import type { OpenReport } from '@mahlzeit/contract';
import { textLength } from '@mahlzeit/contract/rules';
import type { ApiError } from '@mahlzeit/shared-ui/platform';
import { Banner, Button, textStyles, tokens } from '@mahlzeit/shared-ui/ui';
import { TextArea } from '@mahlzeit/shared-ui/ui/form';
import { useEffect, useId, useRef } from 'react';
import type { KeyboardEvent } from 'react';
import styled from 'styled-components';
import { consoleErrorText, useTexts } from '../../console-texts';
import { questionOf } from './decision-rules';
import type { DecisionKind } from './decision-rules';

interface DecisionPanelProps {
  readonly report: OpenReport;
  readonly kind: DecisionKind;
  readonly note: string;
  readonly onNote: (note: string) => void;
  readonly isSending: boolean;
  /** Error of the last attempt to send the decision; null if there was none. */
  readonly error: ApiError | null;
  /** Whether the gateway can't be reached at the moment. */
  readonly isOffline: boolean;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
}

/**
 * Dialog that asks a moderator to confirm a decision: it says what happens, and has two buttons. It gets the focus when
 * it opens.
 */
export const DecisionPanel = ({
  report,
  kind,
  note,
  onNote,
  isSending,
  error,
  isOffline,
  onConfirm,
  onCancel,
}: DecisionPanelProps) => {
  const t = useTexts();
  const id = useId();
  const texts = questionOf(report, kind);
  const panelRef = useRef<HTMLDivElement>(null);
  const titleRef = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    titleRef.current?.focus({ preventScroll: true });
    panelRef.current?.scrollIntoView?.({ block: 'nearest' });
  }, []);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape' && !isSending) onCancel();
  };
  const noteLength = textLength(note);
  const noteError = noteLength > MODERATOR_NOTE_MAX_LENGTH ? t('NoteTooLong') : undefined;
  return (
    <Panel
      ref={panelRef}
      role="group"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      onKeyDown={onKeyDown}
    >
      <PanelTitle ref={titleRef} id={`${id}-title`} tabIndex={-1}>
        {texts.title}
      </PanelTitle>
      <PanelText id={`${id}-text`}>{texts.consequence}</PanelText>
      {kind === 'dismiss' && (
        <TextArea
          label={t('Note')}
          hint={t('NoteHint')}
          rows={3}
          value={note}
          error={noteError}
          characterCount={{ length: noteLength, max: MODERATOR_NOTE_MAX_LENGTH }}
          onChange={({ target }) => onNote(target.value)}
        />
      )}
      {error !== null && <Banner tone="err">{consoleErrorText(error)}</Banner>}
      <PanelButtons>
        <Button variant="second" size="small" onClick={onCancel}>
          {t('Cancel')}
        </Button>
        <Button
          variant={kind === 'dismiss' ? 'primary' : 'consequence'}
          size="small"
          isBusy={isSending}
          disabledReason={isOffline ? t('OfflineReason') : noteError}
          onClick={onConfirm}
        >
          {texts.confirm}
        </Button>
      </PanelButtons>
    </Panel>
  );
};

const Panel = styled.div`
  display: grid;
  gap: 10px;
  padding: 16px 20px 18px;
  background: ${tokens.color.plumTint};
`;

const PanelTitle = styled.p`
  ${textStyles.label}
  color: ${tokens.color.onPlumTint};
  outline-offset: 4px;
`;

const PanelText = styled.p`
  ${textStyles.small}
  max-width: 42rem;
  color: ${tokens.color.onPlumTint};
`;

const PanelButtons = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: start;
  justify-content: flex-end;
  gap: 10px;
`;
