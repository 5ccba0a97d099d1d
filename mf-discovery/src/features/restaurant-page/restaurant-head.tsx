import type { Restaurant } from '@mahlzeit/contract';
import { berlinDay, isoWeekday, lunchAt, routeHref } from '@mahlzeit/contract/rules';
import { outside, Slot } from '@mahlzeit/shared-ui/platform';
import { Body, FoodArt, H1, Icon, NewBadge, PageHead, Section, Small, Stack, tokens } from '@mahlzeit/shared-ui/ui';
import { Sheet } from '@mahlzeit/shared-ui/ui/dialog';
import { ActionBar, ActionTile, ActionTileLink, FactList, MetaLine } from '@mahlzeit/shared-ui/ui/restaurant';
import { Info, Route } from 'lucide-react';
import { useState } from 'react';
import styled from 'styled-components';
import { insteadOfLunch, LunchStatus } from '../lunch-facts';
import { emblemOf, RestaurantMeta } from '../restaurant-facts';
import { hoursLabel, orderUntilLabel, weekdayName, WEEKDAYS, writtenLines } from './hours-labels';
import { useTexts } from './page-texts';
import { AddressFact, ContactFacts, DetailFacts } from './place-facts';

/** The place's logo, or a drawing that goes with its table. Stands in the head's tile. */
const Logo = ({ restaurant }: { readonly restaurant: Restaurant }) => {
  const [isBroken, setIsBroken] = useState(false);
  const { logo } = restaurant;
  if (logo === null || isBroken) return <FoodArt name={emblemOf(restaurant).art} size={32} />;
  return <img src={logo.url} alt="" onError={() => setIsBroken(true)} />;
};

interface InfoSheetProps {
  readonly restaurant: Restaurant;
  readonly now: number;
  readonly onClose: () => void;
}

const WeekTable = ({ restaurant, now }: Pick<InfoSheetProps, 'restaurant' | 'now'>) => {
  const t = useTexts();
  const today = isoWeekday(berlinDay(now));
  return (
    <Week>
      {WEEKDAYS.map((day) => (
        <Day key={day} $isToday={day === today} aria-current={day === today ? 'date' : undefined}>
          <dt>{day === today ? t('DayIsToday', { day: weekdayName(day) }) : weekdayName(day)}</dt>
          <dd>{hoursLabel(restaurant.openingHours[day])}</dd>
        </Day>
      ))}
    </Week>
  );
};

/** Address, hours of the week, contact and details of a place. */
const InfoSheet = ({ restaurant, now, onClose }: InfoSheetProps) => {
  const t = useTexts();
  const hasHours = WEEKDAYS.some((day) => restaurant.openingHours[day].length > 0);
  return (
    <Sheet title={t('Info')} subtitle={restaurant.name} onClose={onClose}>
      <Stack $gap={24}>
        <FactList>
          <AddressFact restaurant={restaurant} />
          <ContactFacts restaurant={restaurant} />
          <DetailFacts restaurant={restaurant} />
        </FactList>
        <Section title={t('OpeningHours')}>
          {hasHours && <WeekTable restaurant={restaurant} now={now} />}
          {restaurant.openingHoursText !== null && writtenLines(restaurant.openingHoursText).map((line) => <Body key={line} $tone="quiet">{line}</Body>)}
          {!hasHours && restaurant.openingHoursText === null && <Body $tone="quiet">{t('HoursUnknown')}</Body>}
        </Section>
      </Stack>
    </Sheet>
  );
};

const Week = styled.dl`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  margin-top: 4px;
`;

const Day = styled.div<{ readonly $isToday: boolean }>`
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
  dd { margin-left: auto; text-align: right; }
`;

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
