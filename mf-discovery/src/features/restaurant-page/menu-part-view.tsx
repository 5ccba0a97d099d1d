import type { DiscountsAtInstant } from '@mahlzeit/contract/rules';
import { Banner, Gutter, Section, Stack } from '@mahlzeit/shared-ui/ui';
import { TabButton, TabStrip } from '@mahlzeit/shared-ui/ui/dialog';
import { MealList } from '@mahlzeit/shared-ui/ui/restaurant';
import { memo } from 'react';
import type { ReactNode } from 'react';
import styled from 'styled-components';
import { dealPriceLabelOf } from '../restaurant';
import { MealItem } from './meal-item';
import { isSameMenuPart } from './menu-parts';
import type { MenuPart } from './menu-parts';
import { useMenuScroll } from './menu-scroll';
import type { PartHeadings } from './menu-scroll';
import { LazilyRenderedBlock } from './page-columns';
import { useTexts } from './page-texts';
import type { PlaceOnly } from './place-facts';

interface MenuPartViewProps {
  /** Restaurant without its menu. The object stays the same while only dishes change. */
  readonly place: PlaceOnly;
  readonly deals: DiscountsAtInstant;
  /** Shown in place of the order buttons if the remote mf-ordering can't be loaded; `retry` loads the remote again. */
  readonly orderingFallback: (retry: () => void) => ReactNode;
  readonly part: MenuPart;
  /** Time of lunch, shown beside the heading of the lunch part; undefined for other parts. */
  readonly lunchTime: string | undefined;
  /** Whether each dish has buttons that order it. */
  readonly isOrdered: boolean;
  /** Reason why the dishes can't be ordered now; null when they can. */
  readonly hint: string | null;
  /** Whether the reason `hint` is shown above the dishes of this part of the menu. */
  readonly showsHint: boolean;
  readonly titleRef: (element: HTMLElement | null) => void;
}

// Compares the props of a part of the menu. `titleRef` isn't compared: it is a new function on each render, but always
// has the same effect.
const isSameMenuPartView = (previousProps: MenuPartViewProps, newProps: MenuPartViewProps): boolean =>
  isSameMenuPart(previousProps.part, newProps.part) &&
  previousProps.place === newProps.place &&
  previousProps.deals === newProps.deals &&
  previousProps.lunchTime === newProps.lunchTime &&
  previousProps.isOrdered === newProps.isOrdered &&
  previousProps.hint === newProps.hint &&
  previousProps.showsHint === newProps.showsHint;

/**
 * Part of the menu with the dishes of one meal type. Memoized: the part doesn't render when a dish of another type
 * sells out.
 */
export const MenuPartView = memo(
  ({ part, place, deals, lunchTime, isOrdered, hint, showsHint, titleRef, orderingFallback }: MenuPartViewProps) => (
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
                isOrdered={isOrdered}
                hint={hint}
                orderingFallback={orderingFallback}
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

/**
 * Returns the ref callback for the heading of a menu's part. It stores the heading in `headings` while the heading is
 * mounted.
 */
export const registerPartHeading =
  (headings: Map<string, HTMLElement>, key: string) =>
  (element: HTMLElement | null): void => {
    if (element === null) headings.delete(key);
    else headings.set(key, element);
  };

interface MenuTabsProps {
  readonly parts: readonly MenuPart[];
  readonly headings: PartHeadings;
}

/**
 * Buttons that scroll to the parts of the menu; the button of the part that the user reads is marked. They aren't ARIA
 * tabs, because they navigate within one page.
 */
export const MenuTabs = ({ parts, headings }: MenuTabsProps) => {
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

/** Arranges the parts of a menu one below the other. */
export const MenuContent = styled(Gutter)`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 20px;
  padding-block: 14px 28px;
`;
