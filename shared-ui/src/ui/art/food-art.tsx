import type { FoodArtName } from './food-art-name';
import spriteUrl from './sprite.svg';

/** Address of a drawing inside the sprite, for `<use href>`. */
export const foodArtHref = (name: FoodArtName): string => `${spriteUrl}#${name}`;

interface FoodArtProps {
  readonly name: FoodArtName;
  /** Edge in px. */
  readonly size: number;
}

/** One drawn dish or ingredient; decoration, so it has no name for assistive technology. */
export const FoodArt = ({ name, size }: FoodArtProps) => (
  <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
    <use href={foodArtHref(name)} />
  </svg>
);
