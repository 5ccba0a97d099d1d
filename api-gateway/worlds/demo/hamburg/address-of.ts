import type { Address, Coordinate } from '@mahlzeit/contract';
import type { QuarterKey } from './quarters';
import { STREETS, type Street } from './streets';

/** Where a place stands. */
export interface Stand {
  readonly address: Address;
  readonly location: Coordinate;
}

// From the middle of the street to its doors, in degrees: some twelve metres.
const TO_THE_DOOR = 0.000_11;

const between = (from: number, to: number, share: number): number => Math.round((from + (to - from) * share) * 1e5) / 1e5;

// Each next one falls into the widest gap, so that any number of doors spread over a street.
const shareOf = (index: number): number => (0.5 + index * 0.618_034) % 1;

/** The stand of the so-many-th place of a street: even and odd numbers on their sides. */
const standAt = (street: Street, index: number): Stand => {
  const share = 0.04 + shareOf(index) * 0.92;
  const side = index % 2;
  const number = Math.max(1, 2 * Math.round((share * street.lastNumber) / 2) - side);
  const offset = side === 0 ? TO_THE_DOOR : -TO_THE_DOOR;
  return {
    address: { placeId: null, street: street.name, streetNumber: String(number), postalCode: street.postalCode, locality: 'Hamburg' },
    location: { latitude: between(street.from[0], street.to[0], share) + offset, longitude: between(street.from[1], street.to[1], share) },
  };
};

const lastWord = (text: string): string => text.slice(text.lastIndexOf(' ') + 1);

/** Finds a door for each place in turn: in the street that it is named after, else in the emptiest one of its quarter. */
export const createDoors = (): ((place: { readonly name: string; readonly quarter: QuarterKey }) => Stand) => {
  const taken = new Map<Street, number>();
  return ({ name, quarter }) => {
    const streets = STREETS.filter((street) => street.quarter === quarter).sort((a, b) => (taken.get(a) ?? 0) - (taken.get(b) ?? 0));
    const street = streets.find((one) => name.includes(lastWord(one.name))) ?? streets[0];
    if (street === undefined) throw new Error(`no street in ${quarter}`);
    const index = taken.get(street) ?? 0;
    taken.set(street, index + 1);
    return standAt(street, index);
  };
};
