import type { PartnerOrder, Restaurant } from '@mahlzeit/contract';
import { tokens } from '@mahlzeit/shared-ui/ui';
import { LogOut } from 'lucide-react';
import { memo } from 'react';
import styled from 'styled-components';
import { Closing } from '../features/closing';
import { Discounts } from '../features/discounts';
import { MenuPane, useMenu } from '../features/menu';
import { SignOut } from '../features/sign-in';

interface MenuSideProps {
  readonly restaurant: Restaurant;
  /** Those of today. */
  readonly orders: readonly PartnerOrder[];
  readonly isOffline: boolean;
  /** Today, `2026-06-24`. */
  readonly today: string;
  /** Else the menu is kept, and there at once when somebody turns to it. */
  readonly isShown: boolean;
}

const Side = ({ restaurant, orders, isOffline, today, isShown }: MenuSideProps) => {
  const menu = useMenu(restaurant.key, today);
  if (!isShown) return null;
  return (
    <>
      <MenuPane restaurant={restaurant} menu={menu} orders={orders} isOffline={isOffline} today={today} />
      <Discounts restaurantKey={restaurant.key} menu={menu.items} isOffline={isOffline} />
      <Closing restaurant={restaurant} today={today} isOffline={isOffline} />
      <Leave>
        <SignOut icon={LogOut} />
      </Leave>
    </>
  );
};

/**
 * The side of the counter that has no orders: menu, discounts, closing, the way out. A dish that changes draws it
 * alone.
 */
export const MenuSide = memo(Side);

const Leave = styled.div`
  padding: 18px 20px 32px;
  border-top: 1px solid ${tokens.color.line};
`;
