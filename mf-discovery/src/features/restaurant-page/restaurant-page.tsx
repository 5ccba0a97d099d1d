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
import { FavouriteButton, useFavourites } from '../favourites';
import { MediaSlider } from './media-slider';
import { useShowPart } from './menu-scroll';
import type { PartHeadings } from './menu-scroll';
import { PageColumns } from './page-columns';
import { text, useTexts } from './page-texts';
import { RestaurantBody } from './restaurant-body';
import type { RestaurantBodyProps } from './restaurant-body';
import { ShownPlaceContext, useFreshPlace, useShownPlace } from './shown-place';
import type { AskedPlace, PlaceRequest } from './shown-place';

/**
 * S1§2: opened as such, from the draft of an invitation, from what a link to a meetup shows, or with the cart open at
 * once.
 */
type PageOrigin = 'plain' | 'invitation' | 'shared' | 'cart';

/** What the second parameter of the address means; anything else means nothing. */
export const originOf = (parameter: string | undefined): PageOrigin =>
  parameter === 'invitation' || parameter === 'shared' || parameter === 'cart' ? parameter : 'plain';

interface CloseActions {
  /** What the close button does. */
  readonly onClose: () => void;
  /** What Escape and a press beside the page do instead. */
  readonly onDismiss?: () => void;
}

/**
 * S1§2: the button leads back to the draft the page was opened from; dismissing it there drops the draft, of which
 * social asks first. Who came by a link to a meetup is led back to that, however they close: nothing else leads there.
 */
const useCloseActions = (origin: PageOrigin): CloseActions => {
  const { navigation, remotes } = useShell();
  const { run } = useSingleFlight();
  if (origin === 'shared') return { onClose: () => navigation.back() };
  if (origin !== 'invitation') return { onClose: navigation.close };
  const discard = async (): Promise<void> => {
    const asked = await remotes.runCommand('social/discardDraft', {});
    // Where social can't be had, there is no draft to go on with.
    if (!asked.ok || !asked.value.goesOn) navigation.close();
  };
  return { onClose: () => navigation.back(), onDismiss: () => run(discard) };
};

const TILES = ['einladen', 'teilen', 'route', 'info'];
const DISHES = ['72%', '58%', '66%'];

const Dish = ({ width }: { readonly width: string }) => (
  <DishPlace>
    <Skeleton $height="18px" $width={width} />
    <Skeleton $height="18px" $width="58px" />
    <Skeleton $height="14px" $width="84%" />
  </DishPlace>
);

/** The places of the page's parts, while the restaurant is on its way. */
const RestaurantSkeleton = () => (
  <AfterDelay>
    <PageColumns side={<Skeleton $height="260px" $radius={tokens.radius.card} />}>
      <PageHead emblem={<Skeleton $height="100%" $radius={tokens.radius.thumb} />}>
        <Skeleton $height="28px" $width="72%" />
        <Skeleton $height="20px" $width="54%" />
        <Skeleton $height="20px" $width="46%" />
        <Tiles>
          {TILES.map((tile) => (
            <Skeleton key={tile} $height="52px" $radius={tokens.radius.control} />
          ))}
        </Tiles>
      </PageHead>
      <Dishes>
        <Skeleton $height="24px" $width="40%" />
        {DISHES.map((width) => (
          <Dish key={width} width={width} />
        ))}
      </Dishes>
    </PageColumns>
  </AfterDelay>
);

const Tiles = styled.div`
  display: grid;
  grid-template-columns: repeat(4, 1fr);
  gap: 8px;
  max-width: 460px;
  margin-block: 7px 6px;
`;

const Dishes = styled(Gutter)`
  display: grid;
  gap: 24px;
  padding-block: 30px 28px;
`;

const DishPlace = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto;
  gap: 8px 12px;
`;

/** S1§2: a restaurant that doesn't exist is not shown. */
const NotFound = () => {
  const { navigation, snackbar } = useShell();
  useEffect(() => {
    navigation.close();
    snackbar({ text: text('RestaurantNotFound') });
  }, [navigation, snackbar]);
  return null;
};

interface OriginProps {
  /** What the address says beside the name. */
  readonly origin: PageOrigin;
  /** … and behind that: what of the open cart is meant. */
  readonly part: string | null;
}

// The cart moves from the lower edge to the side where there is room for two columns.
const TWO_COLUMNS = '(min-width: 850px)';

const FavouriteToggle = () => {
  const { place } = useShownPlace();
  const favourites = useFavourites();
  if (place === null) return null;
  return (
    <FavouriteButton
      name={place.name}
      isFavourite={favourites.isFavourite(place.key)}
      onToggle={() => favourites.toggle(place.key)}
    />
  );
};

interface CartProps extends OriginProps {
  readonly layout: 'bar' | 'side';
  readonly headings: PartHeadings;
}

// Where the cart can't be had, the menu says so already.
const Cart = ({ layout, origin, part, headings }: CartProps) => {
  const { restaurant } = useShownPlace();
  const showMealType = useShowPart(headings);
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
        part: origin === 'cart' ? part : null,
        showMealType,
      }}
      fallback={null}
    />
  );
};

/**
 * The cart stands at the lower edge or beside the menu. It stays the same one when it moves, and so does what it has
 * opened: it is drawn into an element of its own, and that element is moved.
 */
const useMovingCart = (cart: ReactNode): { readonly drawn: ReactNode; readonly place: ReactNode } => {
  const [host] = useState(() => {
    const element = document.createElement('div');
    element.dataset.holder = '';
    return element;
  });
  return { drawn: createPortal(cart, host), place: cart === null ? null : <MovingCart host={host} /> };
};

const MovingCart = ({ host }: { readonly host: HTMLElement }) => {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => place.current?.append(host), [host]);
  return <Moving ref={place} data-holder="" />;
};

const Moving = styled.div`
  &,
  > div {
    display: contents;
  }
`;

const PendingRestaurant = ({ error, ...retry }: PlaceRequest) => {
  const t = useTexts();
  if (error !== undefined)
    return (
      <PageSpace>
        <ErrorState title={t('PageFailedTitle')} text={errorText(error)} {...retry} />
      </PageSpace>
    );
  return (
    <PageSpace>
      <VisuallyHidden role="status">{t('RestaurantLoading')}</VisuallyHidden>
      <RestaurantSkeleton />
    </PageSpace>
  );
};

const Media = () => {
  const { restaurant } = useShownPlace();
  return restaurant === null ? <MediaPlaceholder /> : <MediaSlider restaurant={restaurant} />;
};

type ContentProps = Pick<RestaurantBodyProps, 'headings' | 'cart' | 'onClose'>;

const Content = (props: ContentProps) => {
  const { restaurant, place, now, request } = useShownPlace();
  const { data: mealTypes = [] } = useMealTypesQuery();
  if (restaurant === null || place === null) return <PendingRestaurant {...request} />;
  return <RestaurantBody restaurant={restaurant} place={place} mealTypes={mealTypes} now={now} {...props} />;
};

interface PageFrameProps extends OriginProps {
  /** null: not known yet. */
  readonly name: string | null;
  readonly hasCart: boolean;
}

/**
 * The sheet with its parts, each of which follows the place by itself: a dish that comes or goes draws no sheet anew.
 */
const PageFrame = memo(({ origin, part, name, hasCart }: PageFrameProps) => {
  const t = useTexts();
  const closeActions = useCloseActions(origin);
  const layout = useMedia(TWO_COLUMNS) ? 'side' : 'bar';
  const [headings] = useState(() => new Map<string, HTMLElement>());
  const cart = useMovingCart(hasCart ? <Cart layout={layout} origin={origin} part={part} headings={headings} /> : null);
  useScreenName(name);
  // One sheet from the first moment on: another one would take the focus when the restaurant comes.
  return (
    <Sheet
      title={name ?? t('Restaurant')}
      size="wide"
      {...closeActions}
      media={<Media />}
      mediaActions={name !== null && <FavouriteToggle />}
      dock={layout === 'bar' ? (cart.place ?? undefined) : undefined}
    >
      {cart.drawn}
      <Content headings={headings} cart={layout === 'side' ? cart.place : null} onClose={closeActions.onClose} />
    </Sheet>
  );
});
PageFrame.displayName = 'PageFrame';

// An address that no place can have, far too long for instance, is refused as a request.
const isNotFound = (error: unknown): boolean => ['notFound', 'invalidRequest'].includes(errorCode(error) ?? '');

/** A restaurant with today's menu; stays fresh while it is open. */
export const RestaurantPage = ({ origin, part, ...asked }: OriginProps & AskedPlace) => {
  const shown = useFreshPlace(asked);
  const { place, request } = shown;
  if (isNotFound(request.error)) return <NotFound />;
  return (
    <ShownPlaceContext value={shown}>
      <PageFrame
        origin={origin}
        part={part}
        name={place?.name ?? null}
        hasCart={place !== null && place.hasPayment && place.type !== 'NonPartner'}
      />
    </ShownPlaceContext>
  );
};

const MediaPlaceholder = styled.div`
  height: 100%;
  background: ${tokens.color.sunken};
`;

// The dialog keeps its height when the menu comes.
const PageSpace = styled.div`
  min-height: 60vh;
`;
