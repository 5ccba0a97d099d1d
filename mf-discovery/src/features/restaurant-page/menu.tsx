import type { MealType, Restaurant } from '@mahlzeit/contract';
import { Banner, Gutter, LinkButton, TabPanel, Tabs } from '@mahlzeit/shared-ui/ui';
import { useEffect, useId, useState } from 'react';
import styled from 'styled-components';
import { useTexts } from '../../discovery-texts';
import type { DealsNow } from '../discounts';
import { MenuPartView } from './menu-part-view';
import { menuParts } from './menu-rules';

/** Reports once that a slot is missing; shows nothing itself. */
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

interface MenuProps {
  readonly restaurant: Restaurant;
  readonly mealTypes: readonly MealType[];
  readonly deals: DealsNow;
}

/** Today's menu by meal type. */
export const Menu = ({ restaurant, mealTypes, deals }: MenuProps) => {
  const t = useTexts();
  const idBase = useId();
  const parts = menuParts(restaurant.offers, mealTypes);
  const [chosen, setChosen] = useState<string | null>(null);
  const [missing, setMissing] = useState({ isMissing: false, attempt: 0 });
  const [reportMissing] = useState(() => () => setMissing((state) => (state.isMissing ? state : { ...state, isMissing: true })));
  const retry = (): void => setMissing(({ attempt }) => ({ isMissing: false, attempt: attempt + 1 }));
  // The chosen type may lose its last dish while the page is open.
  const selectedId = parts.find(({ key }) => key === chosen)?.key ?? parts[0]?.key ?? '';
  const view = { restaurant, deals, orderingMissing: <Missing onMissing={reportMissing} /> };
  return (
    // A box of its own: the tabs stay in sight for as long as the menu does.
    <div>
      {parts.length > 1 && (
        <Tabs label={t('Menu')} idBase={idBase} items={parts.map(({ key, name }) => ({ id: key, label: name }))} selectedId={selectedId} onSelect={setChosen} />
      )}
      <Parts key={missing.attempt}>
        <OrderingNotice restaurant={restaurant} isMissing={missing.isMissing} onRetry={retry} />
        {parts.length === 1
          ? parts.map((part) => <MenuPartView key={part.key} part={part} {...view} />)
          : parts.map((part) => (
              <TabPanel key={part.key} idBase={idBase} id={part.key} isSelected={part.key === selectedId}>
                <MenuPartView part={part} {...view} />
              </TabPanel>
            ))}
      </Parts>
    </div>
  );
};

const Parts = styled(Gutter)`
  display: grid;
  gap: 16px;
  padding-block: 18px 28px;
`;
