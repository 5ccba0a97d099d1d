import { cuisineNames } from '@mahlzeit/contract/rules';
import { errorCode, useRestaurantQuery, useShell } from '@mahlzeit/shared-ui/platform';
import {
  Button,
  forcedEdge,
  H3,
  Icon,
  Skeleton,
  Small,
  textStyles,
  tokens,
  VisuallyHidden,
} from '@mahlzeit/shared-ui/ui';
import { LogoTile } from '@mahlzeit/shared-ui/ui/invitation';
import { RestaurantMedia, sceneFor } from '@mahlzeit/shared-ui/ui/restaurant';
import { CalendarPlus, CloudOff, UtensilsCrossed } from 'lucide-react';
import { createContext, use } from 'react';
import styled from 'styled-components';
import { useTexts } from './chat-texts';
import { Dashed } from './message-row.styles';

/** A message of a chat that shares a restaurant. */
export interface SharedRestaurant {
  readonly messageKey: string;
  readonly restaurantKey: string;
}

/** What makes invitations in a chat. */
interface Arranging {
  /** The message that is becoming one; null: none is. */
  readonly busyKey: string | null;
  arrange(message: SharedRestaurant): void;
  /** Begins one with everybody here who may be invited. */
  invite(): void;
}

/** Given around a chat whose people may be invited. */
export const ArrangeContext = createContext<Arranging | null>(null);

interface RestaurantCardProps {
  /** Null while the message is on its way. */
  readonly messageKey: string | null;
  readonly restaurantKey: string;
  /** Who shared it, for those who don't see where it stands. */
  readonly author: string;
}

/** A place that was shared: its table or picture, its name, kitchen and logo (S2§2). Leads to its page. */
export const RestaurantCard = ({ messageKey, restaurantKey, author }: RestaurantCardProps) => {
  const t = useTexts();
  const arranging = use(ArrangeContext);
  const { navigation } = useShell();
  const { data: restaurant, error } = useRestaurantQuery({ key: restaurantKey });
  if (restaurant === undefined && error !== undefined) {
    const isGone = errorCode(error) === 'notFound';
    return (
      <Dashed>
        <Icon of={isGone ? UtensilsCrossed : CloudOff} size={18} />
        <span>{t(isGone ? 'SharedRestaurantRemoved' : 'SharedRestaurant')}</span>
      </Dashed>
    );
  }
  if (restaurant === undefined || (arranging !== null && arranging.busyKey === messageKey)) {
    return (
      <Card aria-busy="true">
        <VisuallyHidden>{t(restaurant === undefined ? 'RestaurantLoads' : 'MeetupArranges')}</VisuallyHidden>
        <Media>
          <Skeleton $height="100%" $radius="0" />
        </Media>
        <Words />
        {arranging !== null && (
          <Action>
            <Skeleton $height="44px" />
          </Action>
        )}
      </Card>
    );
  }
  const { name, routingName, logo, midSizeFirstImage } = restaurant;
  const cuisines = cuisineNames(restaurant);
  return (
    <Card>
      <VisuallyHidden>{author}: </VisuallyHidden>
      <Media>
        <RestaurantMedia of={sceneFor(name, cuisines)} layout="card" pictureUrl={midSizeFirstImage} />
      </Media>
      <Words>
        <div>
          <H3 as="div">
            <CardLink href={navigation.hrefOf('details', routingName)}>{name}</CardLink>
          </H3>
          {cuisines[0] !== undefined && <Small $tone="quiet">{cuisines[0]}</Small>}
        </div>
        {logo !== null && <LogoTile url={logo.url} size={44} />}
      </Words>
      {arranging !== null && messageKey !== null && (
        <Action>
          <Button
            variant="tint"
            size="small"
            icon={CalendarPlus}
            isBlock
            onClick={() => arranging.arrange({ messageKey, restaurantKey })}
          >
            {t('ArrangeMeetup')}
          </Button>
        </Action>
      )}
    </Card>
  );
};

const Card = styled.div`
  position: relative;
  width: min(308px, 100%);
  min-width: 0;
  border-radius: ${tokens.radius.card};
  background: ${tokens.color.surface};
  box-shadow:
    ${tokens.color.e2},
    0 0 0 1px ${tokens.color.line};
  overflow: hidden;
  ${forcedEdge}
`;

// Each card is as high before its place is known as after: nothing moves when it comes.
const Media = styled.div`
  height: 86px;
  overflow: hidden;
`;

const Words = styled.div`
  display: flex;
  gap: 12px;
  min-height: 84px;
  padding: 14px 16px 16px;
  > div {
    flex: 1;
    min-width: 0;
  }
`;

// Above the link, which covers the card.
const Action = styled.div`
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
