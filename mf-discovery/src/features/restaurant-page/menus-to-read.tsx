import { getMenuOfDay } from '@mahlzeit/contract';
import type { Day, MealType, Offer, Restaurant } from '@mahlzeit/contract';
import { addDays, areHoursUnknown, berlinDay, isResting, nextMidnight, rangesOn } from '@mahlzeit/contract/rules';
import type { DiscountsAtInstant } from '@mahlzeit/contract/rules';
import { api, apiQuery, errorCode, errorText } from '@mahlzeit/shared-ui/platform';
import { AfterDelay, Body, ErrorState, Gutter, RowSkeletons } from '@mahlzeit/shared-ui/ui';
import { ChoiceChips } from '@mahlzeit/shared-ui/ui/moment';
import { useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import styled from 'styled-components';
import { MenuContent, MenuPartView, MenuTabs, registerPartHeading } from './menu-part-view';
import { menuPartsOf } from './menu-parts';
import { useTexts } from './page-texts';
import type { PlaceOnly } from './place-facts';

/** Hook that loads the menu of a restaurant on one day. */
const { useMenuOfDayQuery } = api.injectEndpoints({
  endpoints: (endpointBuilder) => ({
    menuOfDay: endpointBuilder.query<Offer[], { readonly key: string; readonly day: Day }>(
      apiQuery(getMenuOfDay, ({ key, day }) => ({ params: { key, day } })),
    ),
  }),
});

interface MenusToReadProps {
  readonly offersToday: Restaurant['offers'];
  readonly place: PlaceOnly;
  readonly mealTypes: readonly MealType[];
  readonly deals: DiscountsAtInstant;
  readonly headings: Map<string, HTMLElement>;
}

const renderNothing = (): ReactNode => null;

interface MenuToReadProps extends Omit<MenusToReadProps, 'offersToday'> {
  readonly offers: readonly Offer[];
}

/** Menu without the buttons that order a dish, divided into parts by meal type. */
const MenuToRead = ({ offers, place, mealTypes, deals, headings }: MenuToReadProps) => {
  const parts = menuPartsOf(offers, mealTypes);
  return (
    <div>
      {parts.length > 1 && <MenuTabs parts={parts} headings={headings} />}
      <MenuContent>
        {parts.map((menuPart) => (
          <MenuPartView
            key={menuPart.key}
            part={menuPart}
            place={place}
            deals={deals}
            lunchTime={undefined}
            isOrdered={false}
            hint={null}
            showsHint={false}
            titleRef={registerPartHeading(headings, menuPart.key)}
            orderingFallback={renderNothing}
          />
        ))}
      </MenuContent>
    </div>
  );
};

const NOON_MS = 12 * 3_600_000;

/**
 * Returns whether a restaurant opens tomorrow. If its opening hours are unknown, it counts as open unless it has a
 * holiday closure.
 */
const opensTomorrow = (place: PlaceOnly, now: number): boolean => {
  const noonTomorrow = nextMidnight(now) + NOON_MS;
  if (isResting(place, noonTomorrow)) return false;
  return areHoursUnknown(place, noonTomorrow) || rangesOn(place, berlinDay(noonTomorrow)).length > 0;
};

/** Menu of tomorrow, which loads when it is shown for the first time. */
const MenuOfTomorrow = ({ place, deals, ...menuProps }: Omit<MenusToReadProps, 'offersToday'>) => {
  const t = useTexts();
  const { discounts, now } = deals;
  const { data, error, isFetching, refetch } = useMenuOfDayQuery({ key: place.key, day: addDays(berlinDay(now), 1) });
  // Time for which discounts are computed: noon of tomorrow, so that the prices are those of tomorrow's lunch.
  const noonTomorrow = nextMidnight(now) + NOON_MS;
  const dealsTomorrow = useMemo(() => ({ discounts, now: noonTomorrow }), [discounts, noonTomorrow]);
  if (data === undefined && error !== undefined)
    return (
      <ErrorState
        title={t('MenuFailedTitle')}
        text={errorText(errorCode(error))}
        level={2}
        isRetrying={isFetching}
        onRetry={() => void refetch()}
      />
    );
  if (data === undefined)
    return (
      <Gutter aria-busy>
        <AfterDelay>
          <RowSkeletons count={3} />
        </AfterDelay>
      </Gutter>
    );
  if (data.length === 0)
    return (
      <NoMenuYetGutter role="status">
        <Body $tone="quiet">{t('NoMenuTomorrow')}</Body>
      </NoMenuYetGutter>
    );
  return <MenuToRead offers={data} place={place} deals={dealsTomorrow} {...menuProps} />;
};

/**
 * Menus of today and tomorrow without order buttons, shown when the restaurant serves nothing more today. If the
 * restaurant stays closed tomorrow, only today's menu is shown.
 */
export const MenusToRead = ({ offersToday, ...menuProps }: MenusToReadProps) => {
  const t = useTexts();
  const [chosenDay, setChosenDay] = useState<'today' | 'tomorrow'>('today');
  const hasTomorrow = opensTomorrow(menuProps.place, menuProps.deals.now);
  return (
    <>
      {hasTomorrow && (
        <DayChoiceGutter>
          <ChoiceChips
            label={t('MenuFor')}
            look="time"
            choices={[
              { id: 'today', content: t('MenuToday') },
              { id: 'tomorrow', content: t('MenuTomorrow') },
            ]}
            chosenId={chosenDay}
            onChoose={(day) => setChosenDay(day === 'tomorrow' ? 'tomorrow' : 'today')}
          />
        </DayChoiceGutter>
      )}
      {hasTomorrow && chosenDay === 'tomorrow' ? (
        <MenuOfTomorrow {...menuProps} />
      ) : (
        offersToday.length > 0 && <MenuToRead offers={offersToday} {...menuProps} />
      )}
    </>
  );
};

const DayChoiceGutter = styled(Gutter)`
  padding-block: 0 16px;
`;

const NoMenuYetGutter = styled(Gutter)`
  padding-block: 8px 28px;
`;
