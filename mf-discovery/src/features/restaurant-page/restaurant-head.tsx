import type { Restaurant } from '@mahlzeit/contract';
import { lunchAt, routeHref } from '@mahlzeit/contract/rules';
import { outside, Slot } from '@mahlzeit/shared-ui/platform';
import { FoodArt, H1, Icon, NewBadge, PageHead, Small } from '@mahlzeit/shared-ui/ui';
import { ActionBar, ActionTile, ActionTileLink, MetaLine } from '@mahlzeit/shared-ui/ui/restaurant';
import { Info, Route } from 'lucide-react';
import { memo, useState } from 'react';
import styled from 'styled-components';
import { insteadOfLunch, LunchStatus } from '../lunch-facts';
import { emblemOf, RestaurantMeta } from '../restaurant-facts';
import { orderUntilLabel } from './hours-labels';
import { useTexts } from './page-texts';
import { isSamePlace } from './place-facts';
import type { PlaceOnly } from './place-facts';
import { useLatePart } from './use-late-part';

/** The place's logo, or a drawing that goes with its table. Stands in the head's tile. */
const Logo = ({ restaurant }: { readonly restaurant: Restaurant }) => {
  const [isBroken, setIsBroken] = useState(false);
  const { logo } = restaurant;
  if (logo === null || isBroken) return <FoodArt name={emblemOf(restaurant).art} size={32} />;
  return <img src={logo.url} alt="" onError={() => setIsBroken(true)} />;
};

// It comes when it is asked for.
const loadInfo = async () => (await import('./info-sheet')).InfoSheet;

interface RestaurantHeadProps {
  readonly restaurant: Restaurant;
  readonly now: number;
}

interface ActionsProps {
  readonly restaurant: PlaceOnly;
  readonly now: number;
}

/** What one can do; a dish that comes or goes leaves it alone. */
const Actions = memo(({ restaurant, now }: ActionsProps) => {
  const t = useTexts();
  const { Part: InfoSheet, open, close } = useLatePart(loadInfo, t('InfoFailed'));
  const { key, routingName, name } = restaurant;
  return (
    <>
      <Bar>
        <Slot name="restaurant/social" props={{ restaurantKey: key, routingName, restaurantName: name }} fallback={null} />
        <ActionTileLink icon={Route} label={t('Route')} href={routeHref(restaurant)} {...outside} />
        <ActionTile icon={Info} label={t('Info')} aria-haspopup="dialog" onClick={open} />
      </Bar>
      {InfoSheet !== null && <InfoSheet restaurant={restaurant} now={now} onClose={close} />}
    </>
  );
}, (before, after) => before.now === after.now && isSamePlace(before.restaurant, after.restaurant));
Actions.displayName = 'Actions';

const OrderUntil = ({ restaurant, now }: RestaurantHeadProps) => {
  const label = orderUntilLabel(restaurant, now);
  return label === null ? null : <Small $tone="quiet">{label}</Small>;
};

/** What there is instead of a lunch that is over. */
const Instead = ({ restaurant, now }: RestaurantHeadProps) => {
  const instead = insteadOfLunch(restaurant, now);
  if (instead === null) return null;
  return (
    <InsteadLine>
      <Icon of={instead.icon} size={16} />
      {instead.text}
    </InsteadLine>
  );
};

const LunchRow = ({ restaurant, now }: RestaurantHeadProps) => {
  const lunch = lunchAt(restaurant, now);
  return (
    <StatusRow>
      <LunchStatus restaurant={restaurant} lunch={lunch} now={now} />
      {lunch.kind === 'over' && <Instead restaurant={restaurant} now={now} />}
      <OrderUntil restaurant={restaurant} now={now} />
    </StatusRow>
  );
};

/** Who it is, where, whether it is open, and what one can do. */
export const RestaurantHead = ({ restaurant, now }: RestaurantHeadProps) => (
  <PageHead emblem={<Logo restaurant={restaurant} />}>
    <Name>
      <Title>{restaurant.name}</Title>
      {restaurant.isNew && <NewBadge />}
    </Name>
    <MetaLine>
      <RestaurantMeta restaurant={restaurant} cuisines={2} />
    </MetaLine>
    <LunchRow restaurant={restaurant} now={now} />
    <Actions restaurant={restaurant} now={now} />
  </PageHead>
);

const Bar = styled(ActionBar)`
  margin-block: 7px 6px;
`;

// A phone has the first dish on its first screen.
const Title = styled(H1)`
  font-size: 1.5625rem;
  line-height: 1.75rem;
`;

const StatusRow = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 0 12px;
`;

const InsteadLine = styled(Small)`
  display: flex;
  align-items: center;
  gap: 6px;
  font-weight: 600;
`;

const Name = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 0 10px;
`;
