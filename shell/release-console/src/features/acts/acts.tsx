import type { ReleaseSummary } from '@mahlzeit/contract';
import { Button, Icon, textStyles, tokens } from '@mahlzeit/shared-ui/ui';
import type { ButtonVariant, IconSource } from '@mahlzeit/shared-ui/ui';
import { CircleCheck, Pin, PinOff, Rocket, Undo2 } from 'lucide-react';
import { useRef } from 'react';
import styled from 'styled-components';
import { useTexts } from '../../console-texts';
import type { OwnRemote } from '../../releases/overview';
import { shortVersionOf } from '../../releases/versions';
import { offerPin, offerPromote, offerRollBack } from './act-rules';
import type { ActKind, Offer } from './act-rules';
import { ConfirmPanel } from './confirm-panel';
import { useAct } from './use-act';

interface ActsProps {
  readonly remote: OwnRemote;
  /** Release that the button „Freigeben“ delivers. */
  readonly release: ReleaseSummary;
  /** Whether the gateway can't be reached at the moment. */
  readonly isOffline: boolean;
}

/**
 * Buttons for the actions on a remote: deliver a release, take it back, pin it. Each opens a confirmation dialog first.
 */
export const Acts = ({ remote, release, isOffline }: ActsProps) => {
  const t = useTexts();
  const { act, isSending, error, doneText, show, confirm } = useAct();
  const barRef = useRef<HTMLDivElement>(null);
  const rollBackOffer = offerRollBack(remote);
  const pinOffer = offerPin(remote);
  const isPinned = pinOffer.isPossible && pinOffer.act.kind === 'unpin';

  const focusButton = (actKind: ActKind): void => {
    const part = actKind === 'unpin' ? 'pin' : actKind;
    barRef.current?.querySelector<HTMLElement>(`[data-act="${part}"]`)?.focus();
  };
  const closePanel = (): void => {
    if (act === null) return;
    show(null);
    focusButton(act.kind);
  };
  const confirmAct = async (share: number): Promise<void> => {
    const actKind = act?.kind;
    if ((await confirm(share)) && actKind !== undefined) focusButton(actKind);
  };
  const actButton = (
    actName: 'promote' | 'rollBack' | 'pin',
    offered: Offer,
    { label, icon, variant = 'second' }: { label: string; icon: IconSource; variant?: ButtonVariant },
  ) => (
    <Button
      size="small"
      variant={variant}
      icon={icon}
      data-act={actName}
      aria-expanded={offered.isPossible ? act?.kind === offered.act.kind : undefined}
      disabledReason={offered.isPossible ? undefined : offered.reason}
      onClick={() => offered.isPossible && !isSending && show(act?.kind === offered.act.kind ? null : offered.act)}
    >
      {label}
    </Button>
  );

  return (
    <ActsFrame>
      <DoneLine role="status">
        {doneText !== '' && (
          <>
            <Icon source={CircleCheck} size={18} />
            <span>{doneText}</span>
          </>
        )}
      </DoneLine>
      {act !== null && (
        <ConfirmPanel
          key={`${act.kind} ${act.version}`}
          act={act}
          isSending={isSending}
          error={error}
          blockedReason={isOffline ? t('OfflineReason') : undefined}
          onConfirm={(share) => void confirmAct(share)}
          onCancel={closePanel}
        />
      )}
      <ActsBar ref={barRef} role="group" aria-label={t('Acts')}>
        {actButton('rollBack', rollBackOffer, {
          label: rollBackOffer.isPossible
            ? t('RollBack', { version: shortVersionOf(rollBackOffer.act.version, release.version) })
            : t('RollBackIdle'),
          icon: Undo2,
        })}
        {actButton('promote', offerPromote(remote, release), { label: t('Promote'), icon: Rocket, variant: 'tint' })}
        {pinOffer.isPossible &&
          actButton('pin', pinOffer, {
            label: isPinned ? t('Unpin') : t('Pin'),
            icon: isPinned ? PinOff : Pin,
            variant: 'quiet',
          })}
      </ActsBar>
    </ActsFrame>
  );
};

const ActsFrame = styled.div`
  background: ${tokens.color.surface};
`;

// Line about a finished action. It stays in the page while it is empty, so that screen readers read out a text that
// appears in it.
const DoneLine = styled.p`
  ${textStyles.small}
  display: flex;
  gap: 8px;
  color: ${tokens.color.onOkTint};
  background: ${tokens.color.okTint};
  overflow-wrap: anywhere;
  &:not(:empty) {
    padding: 12px 22px;
  }
  > svg {
    flex: none;
    margin-top: 1px;
  }
`;

const ActsBar = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: start;
  justify-content: space-between;
  gap: 6px 10px;
  padding: 12px 22px 14px;
  border-top: 1px solid ${tokens.color.line};
  && > * {
    flex: 1 1 auto;
  }
`;
