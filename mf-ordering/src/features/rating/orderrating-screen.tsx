import type { Order } from '@mahlzeit/contract';
import { isOrderPast, isRatable, amountAfterAllRefunds, paidAmount } from '@mahlzeit/contract/rules';
import {
  defineScreen,
  defineTexts,
  formatMoment,
  formatPrice,
  useNow,
  useScreenName,
  useShell,
  useSingleFlight,
} from '@mahlzeit/shared-ui/platform';
import type { ScreenProps } from '@mahlzeit/shared-ui/platform';
import { Banner, Body, Button, Stack } from '@mahlzeit/shared-ui/ui';
import { Sheet } from '@mahlzeit/shared-ui/ui/dialog';
import { StarChoice, SumLine, Sums } from '@mahlzeit/shared-ui/ui/order';
import { useState } from 'react';
import styled from 'styled-components';
import {
  OrderLoader,
  restaurantNameOf,
  OrderPriceLines,
  sendOrderRating,
  RefundLines,
  useOrderTexts,
  useWaitingStars,
} from '../orders';
import de from './locales/de.json';

// German texts of the screen on which users rate an order; they load together with the screen.
const { useTexts } = defineTexts('ordering-rating', de);

interface RatingScreenProps {
  readonly order: Order;
}

/**
 * Step of the rating: the user chooses stars, the stars are being sent, the rating is finished, or it waits for the
 * network.
 */
type RatingStep = 'choosing' | 'saving' | 'done' | 'waiting';

/**
 * Holds the stars that the user chooses for an order. `confirm` sends them; a second press while they are being sent
 * does nothing.
 */
const useOrderRating = (order: Order) => {
  const shell = useShell();
  const waitingStars = useWaitingStars(order.key);
  const [choice, setChoice] = useState<number | null>(null);
  // Later changes of the order don't replace the user's choice.
  const chosenStars = choice ?? waitingStars ?? order.rating?.stars ?? null;
  const [ratingStep, setStep] = useState<RatingStep>('choosing');
  const { run } = useSingleFlight();
  const saveRating = async (starCount: number): Promise<void> => {
    setStep('saving');
    // C23: the rating is shown as finished even if it could not be saved.
    setStep((await sendOrderRating(order, starCount, shell)) ? 'waiting' : 'done');
  };
  return {
    stars: chosenStars,
    step: ratingStep,
    choose: setChoice,
    confirm(): void {
      if (chosenStars !== null) run(() => saveRating(chosenStars));
    },
  };
};

/** Message that explains why the order can't be rated yet, or can't be rated any more. */
const UnratableNotice = ({ order }: RatingScreenProps) => {
  const t = useTexts();
  const now = useNow();
  if (order.paymentStatus !== 'SUCCEEDED')
    return (
      <Banner tone="neutral" title={t('RatingUnpaid')}>
        {t('RatingUnpaidText')}
      </Banner>
    );
  const isRatingTooEarly = !isOrderPast(order, now) && amountAfterAllRefunds(order) > 0;
  return (
    <Banner tone="neutral" title={t(isRatingTooEarly ? 'RatingTooEarly' : 'RatingOver')}>
      {t(isRatingTooEarly ? 'RatingTooEarlyText' : order.openRefunds.length > 0 ? 'RatingOwedText' : 'RatingOverText')}
    </Banner>
  );
};

const RatingScreen = ({ order }: RatingScreenProps) => {
  const t = useTexts();
  const orderText = useOrderTexts();
  const { navigation } = useShell();
  const now = useNow();
  const { stars, step, choose, confirm } = useOrderRating(order);
  useScreenName(`${orderText('RatingTitle')} ${restaurantNameOf(order)}`);
  const isRatingDone = step === 'done' || step === 'waiting';
  const isRatingShown = isRatingDone || isRatable(order, now);
  const starsLabel = stars === null ? t('RatingNone') : t('RatingStars', { stars });
  // Closes the screen and returns to the order's screen.
  const onClose = (): void => navigation.back();
  const closeButton = (
    <Button size="large" isBlock variant="second" onClick={onClose}>
      {t('Close')}
    </Button>
  );
  return (
    <Sheet
      title={orderText('RatingTitle')}
      subtitle={`${restaurantNameOf(order)}, ${formatMoment(order.meetUpDate, now)}`}
      onClose={onClose}
      dock={
        isRatingDone || !isRatingShown ? (
          closeButton
        ) : (
          <Button
            size="large"
            isBlock
            isBusy={step === 'saving'}
            disabledReason={stars === null ? t('RatingChooseFirst') : undefined}
            onClick={confirm}
          >
            {t('RatingConfirm')}
          </Button>
        )
      }
    >
      <Stack $gap={24}>
        <Sums>
          <OrderPriceLines order={order} />
          <RefundLines order={order} />
          <SumLine
            size="total"
            label={orderText(order.refunded.length > 0 ? 'PaidAfterRefund' : 'Total')}
            value={formatPrice(paidAmount(order))}
          />
        </Sums>
        {!isRatingShown && <UnratableNotice order={order} />}
        {isRatingShown && (
          <Stack $gap={12}>
            <StarChoice
              label={orderText('RatingTitle')}
              starLabel={(starCount) => t('RatingStars', { stars: starCount })}
              stars={stars}
              isReadOnly={step !== 'choosing'}
              onChoose={choose}
            />
            <GivenRatingText role="status" $tone="quiet">
              {isRatingDone ? t(step === 'waiting' ? 'RatingWaits' : 'RatingConfirmation') : starsLabel}
            </GivenRatingText>
          </Stack>
        )}
      </Stack>
    </Sheet>
  );
};

const GivenRatingText = styled(Body)`
  text-align: center;
`;

/** Screen on which the user rates a past order with up to five stars. A second rating replaces the first one. */
export const OrderRatingScreen = ({ params: [orderKey = ''] }: Pick<ScreenProps, 'params'>) => {
  const orderText = useOrderTexts();
  return (
    <OrderLoader key={orderKey} orderKey={orderKey} title={orderText('RatingTitle')}>
      {(order) => <RatingScreen order={order} />}
    </OrderLoader>
  );
};

export default defineScreen(OrderRatingScreen);
