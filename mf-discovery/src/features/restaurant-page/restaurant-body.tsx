import type { MealType, Restaurant } from '@mahlzeit/contract';
import { useDiscounts } from '@mahlzeit/shared-ui/platform';
import { Button, EmptyState, Gutter, H2, PageColumns, Panel, Small, Stack } from '@mahlzeit/shared-ui/ui';
import type { ReactNode } from 'react';
import { useMemo } from 'react';
import styled from 'styled-components';
import { useTexts } from '../../discovery-texts';
import type { DealsNow } from '../discounts';
import { DiscountTickets } from '../discounts/discount-tickets';
import { noMenuTexts } from './day-state-words';
import { Description } from './description';
import { Menu } from './menu';
import { PlaceFacts } from './place-facts';
import { ReserveButton } from './reserve-button';
import { useRestTimeTypesQuery } from './rest-time-api';
import { RestaurantHead } from './restaurant-head';
import { SourceCredit } from './source-credit';
import { StaticMap } from './static-map';

interface RestaurantBodyProps {
  readonly restaurant: Restaurant;
  readonly mealTypes: readonly MealType[];
  readonly now: number;
  /** Stands above the facts where there is room beside the menu. */
  readonly cart: ReactNode;
  readonly onClose: () => void;
}

const NotPartner = () => {
  const t = useTexts();
  return (
    <Below>
      <Panel $padded>
        <H2>{t('NotPartnerTitle')}</H2>
        <Small $tone="quiet">{t('NotPartnerText')}</Small>
      </Panel>
    </Below>
  );
};

const useRestReason = ({ restTime, dayState }: Restaurant): string | null => {
  const { data: types = [] } = useRestTimeTypesQuery(undefined, { skip: dayState !== 'resting' });
  return types.find(({ key }) => key === restTime?.restTimeTypeKey)?.translations.de ?? null;
};

interface MenuOrReasonProps extends Pick<RestaurantBodyProps, 'restaurant' | 'mealTypes' | 'onClose'> {
  readonly deals: DealsNow;
}

const MenuOrReason = ({ restaurant, mealTypes, deals, onClose }: MenuOrReasonProps) => {
  const t = useTexts();
  const reason = noMenuTexts(restaurant, deals.now, useRestReason(restaurant));
  if (reason === null) return <Menu restaurant={restaurant} mealTypes={mealTypes} deals={deals} />;
  return (
    <EmptyState {...reason}>
      <Button variant="second" onClick={onClose}>{t('SeeOthers')}</Button>
    </EmptyState>
  );
};

const Side = ({ restaurant, cart }: Pick<RestaurantBodyProps, 'restaurant' | 'cart'>) => (
  <>
    {cart}
    <Description text={restaurant.data.description} />
    <Panel>
      <StaticMap restaurant={restaurant} />
      <Facts $gap={16}>
        <PlaceFacts restaurant={restaurant} />
        <ReserveButton restaurant={restaurant} />
        <SourceCredit restaurant={restaurant} />
      </Facts>
    </Panel>
  </>
);

/** The page below its picture: head, menu, and the facts beside or below it. */
export const RestaurantBody = ({ restaurant, mealTypes, now, cart, onClose }: RestaurantBodyProps) => {
  const discounts = useDiscounts();
  const deals = useMemo(() => ({ discounts, now }), [discounts, now]);
  const isPartner = restaurant.type !== 'NonPartner';
  return (
    <PageColumns side={<Side restaurant={restaurant} cart={cart} />}>
      <RestaurantHead restaurant={restaurant} now={now} />
      {isPartner && <Tickets><DiscountTickets place={restaurant} deals={deals} /></Tickets>}
      {isPartner ? <MenuOrReason restaurant={restaurant} mealTypes={mealTypes} deals={deals} onClose={onClose} /> : <NotPartner />}
    </PageColumns>
  );
};

const Below = styled(Gutter)`
  padding-bottom: 20px;
`;

const Tickets = styled(Gutter)`
  padding-bottom: 14px;
  &:empty { display: none; }
`;

const Facts = styled(Stack)`
  padding: 18px;
`;
