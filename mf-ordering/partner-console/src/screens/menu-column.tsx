import type { PartnerOrder, Restaurant } from '@mahlzeit/contract';
import { tokens } from '@mahlzeit/shared-ui/ui';
import { LogOut } from 'lucide-react';
import { memo } from 'react';
import styled from 'styled-components';
import { ClosingControl } from '../features/closing';
import { DiscountsSection } from '../features/discounts';
import { MenuPane, useMenu } from '../features/menu';
import { SignOutButton } from '../features/sign-out-button';

interface MenuColumnProps {
  readonly restaurant: Restaurant;
  readonly orders: readonly PartnerOrder[];
  readonly isOffline: boolean;
  /** Current day, `2026-06-24`. */
  readonly today: string;
  /** Whether the menu is visible; the data of a hidden menu stays loaded. */
  readonly isShown: boolean;
}

const MenuColumnContent = ({ restaurant, orders, isOffline, today, isShown }: MenuColumnProps) => {
  const menu = useMenu(restaurant.key, today);
  if (!isShown) return null;
  return (
    <>
      <MenuPane restaurant={restaurant} menu={menu} orders={orders} isOffline={isOffline} today={today} />
      <DiscountsSection restaurantKey={restaurant.key} menu={menu.items} isOffline={isOffline} />
      <ClosingControl restaurant={restaurant} today={today} isOffline={isOffline} />
      <SignOutArea>
        <SignOutButton icon={LogOut} />
      </SignOutArea>
    </>
  );
};

/**
 * Column of the console beside the orders: menu, discounts, closing, sign-out. Memoized: a changed dish renders
 * this column alone.
 */
export const MenuColumn = memo(MenuColumnContent);

const SignOutArea = styled.div`
  padding: 18px 20px 32px;
  border-top: 1px solid ${tokens.color.line};
`;
