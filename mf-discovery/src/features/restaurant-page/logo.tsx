import type { Restaurant } from '@mahlzeit/contract';
import { FoodArt } from '@mahlzeit/shared-ui/ui';
import { useState } from 'react';
import { emblemOf } from '../restaurant-facts';

/** The place's logo, or a drawing that goes with its table. Stands in the head's tile. */
export const Logo = ({ restaurant }: { readonly restaurant: Restaurant }) => {
  const [isBroken, setIsBroken] = useState(false);
  const { logo } = restaurant;
  if (logo === null || isBroken) return <FoodArt name={emblemOf(restaurant).art} size={40} />;
  return <img src={logo.url} alt="" onError={() => setIsBroken(true)} />;
};
