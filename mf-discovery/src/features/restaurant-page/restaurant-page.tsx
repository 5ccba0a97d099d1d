import type { Coordinate, Restaurant } from '@mahlzeit/contract';
import { withDerivedFields } from '@mahlzeit/contract/rules';
import { Slot, errorCode, errorText, useMealTypesQuery, useNow, useRestaurantByRoutingNameQuery, useRetryWhenBack, useScreenName, useShell } from '@mahlzeit/shared-ui/platform';
import { ErrorState, VisuallyHidden, tokens } from '@mahlzeit/shared-ui/ui';
import { Sheet } from '@mahlzeit/shared-ui/ui/dialog';
import { useEffect, useMemo } from 'react';
import styled from 'styled-components';
import { text, useTexts } from '../../discovery-texts';
import { useMedia } from '../../use-media';
import { FavouriteButton, useFavourites } from '../favourites';
import { MediaSlider } from '../media-slider';
import { RestaurantBody } from './restaurant-body';
import { RestaurantSkeleton } from './restaurant-skeleton';
import type { PageOrigin } from './use-leaving';
import { useLeaving } from './use-leaving';

interface RestaurantPageProps {
  readonly routingName: string;
  /** What the address says beside the name. */
  readonly origin: PageOrigin;
  /** Where distances are measured from. */
  readonly at: Coordinate | null;
  /** What the list knows of it already: shown until the answer is there. */
  readonly listed: Restaurant | null;
}

/** S1§2: a restaurant that doesn't exist is not shown. */
const NotFound = () => {
  const { navigation, snackbar } = useShell();
  useEffect(() => {
    navigation.close();
    snackbar({ text: text('RestaurantNotFound') });
  }, [navigation, snackbar]);
  return null;
};

interface ShownProps extends Pick<RestaurantPageProps, 'origin'> {
  readonly restaurant: Restaurant;
}

// The cart moves from the lower edge to the side where there is room for two columns.
const TWO_COLUMNS = '(min-width: 850px)';

const Shown = ({ restaurant: held, origin }: ShownProps) => {
  const leaving = useLeaving(origin);
  const favourites = useFavourites();
  const now = useNow();
  const isWide = useMedia(TWO_COLUMNS);
  const restaurant = useMemo(() => withDerivedFields(held, now), [held, now]);
  const { data: mealTypes = [] } = useMealTypesQuery();
  useScreenName(restaurant.name);
  const hasCart = restaurant.hasPayment && restaurant.type !== 'NonPartner';
  // Where the cart can't be had, the menu says so already.
  const cart = hasCart ? (
    <Slot name="restaurant/cart" props={{ restaurantKey: restaurant.key, layout: isWide ? 'side' : 'bar', startsOpen: origin === 'cart' }} fallback={null} />
  ) : null;
  const heart = <FavouriteButton name={restaurant.name} isFavourite={favourites.isFavourite(restaurant.key)} onToggle={() => favourites.toggle(restaurant.key)} />;
  return (
    <Sheet title={restaurant.name} size="wide" {...leaving} media={<MediaSlider restaurant={restaurant} />} mediaActions={heart} dock={hasCart && !isWide ? cart : undefined}>
      <RestaurantBody restaurant={restaurant} mealTypes={mealTypes} now={now} cart={isWide ? cart : null} onClose={leaving.onClose} />
    </Sheet>
  );
};

// An address that no place can have, far too long for instance, is refused as a request.
const isNowhere = (error: unknown): boolean => ['notFound', 'invalidRequest'].includes(errorCode(error) ?? '');

/** A restaurant with today's menu; stays fresh while it is open. */
export const RestaurantPage = ({ routingName, origin, at, listed }: RestaurantPageProps) => {
  const t = useTexts();
  const leaving = useLeaving(origin);
  const { data, error, isFetching, refetch } = useRestaurantByRoutingNameQuery({ routingName, ...(at !== null && { at }) });
  // Not awaited: the answer comes through the hook.
  const retry = (): void => void refetch();
  useRetryWhenBack(error !== undefined, retry);
  // Once it is known from where distances count, the same place is asked for anew: it stays meanwhile.
  const restaurant = data?.routingName === routingName ? data : listed;
  if (isNowhere(error)) return <NotFound />;
  if (restaurant !== null) return <Shown restaurant={restaurant} origin={origin} />;
  return (
    <Sheet title={t('Restaurant')} size="wide" {...leaving} media={<Waiting />}>
      <Room>
        {error === undefined && (
          <>
            <VisuallyHidden role="status">{t('RestaurantLoading')}</VisuallyHidden>
            <RestaurantSkeleton />
          </>
        )}
        {error !== undefined && <ErrorState title={t('PageFailedTitle')} text={errorText(error)} onRetry={retry} isRetrying={isFetching} />}
      </Room>
    </Sheet>
  );
};

const Waiting = styled.div`
  height: 100%;
  background: ${tokens.color.sunken};
`;

// The dialog keeps its height when the menu comes.
const Room = styled.div`
  min-height: 60vh;
`;
