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
  /** Orders of today. */
  readonly orders: readonly PartnerOrder[];
  readonly isOffline: boolean;
  /** Day of today, `2026-06-24`. */
  readonly today: string;
  /** Whether the menu is visible; a hidden menu stays loaded. */
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

/** Side of the console without orders: menu, discounts, closing, sign-out. A changed dish renders this side alone. */
export const MenuSide = memo(Side);

const Leave = styled.div`
  padding: 18px 20px 32px;
  border-top: 1px solid ${tokens.color.line};
`;
