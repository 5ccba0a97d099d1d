import type { ComponentPropsWithRef, ReactNode } from 'react';
import { AdBadge, DealBadge, NewBadge } from '../badge';
import { DishLine, DishList } from './dishes';
import { MetaLine } from './facts';
import { AdCorner, Card, CardDishes, CardHead, CardLink, CardMedia, CardName, CardNote, CardTitle, DealCorner, DealRest, FavouriteCorner } from './restaurant-card.styles';
import type { CardLayout } from './restaurant-card.styles';
import { RestaurantMedia } from './restaurant-media';
import type { SceneSpec } from './scene-recipes';

/** A dish on a card; prices come formatted. */
export interface CardDish {
  readonly key: string;
  readonly name: string;
  readonly price?: string;
  readonly oldPrice?: string;
  /** „je 100 g“. */
  readonly unit?: string;
}

interface RestaurantCardProps extends Omit<ComponentPropsWithRef<'article'>, 'children'> {
  readonly href: string;
  readonly name: string;
  readonly scene: SceneSpec;
  readonly pictureUrl?: string | null;
  readonly layout?: CardLayout;
  readonly isClosed?: boolean;
  readonly isSelected?: boolean;
  /** Among the first of the page: its picture is asked for before all else. */
  readonly isUrgent?: boolean;
  /** Paid placement: carries „Anzeige“. */
  readonly isAd?: boolean;
  readonly isNew?: boolean;
  /** „−20 %“ and, where there is room, „auf Suppen“. */
  readonly deal?: { readonly short: string; readonly long?: string };
  /** MetaItems: cuisine, price level, distance, way. */
  readonly meta: ReactNode;
  /** A StatusLine. */
  readonly status: ReactNode;
  readonly dishes?: readonly CardDish[];
  /** Name of the list of dishes: „Heute mittags“. */
  readonly dishesLabel?: string;
  /** What is said where there are no dishes to show. */
  readonly note?: string;
  /** An IconButton. */
  readonly favourite?: ReactNode;
}

/** A place in the list: one link, with the heart beside it. */
export const RestaurantCard = (props: RestaurantCardProps) => {
  const { href, name, scene, pictureUrl, layout = 'list', isClosed = false, isSelected = false, isUrgent = false, isAd = false, isNew = false, deal, meta, status, dishes = [], dishesLabel, note, favourite, ...rest } = props;
  return (
    <Card {...rest} $layout={layout} $isSelected={isSelected}>
      <CardMedia $layout={layout}>
        <RestaurantMedia of={scene} layout="card" pictureUrl={pictureUrl} isClosed={isClosed} isUrgent={isUrgent} />
        {isAd && (
          <AdCorner $layout={layout}>
            <AdBadge />
          </AdCorner>
        )}
        {deal !== undefined && (
          <DealCorner $layout={layout}>
            <DealBadge>
              {deal.short}
              {deal.long !== undefined && <DealRest>{deal.long}</DealRest>}
            </DealBadge>
          </DealCorner>
        )}
      </CardMedia>
      <CardHead $layout={layout}>
        <CardTitle $layout={layout}>
          <CardName>
            <CardLink href={href}>{name}</CardLink>
          </CardName>
          {isNew && <NewBadge />}
        </CardTitle>
        <MetaLine>{meta}</MetaLine>
        {status}
      </CardHead>
      {favourite !== undefined && <FavouriteCorner $layout={layout}>{favourite}</FavouriteCorner>}
      {dishes.length > 0 && (
        <CardDishes $layout={layout} $isQuiet={isClosed}>
          <DishList aria-label={dishesLabel}>
            {dishes.map((dish) => (
              <DishLine key={dish.key} name={dish.name} price={dish.price} oldPrice={dish.oldPrice} unit={dish.unit} />
            ))}
          </DishList>
        </CardDishes>
      )}
      {dishes.length === 0 && note !== undefined && <CardNote $layout={layout}>{note}</CardNote>}
    </Card>
  );
};
