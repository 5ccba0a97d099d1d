import type { MealType, Offer, Restaurant } from '@mahlzeit/contract';
import { germanName, isLunchMealType, lunchStateAt, orderTakingErrorOf } from '@mahlzeit/contract/rules';
import type { DiscountsAtInstant } from '@mahlzeit/contract/rules';
import { formatTime } from '@mahlzeit/shared-ui/platform';
import { Banner, Gutter, LinkButton, Section, Stack } from '@mahlzeit/shared-ui/ui';
import { TabButton, TabStrip } from '@mahlzeit/shared-ui/ui/dialog';
import { MealList } from '@mahlzeit/shared-ui/ui/restaurant';
import { memo, useEffect, useState, useSyncExternalStore } from 'react';
import type { ReactNode } from 'react';
import styled from 'styled-components';
import { text as listText } from '../../discovery-texts';
import { dealPriceLabelOf } from '../restaurant';
import { lunchTimeLabelOf, orderHintOf } from './hours-labels';
import { MealItem } from './meal-item';
import { scrollContainerOf, useMenuScroll } from './menu-scroll';
import type { PartHeadings } from './menu-scroll';
import { LazilyRenderedBlock } from './page-columns';
import { useTexts } from './page-texts';
import type { PlaceOnly } from './place-facts';

/** Part of the menu: a meal type and its dishes of today. */
interface MenuPart {
  readonly key: string;
  readonly name: string;
  readonly baseName: string;
  readonly offers: readonly Offer[];
}

const createMenuPart = (
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
const unlistedMealTypesOf = (offers: readonly Offer[], mealTypes: readonly MealType[]): MealType[] => {
  const listedKeys = new Set(mealTypes.map(({ key }) => key));
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
export const menuPartsOf = (offers: readonly Offer[], mealTypes: readonly MealType[]): readonly MenuPart[] =>
  [...mealTypes, ...unlistedMealTypesOf(offers, mealTypes)]
    .sort((a, b) => a.order - b.order)
    .map((mealType) => createMenuPart(offers, mealType))
    .filter((menuPart) => menuPart.offers.length > 0);

/** Sorts the parts of the menu: after lunch, the lunch part comes last. */
export const sortServedPartsFirst = <Part extends Pick<MenuPart, 'baseName'>>(
  partsToSort: readonly Part[],
  isLunchOver: boolean,
): readonly Part[] => {
  if (!isLunchOver) return partsToSort;
  const isLunchPart = ({ baseName }: Part): boolean => isLunchMealType(baseName);
  return [...partsToSort.filter((menuPart) => !isLunchPart(menuPart)), ...partsToSort.filter(isLunchPart)];
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
  /** Time of lunch, shown beside the heading of the lunch part; undefined for other parts. */
  readonly lunchTime: string | undefined;
  /** Reason why the dishes can't be ordered now; null when they can. */
  readonly hint: string | null;
  /** Whether `hint` is shown above the dishes of this part. */
  readonly showsHint: boolean;
  readonly titleRef: (element: HTMLElement | null) => void;
}

const isSameMenuPart = (previousPart: MenuPart, newPart: MenuPart): boolean =>
  previousPart.name === newPart.name &&
  previousPart.offers.length === newPart.offers.length &&
  previousPart.offers.every((offer, offerIndex) => offer === newPart.offers[offerIndex]);

// `titleRef` isn't compared: it is a new function on each render, but always has the same effect.
const isSameMenuPartView = (previousProps: MenuPartViewProps, newProps: MenuPartViewProps): boolean =>
  isSameMenuPart(previousProps.part, newProps.part) &&
  previousProps.place === newProps.place &&
  previousProps.deals === newProps.deals &&
  previousProps.lunchTime === newProps.lunchTime &&
  previousProps.hint === newProps.hint &&
  previousProps.showsHint === newProps.showsHint;

/** Dishes of one meal type. Memoized: this part isn't rendered when a dish of another type sells out. */
const MenuPartView = memo(
  ({ part, place, deals, lunchTime, hint, showsHint, titleRef, orderingMissing }: MenuPartViewProps) => (
    <LazilyRenderedBlock $height={part.offers.length * 110}>
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
                {...dealPriceLabelOf(offer, place, deals)}
              />
            ))}
          </MealList>
        </Stack>
      </Section>
    </LazilyRenderedBlock>
  ),
  isSameMenuPartView,
);
MenuPartView.displayName = 'MenuPartView';

interface MenuPartsProps extends MenuViewProps {
  readonly parts: readonly MenuPart[];
  /** Headings by the key of their part; this component adds and removes them. */
  readonly headings: Map<string, HTMLElement>;
}

const registerPartHeading =
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
  const lunchState = lunchStateAt(restaurant, now);
  const hintByPart = parts.map(({ baseName }) =>
    restaurant.hasOrderableMeals ? orderHintOf(restaurant, baseName, now) : null,
  );
  return parts.map((menuPart, partIndex) => {
    const hint = hintByPart[partIndex] ?? null;
    const isLunchPart = isLunchMealType(menuPart.baseName);
    // No hint is needed above lunch when it is over: the head of the page says so already.
    const showsHintAtPart =
      hint !== null && hintByPart.indexOf(hint) === partIndex && !(lunchState.kind === 'over' && isLunchPart);
    return (
      <MenuPartView
        key={menuPart.key}
        part={menuPart}
        place={place}
        deals={deals}
        lunchTime={isLunchPart ? lunchTimeLabelOf(lunchState) : undefined}
        hint={hint}
        showsHint={showsHintAtPart}
        titleRef={registerPartHeading(headings, menuPart.key)}
        orderingMissing={orderingMissing}
      />
    );
  });
};

/**
 * Tells the menu that the order buttons can't be loaded, and passes the function that loads them again. Renders
 * nothing.
 */
const MissingOrderingReporter = ({
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
  readonly restaurant: Pick<Restaurant, 'hasPayment' | 'hasOrderableMeals' | 'canReceiveOrders' | 'ordersPausedUntil'>;
  readonly now: number;
  readonly isMissing: boolean;
  readonly onRetry: () => void;
}

const OrderingNotice = ({ restaurant, now, isMissing, onRetry }: OrderingNoticeProps) => {
  const t = useTexts();
  if (!restaurant.hasPayment) return <Banner tone="neutral">{t('OrderingNotOffered')}</Banner>;
  switch (orderTakingErrorOf(restaurant, now)) {
    case 'restaurantUnreachable':
      return <Banner tone="neutral">{t('OrderingUnreachable')}</Banner>;
    case 'ordersPaused':
      return (
        <Banner tone="warn">{t('OrderingPaused', { time: formatTime(restaurant.ordersPausedUntil ?? now) })}</Banner>
      );
    case null:
      break;
  }
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

// No event announces a change of this value. It is read on each render instead, at least once a minute.
const subscribeToNothing = (): (() => void) => () => undefined;
const isMenuAtTop = (menuElement: HTMLElement | null): boolean =>
  menuElement === null || (scrollContainerOf(menuElement)?.scrollTop ?? 0) < 1;

/**
 * Returns whether lunch comes last in the menu. The order doesn't change while the page is scrolled down, so that the
 * part that the user reads doesn't move away.
 */
const useIsLunchPartLast = (menuElement: HTMLElement | null, isLunchOver: boolean): boolean => {
  const [isLunchAtEnd, setIsLunchAtEnd] = useState(isLunchOver);
  // The scroll position is read only when the order would change, because reading it forces a layout.
  const shouldMoveLunch = useSyncExternalStore(
    subscribeToNothing,
    () => isLunchAtEnd !== isLunchOver && isMenuAtTop(menuElement),
  );
  if (shouldMoveLunch) setIsLunchAtEnd(isLunchOver);
  return isLunchAtEnd;
};

interface RestaurantMenuProps extends Pick<MenuPartsProps, 'restaurant' | 'place' | 'deals' | 'headings'> {
  readonly mealTypes: readonly MealType[];
}

/** Today's menu, divided into parts by meal type. */
export const RestaurantMenu = ({ restaurant, place, mealTypes, deals, headings }: RestaurantMenuProps) => {
  const [menuElement, setMenuElement] = useState<HTMLElement | null>(null);
  const isLunchLast = useIsLunchPartLast(menuElement, lunchStateAt(restaurant, deals.now).kind === 'over');
  const sortedParts = sortServedPartsFirst(menuPartsOf(restaurant.offers, mealTypes), isLunchLast);
  const [retryMissingOrdering, setRetryMissingOrdering] = useState<(() => void) | null>(null);
  const [orderingMissing] = useState(() => {
    const reportMissingOrdering = (retryOrdering: () => void): void => setRetryMissingOrdering(() => retryOrdering);
    return (retryOrdering: () => void) => (
      <MissingOrderingReporter retry={retryOrdering} onMissing={reportMissingOrdering} />
    );
  });
  const retry = (): void => {
    setRetryMissingOrdering(null);
    retryMissingOrdering?.();
  };
  return (
    // The menu has a container of its own, so that the sticky tabs stay visible as long as the menu.
    <div ref={setMenuElement}>
      {sortedParts.length > 1 && <MenuTabs parts={sortedParts} headings={headings} />}
      <MenuContent>
        <OrderingNotice
          restaurant={restaurant}
          now={deals.now}
          isMissing={retryMissingOrdering !== null}
          onRetry={retry}
        />
        <MenuParts
          parts={sortedParts}
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
