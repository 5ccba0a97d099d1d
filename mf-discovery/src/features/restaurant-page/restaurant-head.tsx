import type { Restaurant } from '@mahlzeit/contract';
import { Slot } from '@mahlzeit/shared-ui/platform';
import { H1, NewBadge, PageHead, Small } from '@mahlzeit/shared-ui/ui';
import { ActionBar, ActionTile, ActionTileLink, MetaLine } from '@mahlzeit/shared-ui/ui/restaurant';
import { Info, Route } from 'lucide-react';
import { useState } from 'react';
import styled from 'styled-components';
import { useTexts } from '../../discovery-texts';
import { RestaurantMeta, RestaurantStatus } from '../restaurant-facts';
import { outside, routeHref } from './contact-links';
import { InfoSheet } from './info-sheet';
import { Logo } from './logo';
import { orderUntilLabel } from './order-hints';

interface RestaurantHeadProps {
  readonly restaurant: Restaurant;
  readonly now: number;
}

const Actions = ({ restaurant, now }: RestaurantHeadProps) => {
  const t = useTexts();
  const [isInfoOpen, setIsInfoOpen] = useState(false);
  const { key, routingName, name } = restaurant;
  return (
    <>
      <Bar>
        <Slot name="restaurant/social" props={{ restaurantKey: key, routingName, restaurantName: name }} fallback={null} />
        <ActionTileLink icon={Route} label={t('Route')} href={routeHref(restaurant)} {...outside} />
        <ActionTile icon={Info} label={t('Info')} aria-haspopup="dialog" onClick={() => setIsInfoOpen(true)} />
      </Bar>
      {isInfoOpen && <InfoSheet restaurant={restaurant} now={now} onClose={() => setIsInfoOpen(false)} />}
    </>
  );
};

const OrderUntil = ({ restaurant, now }: RestaurantHeadProps) => {
  const label = orderUntilLabel(restaurant, now);
  return label === null ? null : <Small $tone="quiet">{label}</Small>;
};

/** Who it is, where, whether it is open, and what one can do. */
export const RestaurantHead = ({ restaurant, now }: RestaurantHeadProps) => (
  <PageHead emblem={<Logo restaurant={restaurant} />}>
    <Name>
      <H1>{restaurant.name}</H1>
      {restaurant.isNew && <NewBadge />}
    </Name>
    <MetaLine>
      <RestaurantMeta restaurant={restaurant} cuisines={2} />
    </MetaLine>
    <StatusRow>
      <RestaurantStatus restaurant={restaurant} now={now} />
      <OrderUntil restaurant={restaurant} now={now} />
    </StatusRow>
    <Actions restaurant={restaurant} now={now} />
  </PageHead>
);

const Bar = styled(ActionBar)`
  margin: 10px 0 14px;
`;

const StatusRow = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 2px 14px;
`;

const Name = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 4px 10px;
`;
