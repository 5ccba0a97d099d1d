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
import { noMenuTexts } from './hours-labels';
import { Menu } from './menu';
import { PageColumns, LazyLayout } from './page-columns';
import { useTexts } from './page-texts';
import { PlaceFacts, ReserveButton, SourceCredit, StaticMap } from './place-facts';
import type { PlaceOnly } from './place-facts';
import { RestaurantHead } from './restaurant-head';

/** Number of characters from which on a description is collapsed (S1§9). */
const LONG = 400;

/** Description that the restaurant wrote; long descriptions are collapsed. */
const Description = ({ text }: { readonly text: string }) => {
  const t = useTexts();
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  if (text === '') return null;
  const isLong = text.length > LONG;
  return (
    <div>
      <Text id={id} $tone="quiet" $isCollapsed={isLong && !isOpen}>
        {text}
      </Text>
      {isLong && (
        <LinkButton aria-expanded={isOpen} aria-controls={id} onClick={() => setIsOpen(!isOpen)}>
          {t(isOpen ? 'ShowLess' : 'ShowMore')}
        </LinkButton>
      )}
    </div>
  );
};

const Text = styled(Body)<{ readonly $isCollapsed: boolean }>`
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

/** Props of the page's content below the picture. */
export interface RestaurantBodyProps {
  readonly restaurant: Restaurant;
  /** Restaurant without its menu: the same object while only dishes change. */
  readonly place: PlaceOnly;
  readonly mealTypes: readonly MealType[];
  readonly now: number;
  /** Headings of the menu's parts, by meal type; the menu adds and removes them. */
  readonly headings: Map<string, HTMLElement>;
  /** Cart above the facts, on pages that have space for a column beside the menu; null on narrower pages. */
  readonly cart: ReactNode;
  readonly onClose: () => void;
}

const NotPartner = () => {
  const t = useTexts();
  return (
    <Below>
      <Panel $padded>
        <H2>{listText('NotPartnerTitle')}</H2>
        <Small $tone="quiet">{t('NotPartnerText')}</Small>
      </Panel>
    </Below>
  );
};

/** Hook that loads the possible reasons of holiday closures. */
const { useRestTimeTypesQuery } = api.injectEndpoints({
  endpoints: (build) => ({ restTimeTypes: build.query<RestTimeType[], void>(apiQuery(getRestTimeTypes, () => ({}))) }),
});

const useRestReason = ({ restTime, dayState }: Restaurant): string | null => {
  const { data: types = [] } = useRestTimeTypesQuery(undefined, { skip: dayState !== 'resting' });
  return types.find(({ key }) => key === restTime?.restTimeTypeKey)?.translations.de ?? null;
};

interface MenuOrReasonProps extends Pick<
  RestaurantBodyProps,
  'restaurant' | 'place' | 'mealTypes' | 'headings' | 'onClose'
> {
  readonly deals: DiscountsAtInstant;
}

const MenuOrReason = ({ restaurant, place, mealTypes, deals, headings, onClose }: MenuOrReasonProps) => {
  const t = useTexts();
  const reason = noMenuTexts(restaurant, deals.now, useRestReason(restaurant));
  if (reason === null)
    return <Menu restaurant={restaurant} place={place} mealTypes={mealTypes} deals={deals} headings={headings} />;
  return (
    <EmptyState {...reason}>
      <Button variant="second" onClick={onClose}>
        {t('SeeOthers')}
      </Button>
    </EmptyState>
  );
};

/** Facts about the restaurant, beside or below the menu. Memoized: they aren't rendered when a dish changes. */
const AboutPlace = memo(({ place }: { readonly place: PlaceOnly }) => (
  <>
    <Description text={place.data.description} />
    <LazyLayout $height={430}>
      <Panel>
        <StaticMap restaurant={place} />
        <Facts $gap={16}>
          <PlaceFacts restaurant={place} />
          <ReserveButton restaurant={place} />
          <SourceCredit restaurant={place} />
        </Facts>
      </Panel>
    </LazyLayout>
  </>
));
AboutPlace.displayName = 'AboutPlace';

/** Content of the page below the picture: head, menu, and the facts beside or below the menu. */
export const RestaurantBody = ({ restaurant, place, mealTypes, now, headings, cart, onClose }: RestaurantBodyProps) => {
  const discounts = useDiscounts();
  const deals = useMemo(() => ({ discounts, now }), [discounts, now]);
  const isPartner = restaurant.type !== 'NonPartner';
  return (
    <PageColumns
      side={
        <>
          {cart}
          <AboutPlace place={place} />
        </>
      }
    >
      <RestaurantHead restaurant={restaurant} place={place} now={now} />
      {isPartner && (
        <Discounts>
          <DiscountLine place={restaurant} deals={deals} />
        </Discounts>
      )}
      {isPartner ? (
        <MenuOrReason
          restaurant={restaurant}
          place={place}
          mealTypes={mealTypes}
          deals={deals}
          headings={headings}
          onClose={onClose}
        />
      ) : (
        <NotPartner />
      )}
    </PageColumns>
  );
};

const Below = styled(Gutter)`
  padding-block: 8px 20px;
`;

const Discounts = styled(Gutter)`
  display: grid;
  gap: 8px;
  padding-block: 4px 6px;
  &:empty {
    display: none;
  }
`;

const Facts = styled(Stack)`
  padding: 18px;
`;
