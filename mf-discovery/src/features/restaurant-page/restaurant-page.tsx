import {
  errorCode,
  errorText,
  Slot,
  useMealTypesQuery,
  useScreenName,
  useShell,
  useSingleFlight,
} from '@mahlzeit/shared-ui/platform';
import { AfterDelay, ErrorState, Gutter, PageHead, Skeleton, tokens, VisuallyHidden } from '@mahlzeit/shared-ui/ui';
import { Sheet } from '@mahlzeit/shared-ui/ui/dialog';
import { memo, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import styled from 'styled-components';
import { useMedia } from '../../use-media';
import { FavouriteButton, useFavourites } from '../restaurant';
import { MediaSlider } from './media-slider';
import { useScrollToPart } from './menu-scroll';
import type { PartHeadings } from './menu-scroll';
import { PageColumns } from './page-columns';
import { text, useTexts } from './page-texts';
import { RestaurantBody } from './restaurant-body';
import type { RestaurantBodyProps } from './restaurant-body';
import { PageRestaurantContext, useLoadedPageRestaurant, usePageRestaurant } from './page-restaurant';
import type { RestaurantRequest, PlaceRequestState } from './page-restaurant';

/**
 * Way in which the user came to the restaurant's page (S1§2): `plain` for a direct visit, `invitation` from the draft
 * of an invitation, `shared` from a shared meetup, and `cart` for a visit that opens the cart.
 */
type PageOrigin = 'plain' | 'invitation' | 'shared' | 'cart';

/** Parses the second parameter in the URL of the page; unknown values mean `plain`. */
export const pageOriginOf = (originParameter: string | undefined): PageOrigin =>
  originParameter === 'invitation' || originParameter === 'shared' || originParameter === 'cart'
    ? originParameter
    : 'plain';

interface PageCloseActions {
  /** Called when the user presses the close button of the restaurant page. */
  readonly onClose: () => void;
  /** Handler of Escape and of a press beside the page; by default both call `onClose`. */
  readonly onDismiss?: () => void;
}

/**
 * Returns the actions that close the page (S1§2). For a user who came from the draft of an invitation, the close button
 * returns to the draft, while a dismissal discards the draft after the remote social has asked the user. For a user who
 * came from a shared meetup, every way of closing returns to the meetup, because no other link leads there.
 */
const usePageCloseActions = (origin: PageOrigin): PageCloseActions => {
  const { navigation, remotes } = useShell();
  const { run } = useSingleFlight();
  if (origin === 'shared') return { onClose: () => navigation.back() };
  if (origin !== 'invitation') return { onClose: navigation.close };
  const discardInvitationDraft = async (): Promise<void> => {
    const discardOutcome = await remotes.runCommand('social/discardDraft', {});
    // Without the remote mf-social there is no draft to which the user could return, so the page closes.
    if (!discardOutcome.ok || !discardOutcome.value.goesOn) navigation.close();
  };
  return { onClose: () => navigation.back(), onDismiss: () => run(discardInvitationDraft) };
};

const SKELETON_TILE_KEYS = ['einladen', 'teilen', 'route', 'info'];
const SKELETON_DISH_WIDTHS = ['72%', '58%', '66%'];

const DishSkeleton = ({ width }: { readonly width: string }) => (
  <DishPlaceholder>
    <Skeleton $height="18px" $width={width} />
    <Skeleton $height="18px" $width="58px" />
    <Skeleton $height="14px" $width="84%" />
  </DishPlaceholder>
);

/** Skeleton of the page while the restaurant is loading. */
const RestaurantSkeleton = () => (
  <AfterDelay>
    <PageColumns sideContent={<Skeleton $height="260px" $radius={tokens.radius.card} />}>
      <PageHead emblem={<Skeleton $height="100%" $radius={tokens.radius.thumb} />}>
        <Skeleton $height="28px" $width="72%" />
        <Skeleton $height="20px" $width="54%" />
        <Skeleton $height="20px" $width="46%" />
        <TileGrid>
          {SKELETON_TILE_KEYS.map((tileKey) => (
            <Skeleton key={tileKey} $height="52px" $radius={tokens.radius.control} />
          ))}
        </TileGrid>
      </PageHead>
      <DishSkeletons>
        <Skeleton $height="24px" $width="40%" />
        {SKELETON_DISH_WIDTHS.map((width) => (
          <DishSkeleton key={width} width={width} />
        ))}
      </DishSkeletons>
    </PageColumns>
  </AfterDelay>
);

const TileGrid = styled.div`
  display: grid;
  grid-template-columns: repeat(4, 1fr);
  gap: 8px;
  max-width: 460px;
  margin-block: 7px 6px;
`;

const DishSkeletons = styled(Gutter)`
  display: grid;
  gap: 24px;
  padding-block: 30px 28px;
`;

const DishPlaceholder = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto;
  gap: 8px 12px;
`;

/** Closes the page and tells the user that the restaurant doesn't exist (S1§2). */
const RestaurantNotFound = () => {
  const { navigation, snackbar } = useShell();
  useEffect(() => {
    navigation.close();
    snackbar({ text: text('RestaurantNotFound') });
  }, [navigation, snackbar]);
  return null;
};

interface PageOriginProps {
  /** Second parameter in the URL of the page: the way in which the user came to the page. */
  readonly origin: PageOrigin;
  /** Third parameter in the URL of the page: section of the cart to open; null for none. */
  readonly cartPart: string | null;
}

// On pages with two columns the cart is in the side column instead of at the lower edge.
const TWO_COLUMN_MEDIA_QUERY = '(min-width: 850px)';

const FavouriteToggle = () => {
  const { place } = usePageRestaurant();
  const favourites = useFavourites();
  if (place === null) return null;
  return (
    <FavouriteButton
      name={place.name}
      isFavourite={favourites.isFavourite(place.key)}
      isWaiting={favourites.isWaiting(place.key)}
      onToggle={() => favourites.toggle(place.key)}
    />
  );
};

interface RestaurantCartProps extends PageOriginProps {
  readonly layout: 'bar' | 'side';
  readonly headings: PartHeadings;
}

// This slot has no fallback: when mf-ordering can't be loaded, the menu already shows a message with a retry button.
const RestaurantCartSlot = ({ layout, origin, cartPart, headings }: RestaurantCartProps) => {
  const { restaurant } = usePageRestaurant();
  const showMealType = useScrollToPart(headings);
  if (restaurant === null) return null;
  const { key, routingName } = restaurant;
  return (
    <Slot
      name="restaurant/cart"
      props={{
        restaurantKey: key,
        routingName,
        restaurant,
        layout,
        startsOpen: origin === 'cart',
        part: origin === 'cart' ? cartPart : null,
        showMealType,
      }}
      fallback={null}
    />
  );
};

/**
 * Places the cart at the lower edge or beside the menu. The cart is rendered into an element of its own. When the
 * layout changes, only this element moves, so that the cart keeps its state and its open dialogs.
 */
const useMovingCart = (cart: ReactNode): { readonly portal: ReactNode; readonly cartContainer: ReactNode } => {
  const [cartHost] = useState(() => {
    const cartElement = document.createElement('div');
    cartElement.dataset.holder = '';
    return cartElement;
  });
  return { portal: createPortal(cart, cartHost), cartContainer: cart === null ? null : <MovingCart host={cartHost} /> };
};

const MovingCart = ({ host: cartHostElement }: { readonly host: HTMLElement }) => {
  const cartContainer = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => cartContainer.current?.append(cartHostElement), [cartHostElement]);
  return <MovingCartBox ref={cartContainer} data-holder="" />;
};

const MovingCartBox = styled.div`
  &,
  > div {
    display: contents;
  }
`;

const PendingRestaurant = ({ error, ...retry }: PlaceRequestState) => {
  const t = useTexts();
  if (error !== undefined)
    return (
      <MinHeightPage>
        <ErrorState title={t('PageFailedTitle')} text={errorText(error)} {...retry} />
      </MinHeightPage>
    );
  return (
    <MinHeightPage>
      <VisuallyHidden role="status">{t('RestaurantLoading')}</VisuallyHidden>
      <RestaurantSkeleton />
    </MinHeightPage>
  );
};

const RestaurantMedia = () => {
  const { restaurant } = usePageRestaurant();
  return restaurant === null ? <MediaPlaceholder /> : <MediaSlider restaurant={restaurant} />;
};

type PageContentProps = Pick<RestaurantBodyProps, 'headings' | 'cart' | 'onClose'>;

const PageContent = (contentProps: PageContentProps) => {
  const { restaurant, place, now, request } = usePageRestaurant();
  const { data: mealTypes = [] } = useMealTypesQuery();
  if (restaurant === null || place === null) return <PendingRestaurant {...request} />;
  return <RestaurantBody restaurant={restaurant} place={place} mealTypes={mealTypes} now={now} {...contentProps} />;
};

interface PageFrameProps extends PageOriginProps {
  /** Name of the restaurant; null until the restaurant is loaded. */
  readonly name: string | null;
  readonly hasCart: boolean;
}

/**
 * Sheet of the page. Its content reads the restaurant from the context, so that a changed dish doesn't render the
 * sheet.
 */
const RestaurantPageFrame = memo(({ origin, cartPart, name, hasCart }: PageFrameProps) => {
  const t = useTexts();
  const closeActions = usePageCloseActions(origin);
  const layout = useMedia(TWO_COLUMN_MEDIA_QUERY) ? 'side' : 'bar';
  const [headings] = useState(() => new Map<string, HTMLElement>());
  const cart = useMovingCart(
    hasCart ? <RestaurantCartSlot layout={layout} origin={origin} cartPart={cartPart} headings={headings} /> : null,
  );
  useScreenName(name);
  // All states share one sheet: a new sheet would take the focus when the restaurant arrives.
  return (
    <Sheet
      title={name ?? t('Restaurant')}
      size="wide"
      {...closeActions}
      media={<RestaurantMedia />}
      mediaActions={name !== null && <FavouriteToggle />}
      dock={layout === 'bar' ? (cart.cartContainer ?? undefined) : undefined}
    >
      {cart.portal}
      <PageContent
        headings={headings}
        cart={layout === 'side' ? cart.cartContainer : null}
        onClose={closeActions.onClose}
      />
    </Sheet>
  );
});
RestaurantPageFrame.displayName = 'PageFrame';

// For a name that no restaurant can have, for example one that is too long, the gateway returns an `invalidRequest`
// error.
const isNotFoundError = (error: unknown): boolean => ['notFound', 'invalidRequest'].includes(errorCode(error) ?? '');

/** Page of a restaurant with today's menu. Its data stays up to date while the page is open. */
export const RestaurantPage = ({ origin, cartPart, ...restaurantRequest }: PageOriginProps & RestaurantRequest) => {
  const pageRestaurant = useLoadedPageRestaurant(restaurantRequest);
  const { place, request } = pageRestaurant;
  if (isNotFoundError(request.error)) return <RestaurantNotFound />;
  return (
    <PageRestaurantContext value={pageRestaurant}>
      <RestaurantPageFrame
        origin={origin}
        cartPart={cartPart}
        name={place?.name ?? null}
        hasCart={place !== null && place.hasPayment && place.type !== 'NonPartner'}
      />
    </PageRestaurantContext>
  );
};

const MediaPlaceholder = styled.div`
  height: 100%;
  background: ${tokens.color.sunken};
`;

// The minimum height keeps the height of the dialog stable when the menu arrives.
const MinHeightPage = styled.div`
  min-height: 60vh;
`;
