import { getRestTimeTypes } from '@mahlzeit/contract';
import type { DiscountsAtInstant } from '@mahlzeit/contract/rules';
import type { MealType, Restaurant, RestTimeType } from '@mahlzeit/contract';
import { api, apiQuery, useDiscounts } from '@mahlzeit/shared-ui/platform';
import { Body, Button, EmptyState, Gutter, H2, LinkButton, Panel, Small, Stack } from '@mahlzeit/shared-ui/ui';
import { memo, useId, useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import styled, { css } from 'styled-components';
import { text as listText } from '../../discovery-texts';
import { DiscountLine } from './discount-line';
import { noMenuNoticeOf } from './hours-labels';
import { RestaurantMenu } from './menu';
import { MenusToRead } from './menus-to-read';
import { PageColumns, LazilyRenderedBlock } from './page-columns';
import { useTexts } from './page-texts';
import { PhoneLink, PlaceFacts, ReserveTableButton, SourceCredit, StaticMap } from './place-facts';
import type { PlaceOnly } from './place-facts';
import { RestaurantHead } from './restaurant-head';

/** Number of characters from which on a description is collapsed (S1§9). */
const MIN_COLLAPSED_TEXT_LENGTH = 400;

/** Description that the restaurant wrote; long descriptions are collapsed. */
const RestaurantDescription = ({ text }: { readonly text: string }) => {
  const t = useTexts();
  const descriptionId = useId();
  const [isExpanded, setIsExpanded] = useState(false);
  if (text === '') return null;
  const isDescriptionLong = text.length > MIN_COLLAPSED_TEXT_LENGTH;
  return (
    <div>
      <DescriptionText id={descriptionId} $tone="quiet" $isCollapsed={isDescriptionLong && !isExpanded}>
        {text}
      </DescriptionText>
      {isDescriptionLong && (
        <LinkButton aria-expanded={isExpanded} aria-controls={descriptionId} onClick={() => setIsExpanded(!isExpanded)}>
          {t(isExpanded ? 'ShowLess' : 'ShowMore')}
        </LinkButton>
      )}
    </div>
  );
};

const DescriptionText = styled(Body)<{ readonly $isCollapsed: boolean }>`
  white-space: pre-line;
  overflow-wrap: anywhere;
  ${({ $isCollapsed }) =>
    $isCollapsed &&
    css`
      max-height: 60px;
      overflow: hidden;
      mask-image: linear-gradient(#000 28px, #0000);
    `}
`;

/** Data and elements for the page's content below the picture. */
export interface RestaurantBodyProps {
  readonly restaurant: Restaurant;
  /** Restaurant without its menu. The object stays the same while only dishes change. */
  readonly place: PlaceOnly;
  readonly mealTypes: readonly MealType[];
  readonly now: number;
  /** Headings of the menu's parts, by meal type; the menu adds and removes them. */
  readonly headings: Map<string, HTMLElement>;
  /**
   * Cart above the facts about the restaurant, on pages that are wide enough for a column beside the menu; null on
   * narrower pages.
   */
  readonly cart: ReactNode;
  readonly onClose: () => void;
}

const NonPartnerNotice = () => {
  const t = useTexts();
  return (
    <NoticeGutter>
      <Panel $padded>
        <H2>{listText('NotPartnerTitle')}</H2>
        <Small $tone="quiet">{t('NotPartnerText')}</Small>
      </Panel>
    </NoticeGutter>
  );
};

/** Hook that loads the possible reasons of holiday closures. */
const { useRestTimeTypesQuery } = api.injectEndpoints({
  endpoints: (endpointBuilder) => ({
    restTimeTypes: endpointBuilder.query<RestTimeType[], void>(apiQuery(getRestTimeTypes, () => ({}))),
  }),
});

const useRestReasonText = ({ restTime, dayState }: Restaurant): string | null => {
  const { data: restTimeTypes = [] } = useRestTimeTypesQuery(undefined, { skip: dayState !== 'resting' });
  return restTimeTypes.find(({ key }) => key === restTime?.restTimeTypeKey)?.translations.de ?? null;
};

interface MenuOrNoticeProps extends Pick<
  RestaurantBodyProps,
  'restaurant' | 'place' | 'mealTypes' | 'headings' | 'onClose'
> {
  readonly deals: DiscountsAtInstant;
}

const MenuOrNotice = ({ restaurant, place, mealTypes, deals, headings, onClose }: MenuOrNoticeProps) => {
  const t = useTexts();
  const noMenuNotice = noMenuNoticeOf(restaurant, deals.now, useRestReasonText(restaurant));
  if (noMenuNotice === null)
    return (
      <RestaurantMenu restaurant={restaurant} place={place} mealTypes={mealTypes} deals={deals} headings={headings} />
    );
  return (
    <>
      <EmptyState {...noMenuNotice}>
        {restaurant.dayState === 'noLunch' && <PhoneLink restaurant={restaurant} />}
        <Button variant="second" onClick={onClose}>
          {t('SeeOthers')}
        </Button>
      </EmptyState>
      <MenusToRead
        offersToday={restaurant.offers}
        place={place}
        mealTypes={mealTypes}
        deals={deals}
        headings={headings}
      />
    </>
  );
};

/**
 * Section with facts about the restaurant, beside or below the menu. Memoized: it doesn't render when a dish changes.
 */
const AboutPlaceSection = memo(({ place }: { readonly place: PlaceOnly }) => (
  <>
    <RestaurantDescription text={place.data.description} />
    <LazilyRenderedBlock $height={430}>
      <Panel>
        <StaticMap restaurant={place} />
        <FactsStack $gap={16}>
          <PlaceFacts restaurant={place} />
          <ReserveTableButton restaurant={place} />
          <SourceCredit restaurant={place} />
        </FactsStack>
      </Panel>
    </LazilyRenderedBlock>
  </>
));
AboutPlaceSection.displayName = 'AboutPlace';

/** Content of the page below the picture: head, menu, and the facts beside or below the menu. */
export const RestaurantBody = ({ restaurant, place, mealTypes, now, headings, cart, onClose }: RestaurantBodyProps) => {
  const discounts = useDiscounts();
  const deals = useMemo(() => ({ discounts, now }), [discounts, now]);
  const isPartner = restaurant.type !== 'NonPartner';
  return (
    <PageColumns
      sideContent={
        <>
          {cart}
          <AboutPlaceSection place={place} />
        </>
      }
    >
      <RestaurantHead restaurant={restaurant} place={place} now={now} />
      {isPartner && (
        <DiscountsGutter>
          <DiscountLine place={restaurant} deals={deals} />
        </DiscountsGutter>
      )}
      {isPartner ? (
        <MenuOrNotice
          restaurant={restaurant}
          place={place}
          mealTypes={mealTypes}
          deals={deals}
          headings={headings}
          onClose={onClose}
        />
      ) : (
        <NonPartnerNotice />
      )}
    </PageColumns>
  );
};

const NoticeGutter = styled(Gutter)`
  padding-block: 8px 20px;
`;

const DiscountsGutter = styled(Gutter)`
  display: grid;
  gap: 8px;
  padding-block: 4px 6px;
  &:empty {
    display: none;
  }
`;

const FactsStack = styled(Stack)`
  padding: 18px;
`;
