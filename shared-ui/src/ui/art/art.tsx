import type { ComponentType, SVGProps } from 'react';
import styled from 'styled-components';
import { tokens } from '../theme/tokens';
import type { FoodArtName } from './food-art-name';
import spriteUrl from './sprite.svg';

export type { FoodArtName } from './food-art-name';

/**
 * Returns the hash of a text (FNV-1a, 32 bits). The hash is the same on every device, so that a name always gets the
 * same colour and table.
 */
export const textHash = (text: string): number => {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text.normalize('NFC'))) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  return hash;
};

/** Icon of lucide-react. Callers pass the component, so that each package bundles only its own icons. */
export type IconSource = ComponentType<Omit<SVGProps<SVGSVGElement>, 'ref'> & { readonly size?: number | string }>;

interface IconProps {
  readonly source: IconSource;
  /** Width and height of the icon in px; default 20. */
  readonly size?: number;
  /** Fills the icon with its stroke colour, for example the heart of a favourite. */
  readonly isFilled?: boolean;
}

const strokeWidthOf = (size: number): number => {
  if (size <= 16) return 2.1;
  return size >= 28 ? 1.6 : 1.9;
};

/** Line icon. Hidden from assistive technology: a text or label beside the icon has the same meaning. */
export const Icon = ({ source: Source, size = 20, isFilled = false }: IconProps) => (
  <Source
    size={size}
    strokeWidth={strokeWidthOf(size)}
    fill={isFilled ? 'currentColor' : 'none'}
    aria-hidden="true"
    focusable="false"
  />
);

/** URL of a drawing inside the sprite, for `<use href>`. */
export const foodArtHref = (name: FoodArtName): string => `${spriteUrl}#${name}`;

interface FoodArtProps {
  readonly name: FoodArtName;
  /** Width and height of the drawing, in px. */
  readonly size: number;
}

/** Drawing of one dish or ingredient; decorative, so hidden from assistive technology. */
export const FoodArt = ({ name, size }: FoodArtProps) => (
  <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
    <use href={foodArtHref(name)} />
  </svg>
);

interface PlateArtProps {
  /** Drawing on the plate. Either `art` or `icon` must be set. */
  readonly art?: FoodArtName;
  /** Line icon on the plate, used for failures. Either `art` or `icon` must be set. */
  readonly icon?: IconSource;
  /** Diameter of the plate in px, 104 to 132; default 132. */
  readonly size?: number;
}

/** Drawn plate with one small drawing on it, for empty and failed states. */
export const PlateArt = ({ art, icon, size = 132 }: PlateArtProps) => (
  <PlateDisc $size={size} aria-hidden="true">
    {art !== undefined && <FoodArt name={art} size={Math.round(size / 3)} />}
    {icon !== undefined && <Icon source={icon} size={Math.round(size * 0.35)} />}
  </PlateDisc>
);

const PlateDisc = styled.div<{ $size: number }>`
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

interface BrandMarkProps {
  /** Width and height of the logo in px; default 34. */
  readonly size?: number;
}

/** Logo of the brand: a plate with fork and knife that form a pause sign. */
export const BrandMark = ({ size = 34 }: BrandMarkProps) => (
  <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
    <circle cx="16" cy="16" r="16" fill={tokens.color.plum} />
    <path
      d="M9.2 8.2v5.1c0 1.2.7 2.2 1.8 2.6V23a1.7 1.7 0 0 0 3.4 0v-7.1c1.1-.4 1.8-1.4 1.8-2.6V8.2a.8.8 0 0 0-1.6 0v4.3h-1.1V8.2a.8.8 0 0 0-1.6 0v4.3h-1.1V8.2a.8.8 0 0 0-1.6 0Z"
      fill={tokens.color.onPlum}
    />
    <path
      d="M18.6 8.6c0-.9 1-1.4 1.7-.8 1.6 1.3 2.3 3.3 2.3 5.6 0 2-.2 3-.6 3.6V23a1.7 1.7 0 0 1-3.4 0Z"
      fill={tokens.color.butter}
    />
  </svg>
);
