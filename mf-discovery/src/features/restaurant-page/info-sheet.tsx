import { berlinDay, isoWeekday } from '@mahlzeit/contract/rules';
import { Body, Section, Stack, tokens } from '@mahlzeit/shared-ui/ui';
import { Sheet } from '@mahlzeit/shared-ui/ui/dialog';
import { FactList } from '@mahlzeit/shared-ui/ui/restaurant';
import styled from 'styled-components';
import { hoursLabel, weekdayName, WEEKDAYS, hoursTextLines } from './hours-labels';
import { useTexts } from './page-texts';
import { AddressFact, ContactFacts, DetailFacts } from './place-facts';
import type { PlaceOnly } from './place-facts';

interface InfoSheetProps {
  readonly restaurant: PlaceOnly;
  readonly now: number;
  readonly onClose: () => void;
}

const WeekTable = ({ restaurant, now }: Pick<InfoSheetProps, 'restaurant' | 'now'>) => {
  const t = useTexts();
  const today = isoWeekday(berlinDay(now));
  return (
    <WeekList>
      {WEEKDAYS.map((day) => (
        <DayRow key={day} $isToday={day === today} aria-current={day === today ? 'date' : undefined}>
          <dt>{day === today ? t('DayIsToday', { day: weekdayName(day) }) : weekdayName(day)}</dt>
          <dd>{hoursLabel(restaurant.openingHours[day])}</dd>
        </DayRow>
      ))}
    </WeekList>
  );
};

/** Sheet with address, opening hours, contact and details of a restaurant. */
export const InfoSheet = ({ restaurant, now, onClose }: InfoSheetProps) => {
  const t = useTexts();
  const hasOpeningHours = WEEKDAYS.some((day) => restaurant.openingHours[day].length > 0);
  return (
    <Sheet title={t('Info')} subtitle={restaurant.name} onClose={onClose}>
      <Stack $gap={24}>
        <FactList>
          <AddressFact restaurant={restaurant} />
          <ContactFacts restaurant={restaurant} />
          <DetailFacts restaurant={restaurant} />
        </FactList>
        <Section title={t('OpeningHours')}>
          {hasOpeningHours && <WeekTable restaurant={restaurant} now={now} />}
          {restaurant.openingHoursText !== null &&
            hoursTextLines(restaurant.openingHoursText).map((line) => (
              <Body key={line} $tone="quiet">
                {line}
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
