import type { Restaurant } from '@mahlzeit/contract';
import { Slot } from '@mahlzeit/shared-ui/platform';
import { ActionBar, ActionTile, ActionTileLink, H1, MetaLine, NewBadge } from '@mahlzeit/shared-ui/ui';
import { Info, Route } from 'lucide-react';
import { useState } from 'react';
import styled from 'styled-components';
import { useTexts } from '../../discovery-texts';
import { RestaurantMeta, RestaurantStatus } from '../restaurant-facts';
import { routeHref } from './contact-links';
import { InfoSheet } from './info-sheet';
import { LogoTile } from './logo-tile';
import { outside } from './place-facts';

interface PageHeadProps {
  readonly restaurant: Restaurant;
  readonly now: number;
}

const Actions = ({ restaurant, now }: PageHeadProps) => {
  const t = useTexts();
  const [isInfoOpen, setIsInfoOpen] = useState(false);
  const { key, routingName, name } = restaurant;
  return (
    <>
      <ActionBar>
        <Slot name="restaurant/social" props={{ restaurantKey: key, routingName, restaurantName: name }} fallback={null} />
        <ActionTileLink icon={Route} label={t('Route')} href={routeHref(restaurant)} {...outside} />
        <ActionTile icon={Info} label={t('Info')} aria-haspopup="dialog" onClick={() => setIsInfoOpen(true)} />
      </ActionBar>
      {isInfoOpen && <InfoSheet restaurant={restaurant} now={now} onClose={() => setIsInfoOpen(false)} />}
    </>
  );
};

/** Who it is, where, whether it is open, and what one can do. */
export const PageHead = ({ restaurant, now }: PageHeadProps) => (
  <Head>
    <LogoTile restaurant={restaurant} />
    <Name>
      <H1>{restaurant.name}</H1>
      {restaurant.isNew && <NewBadge />}
    </Name>
    <MetaLine>
      <RestaurantMeta restaurant={restaurant} cuisines={2} />
    </MetaLine>
    <RestaurantStatus restaurant={restaurant} now={now} />
    <Actions restaurant={restaurant} now={now} />
  </Head>
);

const Head = styled.header`
  display: grid;
  gap: 4px;
  padding: 0 20px 14px;
  > :last-child { margin-top: 10px; }
`;

const Name = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 4px 10px;
  margin-top: 6px;
`;
