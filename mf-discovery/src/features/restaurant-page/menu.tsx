import type { MealType, Offer, Restaurant } from '@mahlzeit/contract';
import { berlinDay, isLunchMealType, isOrderable, isoWeekday } from '@mahlzeit/contract/rules';
import { formatPrice, Slot } from '@mahlzeit/shared-ui/platform';
import { Banner, Gutter, Icon, LinkButton, Section, Stack, TabPanel, Tabs, textStyles, tokens, useMoment } from '@mahlzeit/shared-ui/ui';
import { MealList, MealRow } from '@mahlzeit/shared-ui/ui/restaurant';
import { Info } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import type { ReactNode } from 'react';
import styled from 'styled-components';
import { useTexts } from '../../discovery-texts';
import { dealPriceLabel } from '../discounts';
import type { DealsNow } from '../discounts';
import { DeclarationSheet, declaredInShort, dietLabel } from './declaration';
import { hoursLabel, orderHint } from './hours-labels';

/** One tab of the menu: a meal type that has dishes today. */
interface MenuPart {
  readonly key: string;
  readonly name: string;
  readonly baseName: string;
  readonly offers: readonly Offer[];
}

const partOf = (offers: readonly Offer[], { key, name, baseName, translations }: Pick<MealType, 'key' | 'name' | 'baseName' | 'translations'>): MenuPart => ({
  key,
  name: translations.de ?? name,
  baseName,
  // S1§3: dishes by `order`, descending.
  offers: offers.filter(({ typeKey }) => typeKey === key).sort((a, b) => b.order - a.order),
});

/** Offers of a type that the list of types doesn't have (yet) are not lost: they come last, under their own name. */
const unlistedTypes = (offers: readonly Offer[], types: readonly MealType[]): MealType[] => {
  const listed = new Set(types.map(({ key }) => key));
  const unlisted = new Map(offers.filter(({ typeKey }) => !listed.has(typeKey)).map(({ typeKey, baseName }) => [typeKey, baseName]));
  return [...unlisted].map(([key, baseName]) => ({ key, baseName, name: baseName, translations: { de: baseName }, order: Infinity }));
};

/** The menu by meal type, types by `order` ascending; types without dishes are left out. */
export const menuParts = (offers: readonly Offer[], types: readonly MealType[]): readonly MenuPart[] =>
  [...types, ...unlistedTypes(offers, types)]
    .sort((a, b) => a.order - b.order)
    .map((type) => partOf(offers, type))
    .filter((part) => part.offers.length > 0);

interface MealItemProps {
  readonly offer: Offer;
  readonly restaurant: Restaurant;
  readonly deals: DealsNow;
  /** Why it can't be ordered now; null where it can. */
  readonly hint: string | null;
  /** Stands where ordering can't be had; says so once for the whole menu. */
  readonly orderingMissing: ReactNode;
}

const Declaration = ({ offer }: Pick<MealItemProps, 'offer'>) => {
  const t = useTexts();
  const [isOpen, setIsOpen] = useState(false);
  if (offer.allergens.length === 0 && offer.additives.length === 0) return null;
  const label = offer.allergens.length === 0 ? t('Additives') : t('AllergensInShort', { codes: declaredInShort(offer.allergens) });
  return (
    <>
      <DeclarationButton type="button" onClick={() => setIsOpen(true)}>
        {label}
        <Icon of={Info} size={14} />
      </DeclarationButton>
      {isOpen && <DeclarationSheet offer={offer} onClose={() => setIsOpen(false)} />}
    </>
  );
};

const Details = ({ offer }: Pick<MealItemProps, 'offer'>) => {
  const t = useTexts();
  return (
    <>
      {offer.volume !== null && <Detail>{offer.volume}</Detail>}
      {offer.deposit !== null && <Detail>{t('Deposit', { price: formatPrice(offer.deposit) })}</Detail>}
      <Declaration offer={offer} />
    </>
  );
};

/** S1§9: how long the reason shows after a press on a dish that can't be ordered. */
const HINT_MS = 8000;

/** A dish or a drink with its price and what belongs to it. */
const MealItem = ({ offer, restaurant, deals, hint, orderingMissing }: MealItemProps) => {
  const hintMoment = useMoment(HINT_MS);
  const actions = (
    <Slot
      name="meal/actions"
      props={{
        restaurantKey: restaurant.key,
        mealKey: offer.key,
        mealName: offer.name,
        isOrderable: isOrderable(offer),
        ...(hint !== null && { disabledReason: hint, onRefused: hintMoment.begin }),
      }}
      fallback={orderingMissing}
    />
  );
  return (
    <MealRow
      name={offer.name}
      {...dealPriceLabel(offer, restaurant, deals)}
      description={offer.description === '' ? undefined : offer.description}
      diet={dietLabel(offer)}
      details={<Details offer={offer} />}
      actions={restaurant.hasOrderableMeals ? actions : undefined}
      // A new one for each press, so that it is said again.
      hint={hint !== null && hintMoment.count > 0 ? <Banner key={hintMoment.count} tone="warn">{hint}</Banner> : undefined}
    />
  );
};

const Detail = styled.span`
  ${textStyles.caption}
  color: ${tokens.color.ink2};
`;

const DeclarationButton = styled.button`
  ${textStyles.caption}
  display: inline-flex;
  align-items: center;
  gap: 6px;
  position: relative;
  text-align: left;
  color: ${tokens.color.ink2};
  &::after { content: ''; position: absolute; inset: -13px -6px; }
`;

interface MenuPartViewProps {
  readonly part: MenuPart;
  readonly restaurant: Restaurant;
  readonly deals: DealsNow;
  /** Stands behind each dish where ordering can't be had. */
  readonly orderingMissing: ReactNode;
}

/** The dishes of one meal type; where it is too late to order them, the reason stands above. */
const MenuPartView = ({ part, restaurant, deals, orderingMissing }: MenuPartViewProps) => {
  const t = useTexts();
  const { now } = deals;
  const lunchTimes = restaurant.lunchTimes[isoWeekday(berlinDay(now))];
  const aside = isLunchMealType(part.baseName) && lunchTimes.length > 0 ? t('TodayAt', { hours: hoursLabel(lunchTimes) }) : undefined;
  const hint = restaurant.hasOrderableMeals ? orderHint(restaurant, part.baseName, now) : null;
  return (
    <Section title={part.name} aside={aside}>
      <Stack $gap={4}>
        {hint !== null && <Banner tone="warn">{hint}</Banner>}
        <MealList>
          {part.offers.map((offer) => (
            <MealItem key={offer.key} offer={offer} restaurant={restaurant} deals={deals} hint={hint} orderingMissing={orderingMissing} />
          ))}
        </MealList>
      </Stack>
    </Section>
  );
};

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
