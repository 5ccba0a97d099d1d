import type { Restaurant } from '@mahlzeit/contract';
import { endOfShownMinute, lunchStateAt, routeHref } from '@mahlzeit/contract/rules';
import { newTabProps, Slot, useLazyPart } from '@mahlzeit/shared-ui/platform';
import { FoodArt, H1, Icon, NewBadge, PageHead, Small } from '@mahlzeit/shared-ui/ui';
import {
  ActionBar,
  ActionTile,
  ActionTileLink,
  ActionTilePlaceholder,
  MetaLine,
} from '@mahlzeit/shared-ui/ui/restaurant';
import { Info, Route } from 'lucide-react';
import { memo, useState } from 'react';
import styled from 'styled-components';
import { emblemOf, lunchAlternativeOf, LunchStatus, openingStatusAt, RestaurantMeta } from '../restaurant';
import { orderUntilLabelOf } from './hours-labels';
import { useTexts } from './page-texts';
import { PhoneLink } from './place-facts';
import type { PlaceOnly } from './place-facts';

/**
 * Logo in the head of the page, or a drawing that matches the restaurant's scene when there is no logo or it can't be
 * loaded.
 */
const RestaurantLogo = ({ restaurant }: { readonly restaurant: Restaurant }) => {
  const [isLogoBroken, setIsLogoBroken] = useState(false);
  const { logo } = restaurant;
  if (logo === null || isLogoBroken) return <FoodArt name={emblemOf(restaurant).art} size={32} />;
  return <img src={logo.url} alt="" onError={() => setIsLogoBroken(true)} />;
};

interface TimedRestaurantProps {
  readonly restaurant: Restaurant;
  readonly now: number;
}

interface IdentityProps {
  readonly place: PlaceOnly;
}

/** Name and kind of the restaurant. Memoized: the component doesn't render when a dish changes. */
const PlaceIdentity = memo(({ place }: IdentityProps) => (
  <>
    <NameBlock>
      <RestaurantTitle>{place.name}</RestaurantTitle>
      {place.isNew && <NewBadge />}
    </NameBlock>
    <MetaLine>
      <RestaurantMeta restaurant={place} maxCuisines={2} />
    </MetaLine>
  </>
));
PlaceIdentity.displayName = 'Identity';

/** Buttons for social functions, directions and information. Memoized: they don't render when a dish changes. */
const PlaceActions = memo(({ place, now }: IdentityProps & Pick<TimedRestaurantProps, 'now'>) => {
  const t = useTexts();
  const { part, load } = useLazyPart(() => import('./info-sheet'), { failedText: t('InfoFailed') });
  const [isInfoOpen, setIsInfoOpen] = useState(false);
  const { key, routingName, name } = place;
  return (
    <>
      <PlaceActionBar>
        <Slot
          name="restaurant/social"
          props={{ restaurantKey: key, routingName, restaurantName: name }}
          fallback={null}
          loading={
            <>
              <ActionTilePlaceholder />
              <ActionTilePlaceholder />
            </>
          }
        />
        <ActionTileLink icon={Route} label={t('Route')} href={routeHref(place)} {...newTabProps} />
        <ActionTile
          icon={Info}
          label={t('Info')}
          aria-haspopup="dialog"
          onClick={() => void load().then(setIsInfoOpen)}
        />
      </PlaceActionBar>
      {part !== null && isInfoOpen && (
        <part.RestaurantInfoSheet restaurant={place} now={now} onClose={() => setIsInfoOpen(false)} />
      )}
    </>
  );
});
PlaceActions.displayName = 'Actions';

const OrderUntilLine = ({ restaurant, now }: TimedRestaurantProps) => {
  const orderUntilText = orderUntilLabelOf(restaurant, endOfShownMinute(now));
  return orderUntilText === null ? null : <Small $tone="quiet">{orderUntilText}</Small>;
};

/** Line that tells what the restaurant serves when lunch is over. */
const LunchAlternativeLine = ({ restaurant, now }: TimedRestaurantProps) => {
  const lunchAlternativeNow = lunchAlternativeOf(restaurant, now);
  if (lunchAlternativeNow === null) return null;
  return (
    <AlternativeLine>
      <Icon source={lunchAlternativeNow.icon} size={16} />
      {lunchAlternativeNow.text}
    </AlternativeLine>
  );
};

const LunchStatusRow = ({ restaurant, now }: TimedRestaurantProps) => {
  const lunchState = lunchStateAt(restaurant, now);
  const isUnknown = openingStatusAt(restaurant, now).kind === 'unknown';
  return (
    <StatusRow>
      <LunchStatus restaurant={restaurant} lunch={lunchState} now={now} />
      {lunchState.kind === 'over' && <LunchAlternativeLine restaurant={restaurant} now={now} />}
      <OrderUntilLine restaurant={restaurant} now={now} />
      {isUnknown && <PhoneLink restaurant={restaurant} />}
    </StatusRow>
  );
};

/** Head of the page: name, address, opening status and actions. */
export const RestaurantHead = ({ restaurant, place, now }: TimedRestaurantProps & IdentityProps) => (
  <PageHead emblem={<RestaurantLogo restaurant={restaurant} />}>
    <PlaceIdentity place={place} />
    <LunchStatusRow restaurant={restaurant} now={now} />
    <PlaceActions place={place} now={now} />
  </PageHead>
);

const PlaceActionBar = styled(ActionBar)`
  margin-block: 7px 6px;
`;

// The title is small, so that a phone shows the first dish without scrolling.
const RestaurantTitle = styled(H1)`
  font-size: 1.5625rem;
  line-height: 1.75rem;
`;

const StatusRow = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 0 12px;
`;

const AlternativeLine = styled(Small)`
  display: flex;
  align-items: center;
  gap: 6px;
  font-weight: 600;
`;

const NameBlock = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 0 10px;
`;
