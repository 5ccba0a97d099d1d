import { putPartnerRestaurant } from '@mahlzeit/contract';
import type { Restaurant, RestTime } from '@mahlzeit/contract';
import { formatDay } from '@mahlzeit/shared-ui/platform';
import { Button, Small } from '@mahlzeit/shared-ui/ui';
import { AlertDialog } from '@mahlzeit/shared-ui/ui/dialog';
import { DoorClosed, DoorOpen } from 'lucide-react';
import { useState } from 'react';
import { consoleErrorText, useTexts } from '../../console-texts';
import { restaurantOfCounter, usePartner } from '../../platform';
import { Section, SectionTitle } from '../../ui/section';
import { useNotice } from '../notices';
import { closingOf } from './closing-rules';

interface ClosingProps {
  readonly restaurant: Restaurant;
  /** Current day, `2026-06-24`. */
  readonly today: string;
  readonly isOffline: boolean;
}

/** Section with the button that closes the restaurant for today and opens it again. */
export const Closing = ({ restaurant, today, isOffline }: ClosingProps) => {
  const t = useTexts();
  const { apiClient, store } = usePartner();
  const notify = useNotice();
  const [isAsking, setIsAsking] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const closingPlan = closingOf(restaurant.restTime, today);
  const isClosed = closingPlan.kind === 'closed';

  const write = async (restTime: RestTime | null): Promise<void> => {
    setIsBusy(true);
    const answer = await apiClient.call(putPartnerRestaurant, { params: { key: restaurant.key }, body: { restTime } });
    setIsBusy(false);
    if (!answer.ok) return notify({ tone: 'error', text: consoleErrorText(answer.error) });
    restaurantOfCounter.of(store, restaurant.key).apply(restaurant.key, answer.value);
    notify({ tone: 'success', text: t(restTime === null ? 'OpenNotice' : 'ClosedNotice') });
  };
  const answer = (id: string | null): void => {
    setIsAsking(false);
    if (id === 'go') void write(closingPlan.kind === 'closed' ? null : closingPlan.next);
  };
  const openOrClose = (): void => {
    // When the closure covers only today, opening needs no confirmation: no further days of a closure get lost.
    if (closingPlan.kind === 'closed' && closingPlan.closedUntil === null) void write(null);
    else setIsAsking(true);
  };
  const question = (): string => {
    if (closingPlan.kind === 'closed') return t('OpenAskText', { day: formatDay(closingPlan.closedUntil ?? today) });
    return closingPlan.replaces === null
      ? t('CloseAskText')
      : t('CloseReplacesText', {
          from: formatDay(closingPlan.replaces.start),
          until: formatDay(closingPlan.replaces.end),
        });
  };

  return (
    <Section aria-label={t('CloseTitle')}>
      <SectionTitle>{t('CloseTitle')}</SectionTitle>
      {closingPlan.kind === 'closed' && (
        <Small>
          {closingPlan.closedUntil === null
            ? t('ClosedNow')
            : t('ClosedUntil', { day: formatDay(closingPlan.closedUntil) })}
        </Small>
      )}
      <Button
        variant="second"
        icon={isClosed ? DoorOpen : DoorClosed}
        isBusy={isBusy}
        disabledReason={isOffline ? t('OfflineReason') : undefined}
        onClick={openOrClose}
      >
        {t(isClosed ? 'OpenAgain' : 'CloseToday')}
      </Button>
      {isAsking && (
        <AlertDialog
          title={t(isClosed ? 'OpenAskTitle' : 'CloseAskTitle')}
          actions={[
            { id: 'stay', label: t(isClosed ? 'Cancel' : 'KeepOpen'), tone: 'safe' },
            { id: 'go', label: t(isClosed ? 'OpenAgain' : 'CloseToday'), tone: isClosed ? 'primary' : 'danger' },
          ]}
          onChoose={answer}
        >
          {question()}
        </AlertDialog>
      )}
    </Section>
  );
};
