import type { ComponentPropsWithRef, ReactNode } from 'react';
import { Icon } from '../art/art';
import type { IconSource } from '../art/art';
import { AdBadge, NewBadge } from '../badge';
import { DishLine, DishList } from './dishes';
import { MetaLine } from './facts';
import {
  AdLine,
  Card,
  CardDishes,
  CardHead,
  CardAlternative,
  CardLink,
  CardMedia,
  CardName,
  CardNote,
  CardTitle,
  FavouriteCorner,
} from './restaurant-card.styles';
import type { CardLayout } from './restaurant-card.styles';
import { RestaurantMedia } from './restaurant-media';
import type { SceneSpec } from './scene-recipes';

/** Dish on a restaurant's card. Its prices are formatted already. */
export interface CardDish {
  readonly key: string;
  readonly name: string;
  readonly price?: string;
  readonly oldPrice?: string;
  /** Unit of the price, when the price isn't for a whole dish: „je 100 g“. */
  readonly unit?: string;
  /** True for the dish whose price represents the restaurant. Its line is slightly bolder. */
  readonly isBest?: boolean;
  /** Reason why the dish passes the list's filter: „Vegan“; omitted without a filter. */
  readonly match?: string;
}

interface RestaurantCardProps extends Omit<ComponentPropsWithRef<'article'>, 'children'> {
  readonly href: string;
  readonly name: string;
  /**
   * Drawing of the restaurant's table. With null, the card shows only the name and has the height of most cards; this
   * is for cards far outside of the window.
   */
  readonly scene: SceneSpec | null;
  /** Photo of the restaurant; without a photo, the drawing is shown, small. */
  readonly photoUrl?: string | null;
  readonly layout?: CardLayout;
  readonly isClosed?: boolean;
  readonly isSelected?: boolean;
  /** True for the first cards of the page: the browser fetches their picture with priority. */
  readonly isPhotoUrgent?: boolean;
  /** Marks a paid placement with „Anzeige“. */
  readonly isAd?: boolean;
  readonly isNew?: boolean;
  /** Short facts about the restaurant: cuisine, price level, travel time. */
  readonly metaItems?: ReactNode;
  /** Line with the opening state of the restaurant. */
  readonly status?: ReactNode;
  /** Alternative to lunch: „Jetzt Kuchen, bis 18:00“. */
  readonly replacement?: { readonly icon: IconSource; readonly text: string };
  readonly dishes?: readonly CardDish[];
  /** Name of the list of dishes: „Heute mittags“. */
  readonly dishesLabel?: string;
  /** Text in place of the dishes if there are none. */
  readonly note?: string;
  /** Button that marks the restaurant as a favourite. */
  readonly favourite?: ReactNode;
}

type CardMenuProps = Pick<RestaurantCardProps, 'replacement' | 'dishes' | 'dishesLabel' | 'note'> & {
  readonly layout: CardLayout;
  readonly isClosed: boolean;
};

/** Dishes of the restaurant below the head of its card, or a text in place of them. */
const CardMenu = ({ layout, isClosed, replacement, dishes = [], dishesLabel, note }: CardMenuProps) => (
  <>
    {replacement !== undefined && (
      <CardAlternative $layout={layout}>
        <Icon source={replacement.icon} size={16} />
        {replacement.text}
      </CardAlternative>
    )}
    {dishes.length > 0 && (
      <CardDishes $layout={layout} $isQuiet={isClosed && replacement === undefined}>
        <DishList aria-label={dishesLabel}>
          {dishes.map((dish) => (
            <DishLine
              key={dish.key}
              name={dish.name}
              price={dish.price}
              oldPrice={dish.oldPrice}
              unit={dish.unit}
              isBestOffer={dish.isBest}
              match={dish.match}
            />
          ))}
        </DishList>
      </CardDishes>
    )}
    {dishes.length === 0 && note !== undefined && <CardNote $layout={layout}>{note}</CardNote>}
  </>
);

/**
 * Returns the number of grid rows that the picture of a card spans in the list beside the map: one for the head, and
 * one for each part below the head.
 */
const rowCountOf = ({
  replacement,
  dishes = [],
  note,
}: Pick<RestaurantCardProps, 'replacement' | 'dishes' | 'note'>): number =>
  1 + Number(replacement !== undefined) + Number(dishes.length > 0 || note !== undefined);

/**
 * Card of a restaurant, in the list or over the map. The whole card is one link; the favourite button is beside the
 * link, not inside of it.
 */
export const RestaurantCard = (props: RestaurantCardProps) => {
  const {
    href,
    name,
    scene,
    photoUrl = null,
    layout = 'list',
    isClosed = false,
    isSelected = false,
    isPhotoUrgent = false,
    isAd = false,
    isNew = false,
    metaItems,
    status,
    replacement,
    dishes,
    dishesLabel,
    note,
    favourite,
    ...rest
  } = props;
  const hasPhoto = photoUrl !== null;
  const layoutProps = { $layout: layout, $hasPhoto: hasPhoto };
  // The link stays the same element when the rest of the card appears, so that it keeps the focus.
  return (
    <Card {...rest} {...layoutProps} $isSelected={isSelected} $isOutline={scene === null}>
      {scene !== null && (
        <CardMedia {...layoutProps} $rows={rowCountOf(props)}>
          <RestaurantMedia
            sceneSpec={scene}
            layout={hasPhoto ? 'card' : 'thumb'}
            pictureUrl={photoUrl}
            isClosed={isClosed}
            isUrgent={isPhotoUrgent}
          />
        </CardMedia>
      )}
      <CardHead {...layoutProps}>
        {isAd && (
          <AdLine>
            <AdBadge />
          </AdLine>
        )}
        <CardTitle {...layoutProps}>
          <CardName>
            <CardLink href={href}>{name}</CardLink>
          </CardName>
          {isNew && <NewBadge />}
        </CardTitle>
        {metaItems !== undefined && <MetaLine>{metaItems}</MetaLine>}
        {status}
      </CardHead>
      {favourite !== undefined && <FavouriteCorner {...layoutProps}>{favourite}</FavouriteCorner>}
      <CardMenu
        layout={layout}
        isClosed={isClosed}
        replacement={replacement}
        dishes={dishes}
        dishesLabel={dishesLabel}
        note={note}
      />
    </Card>
  );
};
