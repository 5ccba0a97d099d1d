import { errorCode, useRestaurantQuery, useShell } from '@mahlzeit/shared-ui/platform';
import { forcedEdge, H3, Icon, Skeleton, Small, textStyles, tokens, VisuallyHidden } from '@mahlzeit/shared-ui/ui';
import { RestaurantMedia, sceneFor } from '@mahlzeit/shared-ui/ui/restaurant';
import { CloudOff, UtensilsCrossed } from 'lucide-react';
import { useState } from 'react';
import styled from 'styled-components';
import { useTexts } from './chat-texts';
import { Dashed } from './message-row.styles';

interface RestaurantCardProps {
  readonly restaurantKey: string;
  /** Who shared it, for those who don't see where it stands. */
  readonly author: string;
}

/** A place's logo; nothing where its picture can't be had. */
const Logo = ({ url }: { readonly url: string }) => {
  const [isBroken, setIsBroken] = useState(false);
  return isBroken ? null : <Tile src={url} width={44} height={44} alt="" onError={() => setIsBroken(true)} />;
};

const Tile = styled.img`
  flex: none;
  padding: 4px;
  border: 1px solid ${tokens.color.line};
  border-radius: ${tokens.radius.small};
  background: ${tokens.color.plate};
  object-fit: contain;
`;

/** A place that was shared: its table or picture, its name, kitchen and logo (S2§2). Leads to its page. */
export const RestaurantCard = ({ restaurantKey, author }: RestaurantCardProps) => {
  const t = useTexts();
  const { navigation } = useShell();
  const { data: restaurant, error } = useRestaurantQuery({ key: restaurantKey });
  if (restaurant === undefined && error !== undefined) {
    const isGone = errorCode(error) === 'notFound';
    return <Dashed><Icon of={isGone ? UtensilsCrossed : CloudOff} size={18} /><span>{t(isGone ? 'SharedRestaurantRemoved' : 'SharedRestaurant')}</span></Dashed>;
  }
  if (restaurant === undefined) {
    return (
      <Card aria-busy="true">
        <VisuallyHidden>{t('RestaurantLoads')}</VisuallyHidden>
        <Media><Skeleton $height="100%" $radius="0" /></Media>
        <Words />
      </Card>
    );
  }
  const { name, routingName, tags, logo, midSizeFirstImage } = restaurant;
  const tagNames = tags.map((tag) => tag.name);
  return (
    <Card>
      <VisuallyHidden>{author}: </VisuallyHidden>
      <Media><RestaurantMedia of={sceneFor(name, tagNames)} layout="card" pictureUrl={midSizeFirstImage} /></Media>
      <Words>
        <div>
          <H3 as="div"><CardLink href={navigation.hrefOf('details', routingName)}>{name}</CardLink></H3>
          {tagNames[0] !== undefined && <Small $tone="quiet">{tagNames[0]}</Small>}
        </div>
        {logo !== null && <Logo url={logo.url} />}
      </Words>
    </Card>
  );
};

const Card = styled.div`
  position: relative;
  width: min(308px, 100%);
  min-width: 0;
  border-radius: ${tokens.radius.card};
  background: ${tokens.color.surface};
  box-shadow: ${tokens.color.e2}, 0 0 0 1px ${tokens.color.line};
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
  > div { flex: 1; min-width: 0; }
`;

const CardLink = styled.a`
  ${textStyles.h3}
  &::after { content: ''; position: absolute; inset: 0; }
  &:focus-visible { outline: none; }
  &:focus-visible::after { outline: 3px solid ${tokens.color.plumText}; outline-offset: -3px; border-radius: ${tokens.radius.card}; }
`;
