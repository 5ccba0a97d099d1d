import type { Restaurant } from '@mahlzeit/contract';
import { cuisineNames } from '@mahlzeit/contract/rules';
import { errorCode, formatDistance, skipToken, useRestaurantQuery, useShell } from '@mahlzeit/shared-ui/platform';
import {
  Button,
  forcedColorsBorder,
  H3,
  Icon,
  Skeleton,
  textStyles,
  tokens,
  VisuallyHidden,
} from '@mahlzeit/shared-ui/ui';
import { LogoTile } from '@mahlzeit/shared-ui/ui/invitation';
import { MetaItem, MetaLine, PriceLevel, RestaurantMedia, sceneFor } from '@mahlzeit/shared-ui/ui/restaurant';
import { CalendarPlus, CloudOff, UtensilsCrossed } from 'lucide-react';
import { createContext, use } from 'react';
import styled from 'styled-components';
import { useSearchLocation } from '../search-location';
import { useTexts } from './chat-texts';
import { DashedPlaceholder } from './message-row.styles';

/** Chat message in which a user shares a restaurant. */
export interface SharedRestaurant {
  readonly messageKey: string;
  readonly restaurantKey: string;
}

/** Actions that turn a chat or a shared restaurant into an invitation. */
interface ArrangeMeetupActions {
  /** Key of the message that is being turned into an invitation; null while none is. */
  readonly busyKey: string | null;
  arrange(message: SharedRestaurant): void;
  /** Starts an invitation for all people of the chat who can be invited. */
  invite(): void;
}

/** Provides the actions that create invitations; null in a chat without people who can be invited. */
export const ArrangeMeetupContext = createContext<ArrangeMeetupActions | null>(null);

interface RestaurantCardProps {
  /** Key of the chat message; null for an unsent message. */
  readonly messageKey: string | null;
  readonly restaurantKey: string;
  /** Name of the user who shared the restaurant, for screen readers. */
  readonly authorName: string;
}

const METRES_PER_KM = 1_000;

/** Cuisine, price level and distance of a restaurant, as far as they are in the database. */
const PlaceFacts = ({ restaurant }: { readonly restaurant: Restaurant }) => {
  const { priceCategory, initialDistanceKm } = restaurant;
  const [cuisine] = cuisineNames(restaurant);
  return (
    <MetaLine>
      {cuisine !== undefined && <MetaItem>{cuisine}</MetaItem>}
      {priceCategory !== null && <PriceLevel level={priceCategory} />}
      {initialDistanceKm !== null && <MetaItem>{formatDistance(initialDistanceKm * METRES_PER_KM)}</MetaItem>}
    </MetaLine>
  );
};

/**
 * Card of a restaurant that was shared in a chat: picture, name, cuisine, price level, distance and logo (S2§2). Links
 * to the restaurant's page.
 */
export const RestaurantCard = ({ messageKey, restaurantKey, authorName }: RestaurantCardProps) => {
  const t = useTexts();
  const arrangeMeetupActions = use(ArrangeMeetupContext);
  const { navigation } = useShell();
  const coordinate = useSearchLocation();
  const { data: restaurant, error } = useRestaurantQuery(
    coordinate === undefined ? skipToken : { key: restaurantKey, ...(coordinate !== null && { at: coordinate }) },
  );
  if (restaurant === undefined && error !== undefined) {
    const isRestaurantGone = errorCode(error) === 'notFound';
    return (
      <DashedPlaceholder>
        <Icon source={isRestaurantGone ? UtensilsCrossed : CloudOff} size={18} />
        <span>{t(isRestaurantGone ? 'SharedRestaurantRemoved' : 'SharedRestaurant')}</span>
      </DashedPlaceholder>
    );
  }
  if (restaurant === undefined || (arrangeMeetupActions !== null && arrangeMeetupActions.busyKey === messageKey)) {
    return (
      <CardFrame aria-busy="true">
        <VisuallyHidden>{t(restaurant === undefined ? 'RestaurantLoads' : 'MeetupArranges')}</VisuallyHidden>
        <CardMedia>
          <Skeleton $height="100%" $radius="0" />
        </CardMedia>
        <CardText />
        {arrangeMeetupActions !== null && (
          <CardAction>
            <Skeleton $height="44px" />
          </CardAction>
        )}
      </CardFrame>
    );
  }
  const { name, routingName, logo, midSizeFirstImage } = restaurant;
  const cuisines = cuisineNames(restaurant);
  return (
    <CardFrame>
      <VisuallyHidden>{authorName}: </VisuallyHidden>
      <CardMedia>
        <RestaurantMedia sceneSpec={sceneFor(name, cuisines)} layout="card" pictureUrl={midSizeFirstImage} />
      </CardMedia>
      <CardText>
        <div>
          <H3 as="div">
            <CardLink href={navigation.hrefOf('details', routingName)}>{name}</CardLink>
          </H3>
          <PlaceFacts restaurant={restaurant} />
        </div>
        {logo !== null && <LogoTile url={logo.url} size={44} />}
      </CardText>
      {arrangeMeetupActions !== null && messageKey !== null && (
        <CardAction>
          <Button
            variant="tint"
            size="small"
            icon={CalendarPlus}
            isBlock
            onClick={() => arrangeMeetupActions.arrange({ messageKey, restaurantKey })}
          >
            {t('ArrangeMeetup')}
          </Button>
        </CardAction>
      )}
    </CardFrame>
  );
};

const CardFrame = styled.div`
  position: relative;
  width: min(308px, 100%);
  min-width: 0;
  border-radius: ${tokens.radius.card};
  background: ${tokens.color.surface};
  box-shadow:
    ${tokens.color.e2},
    0 0 0 1px ${tokens.color.line};
  overflow: hidden;
  ${forcedColorsBorder}
`;

// Picture area of the card. It has the same height before and after the restaurant is loaded, so that messages below
// don't move.
const CardMedia = styled.div`
  height: 86px;
  overflow: hidden;
`;

const CardText = styled.div`
  display: flex;
  gap: 12px;
  min-height: 84px;
  padding: 14px 16px 16px;
  > div {
    flex: 1;
    min-width: 0;
  }
`;

// Area for the card's button. It lies above the link, because the link covers the whole card.
const CardAction = styled.div`
  position: relative;
  z-index: 1;
  padding: 0 16px 16px;
  margin-top: -4px;
`;

const CardLink = styled.a`
  ${textStyles.h3}
  &::after {
    content: '';
    position: absolute;
    inset: 0;
  }
  &:focus-visible {
    outline: none;
  }
  &:focus-visible::after {
    outline: 3px solid ${tokens.color.plumText};
    outline-offset: -3px;
    border-radius: ${tokens.radius.card};
  }
`;
