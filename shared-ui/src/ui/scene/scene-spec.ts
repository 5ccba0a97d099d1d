import type { TableTone } from '../theme';
import type { FoodArtName } from '../art/food-art-name';

/** Weave of the table cloth. */
export type ClothPattern = 'gingham' | 'linen' | 'stripe' | 'mat' | 'tile' | 'dots';

/** Something beside the plate. Place in shares of the frame, size in shares of its height. */
export interface SceneSide {
  readonly art: FoodArtName;
  readonly x: number;
  readonly y: number;
  readonly size: number;
  /** Degrees clockwise. */
  readonly turn?: number;
}

/** A laid table seen at noon. */
export interface SceneSpec {
  readonly tone: TableTone;
  readonly pattern: ClothPattern;
  readonly hero: FoodArtName;
  /** Centre of the plate as share of the width. */
  readonly plateX: number;
  readonly sides: readonly SceneSide[];
  /** Two small dishes that a wide frame has room for. */
  readonly extras: readonly [FoodArtName, FoodArtName];
}
