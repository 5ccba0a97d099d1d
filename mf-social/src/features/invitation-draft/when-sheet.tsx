import type { Restaurant } from '@mahlzeit/contract';
import { errorCode, errorText, skipToken, useRestaurantQuery } from '@mahlzeit/shared-ui/platform';
import { ErrorState, RowSkeletons } from '@mahlzeit/shared-ui/ui';
import { MomentSheet } from '@mahlzeit/shared-ui/ui/date';
import type { Moment } from '@mahlzeit/shared-ui/ui/moment';
import { ActionSheet } from '@mahlzeit/shared-ui/ui/people';
import { useTexts } from './draft-texts';
import { instantOfMoment, momentOf, useMeetupTimes } from './meetup-time';

interface MeetupDateSheetProps {
  /** Key of the restaurant; null while none is chosen. */
  readonly restaurant: string | null;
  /** Data of the restaurant, if the caller has already loaded it. */
  readonly loadedRestaurant?: Restaurant | null;
  /** Date that the sheet shows first, in ISO 8601; null while no date is chosen. */
  readonly value: string | null;
  readonly isBusy?: boolean;
  /** Called with a valid date in ISO 8601. `isTakeAwayOnly` tells whether the restaurant offers take-away only. */
  readonly onChoose: (date: string, isTakeAwayOnly: boolean) => void;
  readonly onClose: () => void;
}

interface MomentSheetProps extends Omit<MeetupDateSheetProps, 'restaurant' | 'loadedRestaurant'> {
  readonly place: Restaurant | null;
}

const MomentChoiceSheet = ({ place, value, isBusy = false, onChoose, onClose }: MomentSheetProps) => {
  const t = useTexts();
  const { choices, legend, check } = useMeetupTimes(place, isBusy);
  const chooseMoment = (moment: Moment): void => {
    const instant = instantOfMoment(moment);
    if (instant !== null) onChoose(new Date(instant).toISOString(), place?.onlyTakeAway ?? false);
  };
  return (
    <MomentSheet
      value={value === null ? null : momentOf(Date.parse(value))}
      choices={choices}
      hint={t('AtMostTwoWeeks')}
      legend={legend}
      checkMoment={check}
      isBusy={isBusy}
      onChoose={chooseMoment}
      onClose={onClose}
    />
  );
};

/** Sheet that asks for the date of a meetup, as soon as the restaurant's opening hours are loaded. */
export const MeetupDateSheet = ({ restaurant, loadedRestaurant = null, ...chooseProps }: MeetupDateSheetProps) => {
  const t = useTexts();
  const { data, error, isFetching, refetch } = useRestaurantQuery(
    restaurant === null || loadedRestaurant !== null ? skipToken : { key: restaurant },
  );
  const place = loadedRestaurant ?? data ?? null;
  if (place !== null || restaurant === null) return <MomentChoiceSheet {...chooseProps} place={place} />;
  // The promise isn't awaited, because the query hook delivers the result.
  const reloadRestaurant = (): void => void refetch();
  return (
    <ActionSheet title={t('When')} onClose={chooseProps.onClose}>
      {error === undefined ? (
        <RowSkeletons />
      ) : (
        <ErrorState
          title={t(errorCode(error) === 'notFound' ? 'PlaceGone' : 'PlaceFailed')}
          text={errorText(error)}
          level={3}
          isRetrying={isFetching}
          onRetry={reloadRestaurant}
        />
      )}
    </ActionSheet>
  );
};
