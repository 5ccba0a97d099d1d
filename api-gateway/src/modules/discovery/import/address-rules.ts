import type { Address } from '@mahlzeit/contract';
import { cleanText } from './feed-text-rules';

const STREET_AND_NUMBER = /^(.*\p{L}\.?)\s+(\d+\s?\p{L}?(?:\s?[-–/]\s?\d+\s?\p{L}?)?)$/u;
const CODE_AND_TOWN = /^(\d{4,5})\s+(.+)$/;

const splitTown = (part: string): Pick<Address, 'postalCode' | 'locality'> => {
  const match = CODE_AND_TOWN.exec(part);
  return { postalCode: match?.[1] ?? '', locality: match?.[2] ?? part };
};

const splitStreet = (part: string, between: readonly string[]): Pick<Address, 'street' | 'streetNumber'> => {
  const match = STREET_AND_NUMBER.exec(part);
  // „Butenandtstraße 13, Gebäude F, München“: what stands between belongs to the number, nothing is lost.
  return { street: match?.[1] ?? part, streetNumber: [match?.[2] ?? '', ...between].filter(Boolean).join(', ') };
};

/** Splits an address of one line: street and number first, postal code and town last; unknown parts are empty. */
export const splitAddress = (line: string): Address => {
  const parts = cleanText(line).split(',').map((part) => part.trim()).filter(Boolean);
  const [first = '', ...rest] = parts;
  const last = rest.at(-1);
  if (last === undefined) {
    const townOnly = CODE_AND_TOWN.test(first);
    return { placeId: null, ...splitStreet(townOnly ? '' : first, []), ...splitTown(townOnly ? first : '') };
  }
  return { placeId: null, ...splitStreet(first, rest.slice(0, -1)), ...splitTown(last) };
};
