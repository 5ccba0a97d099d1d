import { putPartnerRestaurant } from '@mahlzeit/contract';
import type { Restaurant } from '@mahlzeit/contract';
import { areOrdersPaused, ORDER_PAUSE_MS } from '@mahlzeit/contract/rules';
import { formatTime } from '@mahlzeit/shared-ui/platform';
import { Button, Caption, Small } from '@mahlzeit/shared-ui/ui';
import { useNotice } from '@mahlzeit/shared-ui/ui/console';
import { CirclePause, CirclePlay } from 'lucide-react';
import { useState } from 'react';
import { consoleErrorText, useTexts } from '../../console-texts';
import { restaurantOfCounter, useNow, usePartner } from '../../platform';

interface PauseControlProps {
  readonly restaurant: Restaurant;
  readonly isOffline: boolean;
}

/** Button with which staff stop new orders for 20 minutes by one tap, or end this pause (Decision 40). */
export const PauseControl = ({ restaurant, isOffline }: PauseControlProps) => {
  const t = useTexts();
  const { apiClient, clock, store } = usePartner();
  const showNotice = useNotice();
  const now = useNow();
  const [isSaving, setIsSaving] = useState(false);
  const pausedUntil = areOrdersPaused(restaurant, now) ? restaurant.ordersPausedUntil : null;

  const savePause = async (ordersPausedUntil: number | null): Promise<void> => {
    setIsSaving(true);
    const saveAnswer = await apiClient.call(putPartnerRestaurant, {
      params: { key: restaurant.key },
      body: { ordersPausedUntil },
    });
    setIsSaving(false);
    if (!saveAnswer.ok) return showNotice({ tone: 'error', text: consoleErrorText(saveAnswer.error) });
    restaurantOfCounter.of(store, restaurant.key).apply(restaurant.key, saveAnswer.value);
    showNotice({
      tone: 'success',
      text: ordersPausedUntil === null ? t('OpenNotice') : t('PauseStarted', { time: formatTime(ordersPausedUntil) }),
    });
  };

  return (
    <>
      {pausedUntil !== null && (
        <div>
          <Small as="p">{t('PauseTitle', { time: formatTime(pausedUntil) })}</Small>
          <Caption as="p" $tone="quiet">
            {t('PauseText')}
          </Caption>
        </div>
      )}
      <Button
        variant="second"
        icon={pausedUntil === null ? CirclePause : CirclePlay}
        isBusy={isSaving}
        disabledReason={isOffline ? t('OfflineReason') : undefined}
        onClick={() => void savePause(pausedUntil === null ? clock.now() + ORDER_PAUSE_MS : null)}
      >
        {t(pausedUntil === null ? 'PauseStart' : 'PauseEnd')}
      </Button>
    </>
  );
};
