import type { MealType, Offer, Restaurant } from '@mahlzeit/contract';
import { germanName, isLunchMealType, lunchAt } from '@mahlzeit/contract/rules';
import type { DiscountsAtInstant } from '@mahlzeit/contract/rules';
import { Banner, Gutter, LinkButton, Section, Stack } from '@mahlzeit/shared-ui/ui';
import { TabButton, TabStrip } from '@mahlzeit/shared-ui/ui/dialog';
import { MealList } from '@mahlzeit/shared-ui/ui/restaurant';
import { memo, useEffect, useState, useSyncExternalStore } from 'react';
import type { ReactNode } from 'react';
import styled from 'styled-components';
import { text as listText } from '../../discovery-texts';
import { dealPriceLabel } from '../restaurant';
import { lunchTimeLabel, orderHint } from './hours-labels';
import { MealItem } from './meal-item';
import { scrollerOf, useMenuScroll } from './menu-scroll';
import type { PartHeadings } from './menu-scroll';
import { LazyLayout } from './page-columns';
import { useTexts } from './page-texts';
import type { PlaceOnly } from './place-facts';

/** Part of the menu: a meal type and its dishes of today. */
interface MenuPart {
  readonly key: string;
  readonly name: string;
  readonly baseName: string;
  readonly offers: readonly Offer[];
}

const menuPartOf = (
  offers: readonly Offer[],
  { key, baseName, ...type }: Pick<MealType, 'key' | 'name' | 'baseName' | 'translations'>,
): MenuPart => ({
  key,
  name: germanName(type),
  baseName,
  // Dishes are sorted by `order`, descending (S1§3).
  offers: offers.filter(({ typeKey }) => typeKey === key).sort((a, b) => b.order - a.order),
});

/**
 * Returns the meal types that offers have but the list of types lacks. They come last in the menu; their heading is the
 * base name of their offers.
 */
const unlistedTypes = (offers: readonly Offer[], types: readonly MealType[]): MealType[] => {
  const listedKeys = new Set(types.map(({ key }) => key));
  const unlistedHeadings = new Map(
    offers.filter(({ typeKey }) => !listedKeys.has(typeKey)).map(({ typeKey, baseName }) => [typeKey, baseName]),
  );
  return [...unlistedHeadings].map(([key, baseName]) => ({
    key,
    baseName,
    name: baseName,
    translations: { de: baseName },
    order: Infinity,
  }));
};

/** Divides the menu into one part for each meal type, ascending by `order`. Types without dishes are left out. */
export const menuParts = (offers: readonly Offer[], types: readonly MealType[]): readonly MenuPart[] =>
  [...types, ...unlistedTypes(offers, types)]
    .sort((a, b) => a.order - b.order)
    .map((type) => menuPartOf(offers, type))
    .filter((part) => part.offers.length > 0);

/** Sorts the parts of the menu: after lunch, the lunch part comes last. */
export const servedPartsFirst = <Part extends Pick<MenuPart, 'baseName'>>(
  parts: readonly Part[],
  isLunchOver: boolean,
): readonly Part[] => {
  if (!isLunchOver) return parts;
  const isLunch = ({ baseName }: Part): boolean => isLunchMealType(baseName);
  return [...parts.filter((part) => !isLunch(part)), ...parts.filter(isLunch)];
};

interface MenuViewProps {
  readonly restaurant: Restaurant;
  /** Restaurant without its menu: the same object while only dishes change. */
  readonly place: PlaceOnly;
  readonly deals: DiscountsAtInstant;
  /** Shown in place of the order buttons when the remote ordering can't be loaded; `retry` loads the remote again. */
  readonly orderingMissing: (retry: () => void) => ReactNode;
}

interface MenuPartViewProps extends Pick<MenuViewProps, 'place' | 'deals' | 'orderingMissing'> {
  readonly part: MenuPart;
  /** Time of lunch, shown beside the heading; undefined for parts that aren't lunch. */
  readonly lunchTime: string | undefined;
  /** Reason why the dishes can't be ordered now; null when they can. */
  readonly hint: string | null;
  /** Whether `hint` is shown above the dishes of this part. */
  readonly showsHint: boolean;
  readonly titleRef: (element: HTMLElement | null) => void;
}

const isSamePart = (before: MenuPart, after: MenuPart): boolean =>
  before.name === after.name &&
  before.offers.length === after.offers.length &&
  before.offers.every((offer, index) => offer === after.offers[index]);

// `titleRef` isn't compared: it is a new function on each render, but always has the same effect.
const isSameView = (before: MenuPartViewProps, after: MenuPartViewProps): boolean =>
  isSamePart(before.part, after.part) &&
  before.place === after.place &&
  before.deals === after.deals &&
  before.lunchTime === after.lunchTime &&
  before.hint === after.hint &&
  before.showsHint === after.showsHint;

/** Dishes of one meal type. Memoized: this part isn't rendered when a dish of another type sells out. */
const MenuPartView = memo(
  ({ part, place, deals, lunchTime, hint, showsHint, titleRef, orderingMissing }: MenuPartViewProps) => (
    <LazyLayout $height={part.offers.length * 110}>
      <Section title={part.name} titleRef={titleRef} headAside={lunchTime}>
        <Stack $gap={4}>
          {showsHint && <Banner tone="warn">{hint}</Banner>}
          <MealList>
            {part.offers.map((offer) => (
              <MealItem
                key={offer.key}
                offer={offer}
                restaurantKey={place.key}
                routingName={place.routingName}
                isOrdered={place.hasOrderableMeals}
                hint={hint}
                orderingMissing={orderingMissing}
                {...dealPriceLabel(offer, place, deals)}
              />
            ))}
          </MealList>
        </Stack>
      </Section>
    </LazyLayout>
  ),
  isSameView,
);
MenuPartView.displayName = 'MenuPartView';

interface MenuPartsProps extends MenuViewProps {
  readonly parts: readonly MenuPart[];
  /** Headings by the key of their part; this component adds and removes them. */
  readonly headings: Map<string, HTMLElement>;
}

const registerHeading =
  (headings: Map<string, HTMLElement>, key: string) =>
  (element: HTMLElement | null): void => {
    if (element === null) headings.delete(key);
    else headings.set(key, element);
  };

/**
 * All parts of the menu, one below the other. A reason that several parts share is shown only above the first of them.
 */
const MenuParts = ({ parts, headings, restaurant, place, deals, orderingMissing }: MenuPartsProps) => {
  const { now } = deals;
  const lunchState = lunchAt(restaurant, now);
  const hintByPart = parts.map(({ baseName }) =>
    restaurant.hasOrderableMeals ? orderHint(restaurant, baseName, now) : null,
  );
  return parts.map((part, index) => {
    const hint = hintByPart[index] ?? null;
    const isLunch = isLunchMealType(part.baseName);
    // No hint is needed above lunch when it is over: the head of the page says so already.
    const saysHint = hint !== null && hintByPart.indexOf(hint) === index && !(lunchState.kind === 'over' && isLunch);
    return (
      <MenuPartView
        key={part.key}
        part={part}
        place={place}
        deals={deals}
        lunchTime={isLunch ? lunchTimeLabel(lunchState) : undefined}
        hint={hint}
        showsHint={saysHint}
        titleRef={registerHeading(headings, part.key)}
        orderingMissing={orderingMissing}
      />
    );
  });
};

/**
 * Reports that the order buttons can't be loaded, together with the function that loads them again. Renders nothing.
 */
const MissingReporter = ({
  retry,
  onMissing,
}: {
  readonly retry: () => void;
  readonly onMissing: (retry: () => void) => void;
}) => {
  useEffect(() => onMissing(retry), [retry, onMissing]);
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
    <Banner tone="warn" action={<LinkButton onClick={onRetry}>{listText('TryAgain')}</LinkButton>}>
      {t('OrderingUnavailable')}
    </Banner>
  );
};

interface MenuTabsProps {
  readonly parts: readonly MenuPart[];
  readonly headings: PartHeadings;
}

/**
 * Buttons that scroll to the parts of the menu; the button of the part that the user reads is marked. The buttons
 * navigate within one page, therefore they aren't ARIA tabs.
 */
const MenuTabs = ({ parts, headings }: MenuTabsProps) => {
  const t = useTexts();
  const { currentId, setStrip, goToPart } = useMenuScroll(
    parts.map(({ key }) => key),
    headings,
  );
  return (
    <TabStrip as="nav" data-scrolls="" aria-label={t('Menu')} ref={setStrip}>
      {parts.map(({ key, name }) => (
        <TabButton
          key={key}
          type="button"
          aria-current={key === currentId ? 'location' : undefined}
          onClick={() => goToPart(key)}
        >
          {name}
        </TabButton>
      ))}
    </TabStrip>
  );
};

// There is nothing to subscribe to: the value is read on each render, at least once a minute.
const subscribeToNothing = (): (() => void) => () => undefined;
const isAtTop = (menu: HTMLElement | null): boolean => menu === null || (scrollerOf(menu)?.scrollTop ?? 0) < 1;

/**
 * Returns whether lunch comes last in the menu. The order doesn't change while the page is scrolled down, so that the
 * part that the user reads doesn't move away.
 */
const useIsLunchLast = (menu: HTMLElement | null, isLunchOver: boolean): boolean => {
  const [isLunchAtEnd, setIsLunchAtEnd] = useState(isLunchOver);
  // The scroll position is read only when the order would change, because reading it forces a layout.
  const shouldMoveLunch = useSyncExternalStore(subscribeToNothing, () => isLunchAtEnd !== isLunchOver && isAtTop(menu));
  if (shouldMoveLunch) setIsLunchAtEnd(isLunchOver);
  return isLunchAtEnd;
};

interface MenuProps extends Pick<MenuPartsProps, 'restaurant' | 'place' | 'deals' | 'headings'> {
  readonly mealTypes: readonly MealType[];
}

/** Today's menu, divided into parts by meal type. */
export const Menu = ({ restaurant, place, mealTypes, deals, headings }: MenuProps) => {
  const [menu, setMenu] = useState<HTMLElement | null>(null);
  const isLunchLast = useIsLunchLast(menu, lunchAt(restaurant, deals.now).kind === 'over');
  const parts = servedPartsFirst(menuParts(restaurant.offers, mealTypes), isLunchLast);
  const [retryMissing, setRetryMissing] = useState<(() => void) | null>(null);
  const [orderingMissing] = useState(() => {
    const reportMissing = (retryOrdering: () => void): void => setRetryMissing(() => retryOrdering);
    return (retryOrdering: () => void) => <MissingReporter retry={retryOrdering} onMissing={reportMissing} />;
  });
  const retry = (): void => {
    setRetryMissing(null);
    retryMissing?.();
  };
  return (
    // The menu has a container of its own, so that the sticky tabs stay visible as long as the menu.
    <div ref={setMenu}>
      {parts.length > 1 && <MenuTabs parts={parts} headings={headings} />}
      <MenuContent>
        <OrderingNotice restaurant={restaurant} isMissing={retryMissing !== null} onRetry={retry} />
        <MenuParts
          parts={parts}
          headings={headings}
          restaurant={restaurant}
          place={place}
          deals={deals}
          orderingMissing={orderingMissing}
        />
      </MenuContent>
    </div>
  );
};

const MenuContent = styled(Gutter)`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 20px;
  padding-block: 14px 28px;
`;
