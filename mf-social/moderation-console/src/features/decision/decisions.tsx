import type { OpenReport } from '@mahlzeit/contract';
import { isRemovable } from '@mahlzeit/contract/rules';
import { Button, tokens } from '@mahlzeit/shared-ui/ui';
import type { ButtonVariant, IconSource } from '@mahlzeit/shared-ui/ui';
import { KeyCap } from '@mahlzeit/shared-ui/ui/console';
import { Check, Trash2, UserRoundX } from 'lucide-react';
import { useRef } from 'react';
import styled from 'styled-components';
import { useTexts } from '../../console-texts';
import { DecisionPanel } from './decision-panel';
import { labelOf } from './decision-rules';
import type { DecisionKind } from './decision-rules';
import type { Decision } from './use-decision';

interface DecisionsProps {
  readonly report: OpenReport;
  readonly decision: Decision;
  /** Whether the gateway can't be reached at the moment. */
  readonly isOffline: boolean;
}

/** Buttons for all decisions on a report. Each opens a confirmation dialog, because no decision can be undone. */
export const Decisions = ({ report, decision, isOffline }: DecisionsProps) => {
  const t = useTexts();
  const barRef = useRef<HTMLDivElement>(null);
  const question = decision.questionOf(report);
  const cancel = (): void => {
    decision.ask(report, null);
    barRef.current?.querySelector<HTMLElement>(`[data-decision="${question ?? ''}"]`)?.focus();
  };
  const decisionButton = (
    kind: DecisionKind,
    { icon, keyName, variant }: { icon: IconSource; keyName: string; variant: ButtonVariant },
  ) => (
    <Button
      size="small"
      variant={variant}
      icon={icon}
      data-decision={kind}
      aria-expanded={question === kind}
      onClick={() => decision.ask(report, question === kind ? null : kind)}
    >
      {labelOf(report, kind)} <KeyCap name={keyName} />
    </Button>
  );
  return (
    <DecisionsDock>
      {question !== null && (
        <DecisionPanel
          key={`${report.key} ${question}`}
          report={report}
          kind={question}
          note={decision.noteOf(report)}
          onNote={(note) => decision.setNote(report, note)}
          isSending={decision.isSending}
          error={decision.error}
          isOffline={isOffline}
          onConfirm={() => void decision.confirm(report)}
          onCancel={cancel}
        />
      )}
      <DecisionsBar ref={barRef} role="group" aria-label={t('Decisions')}>
        {isRemovable(report.kind) && decisionButton('remove', { icon: Trash2, keyName: 'E', variant: 'danger' })}
        {decisionButton('disable', { icon: UserRoundX, keyName: 'S', variant: 'danger' })}
        {decisionButton('dismiss', { icon: Check, keyName: 'A', variant: 'second' })}
      </DecisionsBar>
    </DecisionsDock>
  );
};

const DecisionsDock = styled.div`
  background: ${tokens.color.surface};
  @media (min-width: 1200px) {
    max-height: 70%;
    overflow-y: auto;
  }
`;

const DecisionsBar = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: start;
  gap: 8px 10px;
  padding: 12px 20px 14px;
  border-top: 1px solid ${tokens.color.line};
  && > * {
    flex: 1 1 auto;
  }
`;
