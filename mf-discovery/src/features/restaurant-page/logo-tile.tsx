import type { Restaurant } from '@mahlzeit/contract';
import { FoodArt, tokens } from '@mahlzeit/shared-ui/ui';
import { useState } from 'react';
import styled from 'styled-components';
import { emblemOf } from '../restaurant-facts';

/** The place's logo, or a drawing that goes with its table. */
export const LogoTile = ({ restaurant }: { readonly restaurant: Restaurant }) => {
  const [isBroken, setIsBroken] = useState(false);
  const { logo } = restaurant;
  return (
    <Tile>
      {logo !== null && !isBroken ? (
        <img src={logo.url} alt="" width={64} height={64} onError={() => setIsBroken(true)} />
      ) : (
        <FoodArt name={emblemOf(restaurant).art} size={38} />
      )}
    </Tile>
  );
};

const Tile = styled.div`
  display: grid;
  place-items: center;
  position: relative;
  width: 68px;
  height: 68px;
  margin-top: -34px;
  border: 2px solid ${tokens.color.bg};
  border-radius: 18px;
  overflow: hidden;
  background: ${tokens.color.surface};
  box-shadow: ${tokens.color.e1};
  img { object-fit: cover; }
`;
