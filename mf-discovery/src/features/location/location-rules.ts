import { Coordinate } from '@mahlzeit/contract';

/** Where a place came from decides how it is called. */
export type PlaceKind = 'user' | 'last' | 'fallback';

/** What the list is centred on. */
export interface ChosenPlace {
  readonly kind: PlaceKind;
  readonly coordinate: Coordinate;
}

/** S1§9: Hamburg, where nothing else is known. */
export const fallbackPlace: ChosenPlace = { kind: 'fallback', coordinate: { latitude: 53.55, longitude: 9.99 } };

/** Reads what an earlier visit kept; null where it kept nothing, or nothing that makes sense. */
export const readKeptPlace = (kept: string | null): ChosenPlace | null => {
  if (kept === null) return null;
  try {
    const parsed = Coordinate.safeParse(JSON.parse(kept));
    return parsed.success ? { kind: 'last', coordinate: parsed.data } : null;
  } catch {
    // Half a text, or another version's: the fallback is better than no list.
    return null;
  }
};

/** What is kept for the next visit. */
export const writeKeptPlace = ({ coordinate }: ChosenPlace): string => JSON.stringify(coordinate);
