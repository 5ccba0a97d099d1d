import { berlinDay, isoWeekday } from '@mahlzeit/contract/rules';
import { Body, Section, Stack, tokens } from '@mahlzeit/shared-ui/ui';
import { Sheet } from '@mahlzeit/shared-ui/ui/dialog';
import { FactList } from '@mahlzeit/shared-ui/ui/restaurant';
import styled from 'styled-components';
import { hoursLabelOf, weekdayNameOf, WEEKDAYS, hoursTextLines } from './hours-labels';
import { useTexts } from './page-texts';
import { AddressFact, ContactFacts, DetailFacts } from './place-facts';
import type { PlaceOnly } from './place-facts';

interface RestaurantInfoSheetProps {
  readonly restaurant: PlaceOnly;
  readonly now: number;
  readonly onClose: () => void;
}

const OpeningHoursTable = ({ restaurant, now }: Pick<RestaurantInfoSheetProps, 'restaurant' | 'now'>) => {
  const t = useTexts();
  const weekdayToday = isoWeekday(berlinDay(now));
  return (
    <WeekList>
      {WEEKDAYS.map((weekday) => (
        <DayRow
          key={weekday}
          $isToday={weekday === weekdayToday}
          aria-current={weekday === weekdayToday ? 'date' : undefined}
        >
          <dt>
            {weekday === weekdayToday ? t('DayIsToday', { day: weekdayNameOf(weekday) }) : weekdayNameOf(weekday)}
          </dt>
          <dd>{hoursLabelOf(restaurant.openingHours[weekday])}</dd>
        </DayRow>
      ))}
    </WeekList>
  );
};

/** Sheet with address, opening hours, contact and details of a restaurant. */
export const RestaurantInfoSheet = ({ restaurant, now, onClose }: RestaurantInfoSheetProps) => {
  const t = useTexts();
  const hasOpeningHours = WEEKDAYS.some((weekday) => restaurant.openingHours[weekday].length > 0);
  return (
    <Sheet title={t('Info')} subtitle={restaurant.name} onClose={onClose}>
      <Stack $gap={24}>
        <FactList>
          <AddressFact restaurant={restaurant} />
          <ContactFacts restaurant={restaurant} />
          <DetailFacts restaurant={restaurant} />
        </FactList>
        <Section title={t('OpeningHours')}>
          {hasOpeningHours && <OpeningHoursTable restaurant={restaurant} now={now} />}
          {restaurant.openingHoursText !== null &&
            hoursTextLines(restaurant.openingHoursText).map((hoursLine) => (
              <Body key={hoursLine} $tone="quiet">
                {hoursLine}
              </Body>
            ))}
          {!hasOpeningHours && restaurant.openingHoursText === null && <Body $tone="quiet">{t('HoursUnknown')}</Body>}
        </Section>
      </Stack>
    </Sheet>
  );
};

const WeekList = styled.dl`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  margin-top: 4px;
`;

const DayRow = styled.div<{ readonly $isToday: boolean }>`
  display: flex;
  /* With larger letters the hours stand below their day. */
  flex-wrap: wrap;
  justify-content: space-between;
  gap: 0 16px;
  padding: 8px 10px;
  margin-inline: -10px;
  border-radius: ${tokens.radius.small};
  font-variant-numeric: tabular-nums;
  ${({ $isToday }) => $isToday && `background: ${tokens.color.plumTint}; color: ${tokens.color.onPlumTint}; font-weight: 600;`}
  dd {
    margin-left: auto;
    text-align: right;
  }
`;
