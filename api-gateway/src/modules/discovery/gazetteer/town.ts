import type { Coordinate } from '@mahlzeit/contract';

/** Countries that the product serves. */
export type CountryCode = 'DE' | 'AT' | 'CH';

/** A town or quarter of the gazetteer. */
export interface Town {
  readonly placeId: string;
  /** In German. */
  readonly name: string;
  readonly countryCode: CountryCode;
  /** The state or canton in German, `Bayern`. */
  readonly state: string;
  readonly population: number;
  readonly coordinate: Coordinate;
  /** Other names it is searched by. */
  readonly aliases: readonly string[];
}
