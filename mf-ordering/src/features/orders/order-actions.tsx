import type { Order } from '@mahlzeit/contract';
import { isRatable } from '@mahlzeit/contract/rules';
import { useShell } from '@mahlzeit/shared-ui/platform';
import { Button, ButtonLink, Icon, Row, Rows } from '@mahlzeit/shared-ui/ui';
import { CalendarPlus, FileDown, Star, Utensils } from 'lucide-react';
import type { ReactNode } from 'react';
import styled from 'styled-components';
import { isFullyCanceled, isFullRefundPending, useTexts } from './order-labels';
import { useWaitingStars } from './live-orders';
import { useCalendarFile } from './order-files';

interface OrderActionsProps {
  readonly order: Order;
}

const ReceiptLink = ({ order: { key } }: OrderActionsProps) => {
  const t = useTexts();
  const { navigation } = useShell();
  return (
    <ButtonLink isBlock variant="second" icon={FileDown} href={navigation.hrefOf('receipt', key)}>
      {t('Receipt')}
    </ButtonLink>
  );
};

/** Buttons of an order whose meal is in the future. They save the calendar file and the receipt. */
export const UpcomingOrderActions = ({ order }: OrderActionsProps) => {
  const t = useTexts();
  const calendarFile = useCalendarFile(order);
  return (
    <ActionPairRow>
      {!isFullyCanceled(order) && !isFullRefundPending(order) && (
        <Button isBlock variant="second" icon={CalendarPlus} isBusy={calendarFile.isBusy} onClick={calendarFile.save}>
          {t('Calendar')}
        </Button>
      )}
      <ReceiptLink order={order} />
    </ActionPairRow>
  );
};

/** Links of a past order: to the restaurant and to the receipt. */
export const PastOrderActions = ({ order }: OrderActionsProps) => {
  const t = useTexts();
  const { navigation } = useShell();
  const { restaurant } = order;
  return (
    <ActionPairRow>
      {restaurant !== null && (
        <ButtonLink
          isBlock
          variant="second"
          icon={Utensils}
          href={navigation.hrefOf('details', restaurant.routingName)}
        >
          {t('ToPlace')}
        </ButtonLink>
      )}
      <ReceiptLink order={order} />
    </ActionPairRow>
  );
};

// Grid of buttons with as many columns as the width allows.
const ActionPairRow = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 8.5rem), 1fr));
  gap: 10px;
`;

/** Row with a link to the rating; nothing for an order that can't be rated. */
export const OrderRatingRow = ({ order, now }: OrderActionsProps & { readonly now: number }): ReactNode => {
  const t = useTexts();
  const { navigation } = useShell();
  const { key, rating } = order;
  const waitingStars = useWaitingStars(key);
  const shownStars = waitingStars ?? rating?.stars ?? null;
  if (!isRatable(order, now)) return null;
  return (
    <Rows>
      <Row
        leading={<Icon source={Star} size={22} />}
        title={t('RatingTitle')}
        text={
          shownStars === null
            ? t('RatingInvitation')
            : t(waitingStars === null ? 'RatingGiven' : 'RatingWaiting', { stars: shownStars })
        }
        href={navigation.hrefOf('orderrating', key)}
      />
    </Rows>
  );
};
