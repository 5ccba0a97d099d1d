import type { MealType, Restaurant } from '@mahlzeit/contract';
import { berlinDay, isLunchMealType, isoWeekday } from '@mahlzeit/contract/rules';
import { Banner, Gutter, LinkButton, Section, TabPanel, Tabs } from '@mahlzeit/shared-ui/ui';
import { MealList } from '@mahlzeit/shared-ui/ui/restaurant';
import { useEffect, useId, useState } from 'react';
import styled from 'styled-components';
import { useTexts } from '../../discovery-texts';
import { MealItem } from './meal-item';
import type { MenuPart } from './menu-rules';
import { menuParts } from './menu-rules';
import { hoursWords } from './opening-week';

/** Tells once that a slot is missing; shows nothing itself. */
const Missing = ({ onMissing }: { readonly onMissing: () => void }) => {
  useEffect(onMissing, [onMissing]);
  return null;
};

interface OrderingNoticeProps {
  readonly restaurant: Pick<Restaurant, 'hasPayment' | 'hasOrderableMeals'>;
  readonly isMissing: boolean;
  readonly onRetry: () => void;
}

const OrderingNotice = ({ restaurant, isMissing, onRetry }: OrderingNoticeProps) => {
  const t = useTexts();
  if (!restaurant.hasPayment) return <Banner tone="neutral">{t('OrderingNotOffered')}</Banner>;
  if (!restaurant.hasOrderableMeals || !isMissing) return null;
  return (
    <Banner tone="warn" action={<LinkButton onClick={onRetry}>{t('TryAgain')}</LinkButton>}>
      {t('OrderingUnavailable')}
    </Banner>
  );
};

interface PartProps {
  readonly part: MenuPart;
  readonly restaurant: Restaurant;
  readonly now: number;
  readonly onOrderingMissing: () => void;
}

const Part = ({ part, restaurant, now, onOrderingMissing }: PartProps) => {
  const t = useTexts();
  const lunchTimes = restaurant.lunchTimes[isoWeekday(berlinDay(now))];
  const aside = isLunchMealType(part.baseName) && lunchTimes.length > 0 ? t('TodayAt', { hours: hoursWords(lunchTimes) }) : undefined;
  return (
    <Section title={part.name} aside={aside}>
      <MealList>
        {part.offers.map((offer) => (
          <MealItem key={offer.key} offer={offer} restaurant={restaurant} orderingMissing={<Missing onMissing={onOrderingMissing} />} />
        ))}
      </MealList>
    </Section>
  );
};

interface MenuProps {
  readonly restaurant: Restaurant;
  readonly mealTypes: readonly MealType[];
  readonly now: number;
}

/** Today's menu by meal type. */
export const Menu = ({ restaurant, mealTypes, now }: MenuProps) => {
  const t = useTexts();
  const idBase = useId();
  const parts = menuParts(restaurant.offers, mealTypes);
  const [chosen, setChosen] = useState<string | null>(null);
  const [missing, setMissing] = useState({ isMissing: false, attempt: 0 });
  const [reportMissing] = useState(() => () => setMissing((state) => (state.isMissing ? state : { ...state, isMissing: true })));
  const retry = (): void => setMissing(({ attempt }) => ({ isMissing: false, attempt: attempt + 1 }));
  // The chosen type may lose its last dish while the page is open.
  const selectedId = parts.find(({ key }) => key === chosen)?.key ?? parts[0]?.key ?? '';
  return (
    <>
      {parts.length > 1 && (
        <Tabs label={t('Menu')} idBase={idBase} items={parts.map(({ key, name }) => ({ id: key, label: name }))} selectedId={selectedId} onSelect={setChosen} />
      )}
      <Parts key={missing.attempt}>
        <OrderingNotice restaurant={restaurant} isMissing={missing.isMissing} onRetry={retry} />
        {parts.length === 1
          ? parts.map((part) => <Part key={part.key} part={part} restaurant={restaurant} now={now} onOrderingMissing={reportMissing} />)
          : parts.map((part) => (
              <TabPanel key={part.key} idBase={idBase} id={part.key} isSelected={part.key === selectedId}>
                <Part part={part} restaurant={restaurant} now={now} onOrderingMissing={reportMissing} />
              </TabPanel>
            ))}
      </Parts>
    </>
  );
};

const Parts = styled(Gutter)`
  display: grid;
  gap: 16px;
  padding-block: 18px 28px;
`;
