import { putPartnerRestaurant } from '@mahlzeit/contract';
import type { Restaurant, RestTime } from '@mahlzeit/contract';
import { formatDay } from '@mahlzeit/shared-ui/platform';
import { Button, Small } from '@mahlzeit/shared-ui/ui';
import { AlertDialog } from '@mahlzeit/shared-ui/ui/dialog';
import { useNotice } from '@mahlzeit/shared-ui/ui/console';
import { DoorClosed, DoorOpen } from 'lucide-react';
import { useState } from 'react';
import { consoleErrorText, useTexts } from '../../console-texts';
import { restaurantOfCounter, usePartner } from '../../platform';
import { ConsoleSection, SectionTitle } from '../../ui/section';
import { closingPlanOf } from './closing-rules';
import { PauseControl } from './pause';

interface ClosingProps {
  readonly restaurant: Restaurant;
  /** Current day, `2026-06-24`. */
  readonly today: string;
  readonly isOffline: boolean;
}

/** Section with the button that closes the restaurant for today and opens it again. */
export const ClosingControl = ({ restaurant, today, isOffline }: ClosingProps) => {
  const t = useTexts();
  const { apiClient, store } = usePartner();
  const showNotice = useNotice();
  const [isConfirmationOpen, setIsConfirmationOpen] = useState(false);
  const [isSaving, setIsSaving] = useState(false);
  const closingPlan = closingPlanOf(restaurant.restTime, today);
  const isRestaurantClosed = closingPlan.kind === 'closed';

  const saveClosure = async (restTime: RestTime | null): Promise<void> => {
    setIsSaving(true);
    const saveAnswer = await apiClient.call(putPartnerRestaurant, {
      params: { key: restaurant.key },
      body: { restTime },
    });
    setIsSaving(false);
    if (!saveAnswer.ok) return showNotice({ tone: 'error', text: consoleErrorText(saveAnswer.error) });
    restaurantOfCounter.of(store, restaurant.key).apply(restaurant.key, saveAnswer.value);
    showNotice({ tone: 'success', text: t(restTime === null ? 'OpenNotice' : 'ClosedNotice') });
  };
  const onConfirmationAnswer = (id: string | null): void => {
    setIsConfirmationOpen(false);
    if (id === 'go') void saveClosure(closingPlan.kind === 'closed' ? null : closingPlan.next);
  };
  const toggleClosure = (): void => {
    // Opening a restaurant that is closed only today needs no confirmation, because no further days of the closure are
    // lost.
    if (closingPlan.kind === 'closed' && closingPlan.closedUntil === null) void saveClosure(null);
    else setIsConfirmationOpen(true);
  };
  const confirmationText = (): string => {
    if (closingPlan.kind === 'closed') return t('OpenAskText', { day: formatDay(closingPlan.closedUntil ?? today) });
    return closingPlan.replaces === null
      ? t('CloseAskText')
      : t('CloseReplacesText', {
          from: formatDay(closingPlan.replaces.start),
          until: formatDay(closingPlan.replaces.end),
        });
  };

  return (
    <ConsoleSection aria-label={t('CloseTitle')}>
      <SectionTitle>{t('CloseTitle')}</SectionTitle>
      {closingPlan.kind === 'closed' && (
        <Small>
          {closingPlan.closedUntil === null
            ? t('ClosedNow')
            : t('ClosedUntil', { day: formatDay(closingPlan.closedUntil) })}
        </Small>
      )}
      {!isRestaurantClosed && <PauseControl restaurant={restaurant} isOffline={isOffline} />}
      <Button
        variant="second"
        icon={isRestaurantClosed ? DoorOpen : DoorClosed}
        isBusy={isSaving}
        disabledReason={isOffline ? t('OfflineReason') : undefined}
        onClick={toggleClosure}
      >
        {t(isRestaurantClosed ? 'OpenAgain' : 'CloseToday')}
      </Button>
      {isConfirmationOpen && (
        <AlertDialog
          title={t(isRestaurantClosed ? 'OpenAskTitle' : 'CloseAskTitle')}
          actions={[
            { id: 'stay', label: t(isRestaurantClosed ? 'Cancel' : 'KeepOpen'), tone: 'safe' },
            {
              id: 'go',
              label: t(isRestaurantClosed ? 'OpenAgain' : 'CloseToday'),
              tone: isRestaurantClosed ? 'primary' : 'danger',
            },
          ]}
          onChoose={onConfirmationAnswer}
        >
          {confirmationText()}
        </AlertDialog>
      )}
    </ConsoleSection>
  );
};
