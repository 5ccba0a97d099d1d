import { formatNumber } from '@mahlzeit/shared-ui/platform';
import type { ApiError } from '@mahlzeit/shared-ui/platform';
import { Banner, Button, textStyles, tokens } from '@mahlzeit/shared-ui/ui';
import { useEffect, useId, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import styled from 'styled-components';
import { consoleErrorText, useTexts } from '../../console-texts';
import { useNow } from '../../platform';
import { formatActTime } from '../../releases/act-time';
import { actTextsOf, nextShareOf, openTextsOf, parseShare, problemsOf } from './act-rules';
import type { PlannedAct } from './act-rules';
import { ShareChoice } from './share-choice';
import type { ShareDraft } from './share-choice';

interface ConfirmPanelProps {
  readonly act: PlannedAct;
  readonly isSending: boolean;
  /** Error of the last attempt to run the action; null if there was none. */
  readonly error: ApiError | null;
  /** Reason why nothing can be sent now, for instance without a connection. */
  readonly blockedReason: string | undefined;
  readonly onConfirm: (share: number) => void;
  readonly onCancel: () => void;
}

/** Reasons why the gateway has refused an action, each with its remedy. */
const RefusalNotice = ({ error }: { readonly error: ApiError }) => {
  const problems = problemsOf(error);
  return (
    <Banner tone="err" title={problems.length === 0 ? undefined : consoleErrorText(error)}>
      {problems.length === 0 ? (
        consoleErrorText(error)
      ) : (
        <ProblemList>
          {problems.map(({ code, message, remedy }) => (
            <li key={`${code} ${message}`}>
              {message} <strong>{remedy}</strong>
            </li>
          ))}
        </ProblemList>
      )}
    </Banner>
  );
};

/** Warning that the gateway has taken this release back by itself before. */
const WithdrawnNotice = ({ act }: Pick<ConfirmPanelProps, 'act'>) => {
  const t = useTexts();
  const now = useNow();
  if (act.kind !== 'promote' || !act.isWithdrawn) return null;
  const { health } = act;
  return (
    <Banner tone="warn" title={t('ReturnedTitle')}>
      {health === null || health.withdrawnAt === null
        ? t('ReturnedText')
        : t('ReturnedReason', {
            time: formatActTime(health.withdrawnAt, now),
            failures: formatNumber(health.failures),
            visits: formatNumber(health.visits),
          })}
    </Banner>
  );
};

/** Holds the share of visitors that the user chooses for a release, and the reason why it can't be sent. */
const useShareDraft = (act: PlannedAct) => {
  const t = useTexts();
  const presentShare = act.kind === 'promote' ? act.presentShare : null;
  const [draft, setDraft] = useState<ShareDraft>({ offered: nextShareOf(presentShare ?? 0), typed: '' });
  const share = presentShare === null ? 100 : (draft.offered ?? parseShare(draft.typed));
  const error = share === null ? t('ShareWrong') : undefined;
  return {
    draft,
    setDraft,
    share,
    typedError: draft.typed === '' ? undefined : error,
    blockedReason: error ?? (share === presentShare ? t('ShareSame') : undefined),
  };
};

/**
 * Dialog that asks the user to confirm an action on a release: it says what happens, and has two buttons. It gets the
 * focus when it opens.
 */
export const ConfirmPanel = ({ act, isSending, error, blockedReason, onConfirm, onCancel }: ConfirmPanelProps) => {
  const t = useTexts();
  const id = useId();
  const titleRef = useRef<HTMLParagraphElement>(null);
  const { draft, setDraft, share, typedError, blockedReason: shareReason } = useShareDraft(act);
  useEffect(() => {
    titleRef.current?.focus({ preventScroll: true });
    titleRef.current?.scrollIntoView?.({ block: 'nearest' });
  }, []);
  const texts = share === null ? openTextsOf(act) : actTextsOf(act, share);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape' && !isSending) onCancel();
  };
  return (
    <Panel role="group" aria-labelledby={`${id}-title`} aria-describedby={`${id}-text`} onKeyDown={onKeyDown}>
      <PanelTitle ref={titleRef} id={`${id}-title`} tabIndex={-1}>
        {texts.title}
      </PanelTitle>
      {act.kind === 'promote' && <ShareChoice draft={draft} onChange={setDraft} error={typedError} />}
      <PanelText id={`${id}-text`}>{texts.text}</PanelText>
      <WithdrawnNotice act={act} />
      {error !== null && <RefusalNotice error={error} />}
      <PanelButtons>
        <Button variant="second" size="small" onClick={onCancel}>
          {t('Cancel')}
        </Button>
        <Button
          size="small"
          isBusy={isSending}
          disabledReason={blockedReason ?? shareReason}
          onClick={() => share !== null && onConfirm(share)}
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
  padding: 16px 22px 18px;
  background: ${tokens.color.plumTint};
`;

const PanelTitle = styled.p`
  ${textStyles.label}
  color: ${tokens.color.onPlumTint};
  overflow-wrap: anywhere;
  outline-offset: 4px;
`;

const PanelText = styled.p`
  ${textStyles.small}
  font-size: 0.9375rem;
  color: ${tokens.color.onPlumTint};
`;

const PanelButtons = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: start;
  justify-content: flex-end;
  gap: 10px;
`;

const ProblemList = styled.ul`
  display: grid;
  gap: 6px;
  margin: 4px 0 0;
  padding: 0 0 0 1.1em;
  overflow-wrap: anywhere;
  strong {
    font-weight: 600;
  }
`;
