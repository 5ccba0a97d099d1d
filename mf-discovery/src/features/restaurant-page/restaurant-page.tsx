import type { Coordinate, Restaurant } from '@mahlzeit/contract';
import { withDerivedFields } from '@mahlzeit/contract/rules';
import { errorCode, errorText, useMealTypesQuery, useNow, useRestaurantByRoutingNameQuery, useRetryWhenBack, useShell } from '@mahlzeit/shared-ui/platform';
import { ErrorState, PageSkeleton, tokens } from '@mahlzeit/shared-ui/ui';
import { RestaurantMedia } from '@mahlzeit/shared-ui/ui/restaurant';
import { Sheet } from '@mahlzeit/shared-ui/ui/dialog';
import { useEffect, useMemo } from 'react';
import styled from 'styled-components';
import { text, useTexts } from '../../discovery-texts';
import { isOutForToday, sceneOf } from '../restaurant-facts';
import { RestaurantBody } from './restaurant-body';

interface RestaurantPageProps {
  readonly routingName: string;
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

interface ShownProps {
  readonly restaurant: Restaurant;
}

const Shown = ({ restaurant: held }: ShownProps) => {
  const { navigation } = useShell();
  const now = useNow();
  const restaurant = useMemo(() => withDerivedFields(held, now), [held, now]);
  const { data: mealTypes = [] } = useMealTypesQuery();
  return (
    <Sheet
      title={restaurant.name}
      size="wide"
      onClose={navigation.close}
      media={<RestaurantMedia of={sceneOf(restaurant)} layout="page" pictureUrl={restaurant.midSizeFirstImage} isClosed={isOutForToday(restaurant)} />}
    >
      <RestaurantBody restaurant={restaurant} mealTypes={mealTypes} now={now} onClose={navigation.close} />
    </Sheet>
  );
};

/** A restaurant with today's menu; stays fresh while it is open. */
export const RestaurantPage = ({ routingName, at, listed }: RestaurantPageProps) => {
  const t = useTexts();
  const { navigation } = useShell();
  const { data, error, isFetching, refetch } = useRestaurantByRoutingNameQuery({ routingName, ...(at !== null && { at }) });
  // Not awaited: the answer comes through the hook.
  const retry = (): void => void refetch();
  useRetryWhenBack(error !== undefined, retry);
  // Once it is known from where distances count, the same place is asked for anew: it stays meanwhile.
  const restaurant = data?.routingName === routingName ? data : listed;
  if (errorCode(error) === 'notFound') return <NotFound />;
  if (restaurant !== null) return <Shown restaurant={restaurant} />;
  return (
    <Sheet title={t('Restaurant')} size="wide" onClose={navigation.close} media={<Waiting />}>
      <Room>{error === undefined ? <PageSkeleton /> : <ErrorState title={t('PageFailedTitle')} text={errorText(error)} onRetry={retry} isRetrying={isFetching} />}</Room>
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
