import styled from 'styled-components';
import { tokens } from '../theme';
import { FoodArt } from './food-art';
import type { FoodArtName } from './food-art-name';
import type { IconSource } from './icon';
import { Icon } from './icon';

interface PlateArtProps {
  /** One small thing on the plate … */
  readonly art?: FoodArtName;
  /** … or a line icon, where something has failed. */
  readonly icon?: IconSource;
  /** Diameter in px, 104 to 132; default 132. */
  readonly size?: number;
}

/** A plate with one small thing on it: nothing here yet, or nothing to be had. */
export const PlateArt = ({ art, icon, size = 132 }: PlateArtProps) => (
  <Plate $size={size} aria-hidden="true">
    {art !== undefined && <FoodArt name={art} size={Math.round(size / 3)} />}
    {icon !== undefined && <Icon of={icon} size={Math.round(size * 0.35)} />}
  </Plate>
);

const Plate = styled.div<{ $size: number }>`
  width: ${({ $size }) => $size}px;
  height: ${({ $size }) => $size}px;
  border-radius: 50%;
  display: grid;
  place-items: center;
  color: ${tokens.color.plateInk};
  background: ${tokens.color.plate};
  box-shadow:
    inset 0 0 0 1.5px ${tokens.color.plateEdge},
    inset 0 0 0 15px ${tokens.color.plate},
    inset 0 0 0 16px ${tokens.color.plateRim},
    0 5px 0 -1px ${tokens.color.noon};
`;
