import { Button, EmptyState, LinkButton, Skeleton, Small, Stack } from '@mahlzeit/shared-ui/ui';
import { Sheet } from '@mahlzeit/shared-ui/ui/dialog';
import { Hourglass, RefreshCw } from 'lucide-react';
import { useEffect, useEffectEvent, useId, useRef } from 'react';
import type { ReactNode } from 'react';
import styled from 'styled-components';
import { BankPage, TintedPlateArea, useIsBrowserOnline, WaitingBars } from '../providers';
import { CardForm } from './card-form';
import type { CardRegistrationFlow } from './card-registration';
import type { RegistrationStep } from './card-transitions';
import { useCards, useTexts } from './cards';
import { useCardRegistration } from './use-card-registration';
import { useCardForm } from './use-card-form';

export { resumeDiscarding } from './use-card-registration';

interface AddCardProps {
  /** Called by the back button of the form for a new card; returns to the screen before the form. */
  readonly onBack: () => void;
  /** Called when the user leaves the form: by the close button, by Escape or by a press beside the sheet. */
  readonly onClose: () => void;
  /** Called when payments can use the new card. The id is empty if the card's id is still unknown. */
  readonly onSaved: (cardId: string) => void;
  /**
   * Id of the card's pre-authorisation. The bank's page adds it to the URL when it redirects the whole page back to the
   * app instead of its iframe.
   */
  readonly returnedId?: string | null;
}

type RegistrationStepOf<Kind extends RegistrationStep['kind']> = Extract<RegistrationStep, { readonly kind: Kind }>;

interface CardFormSheetProps extends Pick<AddCardProps, 'onBack' | 'onClose'> {
  readonly flow: CardRegistrationFlow;
  readonly step: RegistrationStepOf<'form' | 'saving'>;
}

const CardFormSheet = ({ flow, step, onBack, onClose }: CardFormSheetProps) => {
  const t = useTexts();
  const id = useId();
  const { payer, isLoading } = useCards();
  const cardForm = useCardForm(payer === null);
  const hasConnection = useIsBrowserOnline();
  const isSaving = step.kind === 'saving';
  const saveCard = (): void => {
    if (cardForm.card === null || isSaving || !hasConnection) return;
    cardForm.onSent();
    flow.save(cardForm.card);
  };
  const disabledReason = hasConnection ? cardForm.reason : t('Offline');
  return (
    <Sheet
      entry="none"
      title={t('AddCreditCard')}
      onClose={onClose}
      isDismissable={!isSaving}
      {...(isSaving ? { closeButton: null } : { backButton: { label: t('Back'), onClick: onBack } })}
      dock={
        <Button
          form={id}
          type="submit"
          size="large"
          isBlock
          isBusy={isSaving}
          {...(isSaving || disabledReason === undefined ? {} : { disabledReason })}
        >
          {t('SaveCard')}
        </Button>
      }
    >
      {isLoading && !isSaving ? (
        <Stack $gap={16}>
          <Skeleton $width="100%" $height="78px" />
          <Skeleton $width="100%" $height="78px" />
        </Stack>
      ) : (
        <CardForm
          id={id}
          form={cardForm}
          failure={step.kind === 'form' ? step.failure : null}
          isBusy={isSaving}
          onSubmit={saveCard}
        />
      )}
    </Sheet>
  );
};

const CardWaitingSheet = ({ onClose }: Pick<AddCardProps, 'onClose'>) => {
  const t = useTexts();
  return (
    <Sheet
      entry="none"
      title={t('AddCreditCard')}
      onClose={onClose}
      isDismissable={false}
      closeButton={null}
      dock={<RunningHint>{t('Running')}</RunningHint>}
    >
      <FocusOnMount>
        <div role="status">
          <EmptyState icon={WaitingBars} title={t('Waiting')} text={t('WaitingText')} />
        </div>
      </FocusOnMount>
    </Sheet>
  );
};

const BankApprovalSheet = ({
  flow,
  url,
  onClose,
}: Pick<AddCardProps, 'onClose'> & { readonly flow: CardRegistrationFlow; readonly url: string }) => {
  const t = useTexts();
  return (
    <Sheet
      entry="none"
      title={t('BankTitle')}
      subtitle={t('BankSubtitle')}
      onClose={onClose}
      isDismissable={false}
      closeButton={<CancelButton onClick={flow.cancelBank}>{t('BankCancel')}</CancelButton>}
    >
      <FocusOnMount>
        <BankPage
          url={url}
          title={t('BankTitle')}
          hint={t('BankHint')}
          returnParameter="preAuthorizationId"
          onReturn={flow.onBankReturn}
        />
      </FocusOnMount>
    </Sheet>
  );
};

const UnclearOutcomeSheet = ({
  flow,
  bankUrl,
  onClose,
}: Pick<AddCardProps, 'onClose'> & { readonly flow: CardRegistrationFlow; readonly bankUrl: string | null }) => {
  const t = useTexts();
  const isBankUndecided = bankUrl !== null;
  const unclearActions = (
    <Stack $gap={10}>
      {isBankUndecided && (
        <Button size="large" isBlock onClick={flow.goOn}>
          {t('ToBank')}
        </Button>
      )}
      {!isBankUndecided && (
        <Button size="large" isBlock icon={RefreshCw} onClick={flow.check}>
          {t('Check')}
        </Button>
      )}
      <Button size="large" isBlock variant="second" onClick={flow.discard}>
        {t('Discard')}
      </Button>
    </Stack>
  );
  return (
    <Sheet entry="none" title={t('AddCreditCard')} onClose={onClose} dock={unclearActions}>
      <FocusOnMount>
        <TintedPlateArea role="status" $tone="warn">
          <EmptyState
            icon={Hourglass}
            title={t(isBankUndecided ? 'Undecided' : 'Unclear')}
            text={t(isBankUndecided ? 'UndecidedText' : 'UnclearText')}
          />
        </TintedPlateArea>
      </FocusOnMount>
    </Sheet>
  );
};

/**
 * „Karte hinzufügen“: sheet for the whole registration, from the form to the usable card. The card number is sent
 * directly to the provider. The bank's approval takes place in an iframe.
 */
export const AddCard = ({ onBack, onClose, onSaved, returnedId = null }: AddCardProps) => {
  const { flow, step } = useCardRegistration(returnedId);
  const savedCardId = step.kind === 'saved' ? step.cardId : null;
  const onCardReady = useEffectEvent((cardId: string) => {
    // A card that was saved while this sheet was closed doesn't belong to this form.
    if (flow.get().kind === 'saved') onSaved(cardId);
  });
  useEffect(() => {
    if (savedCardId !== null) onCardReady(savedCardId);
  }, [savedCardId]);
  switch (step.kind) {
    case 'form':
    case 'saving':
      return <CardFormSheet flow={flow} step={step} onBack={onBack} onClose={onClose} />;
    case 'waiting':
      return <CardWaitingSheet onClose={onClose} />;
    case 'bank':
      return <BankApprovalSheet flow={flow} url={step.url} onClose={onClose} />;
    case 'unclear':
      return <UnclearOutcomeSheet flow={flow} bankUrl={step.bankUrl} onClose={onClose} />;
    case 'saved':
      return null;
  }
};

/** Wrapper that takes the focus when it appears, because the element that had the focus is gone. */
const FocusOnMount = ({ children }: { readonly children: ReactNode }) => {
  const containerRef = useRef<HTMLDivElement>(null);
  useEffect(() => containerRef.current?.focus(), []);
  return (
    <FocusTarget ref={containerRef} tabIndex={-1}>
      {children}
    </FocusTarget>
  );
};

const FocusTarget = styled.div`
  outline: none;
`;

const CancelButton = styled(LinkButton)`
  align-self: center;
  margin: 8px 12px 0;
`;

const RunningHint = styled(Small)`
  padding: 8px 0;
  text-align: center;
`;
