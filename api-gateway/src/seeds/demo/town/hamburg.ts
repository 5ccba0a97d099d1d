import type { Address, Coordinate } from '@mahlzeit/contract';
import { slugOf } from '../../../modules/discovery';
import type { Town } from '../../../modules/discovery';
import { invariant } from '../../../platform';

/** Key of a quarter of Hamburg with demo restaurants. */
export type QuarterKey =
  | 'altstadt'
  | 'neustadt'
  | 'stpauli'
  | 'sternschanze'
  | 'stgeorg'
  | 'hafencity'
  | 'rotherbaum'
  | 'altona'
  | 'ottensen'
  | 'eimsbuettel'
  | 'hoheluft'
  | 'eppendorf'
  | 'winterhude'
  | 'uhlenhorst'
  | 'hammerbrook'
  | 'barmbek';

/** Quarter of Hamburg, with other names for the search, its centre and its population. */
interface Quarter {
  readonly name: string;
  /** German phrase for „in this quarter“, for example „in der Altstadt“. */
  readonly inside: string;
  readonly aliases: readonly string[];
  readonly centre: readonly [latitude: number, longitude: number];
  readonly population: number;
}

/** Quarters of Hamburg by key. They surround the point at latitude 53.55, longitude 9.99. */
export const QUARTERS: Readonly<Record<QuarterKey, Quarter>> = {
  altstadt: {
    name: 'Altstadt',
    inside: 'in der Altstadt',
    aliases: ['Hamburg-Altstadt'],
    centre: [53.5501, 9.9965],
    population: 2400,
  },
  neustadt: {
    name: 'Neustadt',
    inside: 'in der Neustadt',
    aliases: ['Hamburg-Neustadt'],
    centre: [53.5518, 9.9838],
    population: 12_800,
  },
  stpauli: {
    name: 'St. Pauli',
    inside: 'in St. Pauli',
    aliases: ['Sankt Pauli', 'Hamburg-St. Pauli', 'Kiez'],
    centre: [53.5521, 9.9638],
    population: 21_900,
  },
  sternschanze: {
    name: 'Sternschanze',
    inside: 'in der Sternschanze',
    aliases: ['Schanze', 'Schanzenviertel'],
    centre: [53.5622, 9.9645],
    population: 8100,
  },
  stgeorg: {
    name: 'St. Georg',
    inside: 'in St. Georg',
    aliases: ['Sankt Georg', 'Hamburg-St. Georg'],
    centre: [53.5563, 10.0112],
    population: 12_500,
  },
  hafencity: {
    name: 'HafenCity',
    inside: 'in der HafenCity',
    aliases: ['Hamburg-HafenCity', 'Speicherstadt'],
    centre: [53.5424, 9.9968],
    population: 7600,
  },
  rotherbaum: {
    name: 'Rotherbaum',
    inside: 'in Rotherbaum',
    aliases: ['Grindel', 'Hamburg-Rotherbaum'],
    centre: [53.5661, 9.9846],
    population: 17_300,
  },
  altona: {
    name: 'Altona-Altstadt',
    inside: 'in Altona-Altstadt',
    aliases: ['Altona', 'Hamburg-Altona'],
    centre: [53.5503, 9.9452],
    population: 29_600,
  },
  ottensen: {
    name: 'Ottensen',
    inside: 'in Ottensen',
    aliases: ['Hamburg-Ottensen'],
    centre: [53.5531, 9.9262],
    population: 35_600,
  },
  eimsbuettel: {
    name: 'Eimsbüttel',
    inside: 'in Eimsbüttel',
    aliases: ['Hamburg-Eimsbüttel'],
    centre: [53.5738, 9.9559],
    population: 57_400,
  },
  hoheluft: {
    name: 'Hoheluft',
    inside: 'in Hoheluft',
    aliases: ['Hoheluft-West', 'Hoheluft-Ost'],
    centre: [53.5793, 9.9731],
    population: 23_200,
  },
  eppendorf: {
    name: 'Eppendorf',
    inside: 'in Eppendorf',
    aliases: ['Hamburg-Eppendorf'],
    centre: [53.5893, 9.9851],
    population: 24_900,
  },
  winterhude: {
    name: 'Winterhude',
    inside: 'in Winterhude',
    aliases: ['Hamburg-Winterhude'],
    centre: [53.5871, 10.0072],
    population: 60_100,
  },
  uhlenhorst: {
    name: 'Uhlenhorst',
    inside: 'auf der Uhlenhorst',
    aliases: ['Hamburg-Uhlenhorst'],
    centre: [53.5716, 10.0189],
    population: 19_400,
  },
  hammerbrook: {
    name: 'Hammerbrook',
    inside: 'in Hammerbrook',
    aliases: ['City Süd', 'Hamburg-Hammerbrook'],
    centre: [53.5481, 10.0212],
    population: 5900,
  },
  barmbek: {
    name: 'Barmbek',
    inside: 'in Barmbek',
    aliases: ['Barmbek-Nord', 'Barmbek-Süd'],
    centre: [53.5868, 10.0406],
    population: 78_500,
  },
};

type GeoPoint = readonly [latitude: number, longitude: number];

/** Part of a street in which demo restaurants have addresses. House numbers rise from `from` to `to`. */
interface Street {
  readonly name: string;
  readonly postalCode: string;
  readonly quarter: QuarterKey;
  readonly from: GeoPoint;
  readonly to: GeoPoint;
  readonly lastNumber: number;
}

type StreetRow = readonly [name: string, postalCode: string, from: GeoPoint, to: GeoPoint, lastNumber: number];

const streetsOf = (quarter: QuarterKey, streetRows: readonly StreetRow[]): Street[] =>
  streetRows.map(([name, postalCode, from, to, lastNumber]) => ({ name, postalCode, quarter, from, to, lastNumber }));

/** Streets of Hamburg with demo restaurants. The coordinates of their ends were read from a map by hand. */
const STREETS: readonly Street[] = [
  ...streetsOf('altstadt', [
    ['Großer Burstah', '20457', [53.5488, 9.9885], [53.5496, 9.9917], 50],
    ['Deichstraße', '20459', [53.5455, 9.9866], [53.5472, 9.9879], 49],
    ['Rathausstraße', '20095', [53.5503, 9.9937], [53.5499, 9.9972], 29],
    ['Mönckebergstraße', '20095', [53.5508, 9.9948], [53.5524, 10.0053], 31],
    ['Steinstraße', '20095', [53.5499, 9.9986], [53.5489, 10.0058], 34],
    ['Ferdinandstraße', '20095', [53.5521, 9.9958], [53.5543, 10.0011], 75],
  ]),
  ...streetsOf('neustadt', [
    ['Großneumarkt', '20459', [53.5496, 9.9789], [53.5504, 9.9806], 58],
    ['Wexstraße', '20355', [53.5507, 9.9803], [53.5524, 9.9839], 42],
    ['Rödingsmarkt', '20459', [53.5462, 9.9864], [53.5492, 9.9866], 52],
    ['Große Bleichen', '20354', [53.5523, 9.9869], [53.5544, 9.9893], 36],
    ['Neuer Wall', '20354', [53.5498, 9.9884], [53.5527, 9.9913], 86],
    ['Colonnaden', '20354', [53.5551, 9.9914], [53.5577, 9.9891], 104],
    ['Caffamacherreihe', '20355', [53.5538, 9.9839], [53.5563, 9.9856], 49],
    ['Poststraße', '20354', [53.5527, 9.9876], [53.5516, 9.9907], 51],
  ]),
  ...streetsOf('stpauli', [
    ['Reeperbahn', '20359', [53.5497, 9.9689], [53.5496, 9.9583], 176],
    ['Hein-Hoyer-Straße', '20359', [53.5502, 9.9641], [53.5527, 9.9646], 78],
    ['Clemens-Schultz-Straße', '20359', [53.5521, 9.9691], [53.5512, 9.965], 96],
    ['Paul-Roosen-Straße', '22767', [53.5513, 9.9586], [53.5523, 9.9641], 51],
  ]),
  ...streetsOf('sternschanze', [
    ['Schulterblatt', '20357', [53.5594, 9.9641], [53.5645, 9.9611], 140],
    ['Susannenstraße', '20357', [53.5624, 9.9622], [53.5634, 9.9665], 43],
    ['Bartelsstraße', '20357', [53.5617, 9.9641], [53.5641, 9.9672], 76],
  ]),
  ...streetsOf('stgeorg', [
    ['Lange Reihe', '20099', [53.5557, 10.0078], [53.5596, 10.0127], 108],
    ['Steindamm', '20099', [53.5534, 10.0091], [53.5559, 10.0188], 103],
    ['Koppel', '20099', [53.557, 10.0098], [53.5601, 10.0131], 110],
  ]),
  ...streetsOf('hafencity', [
    ['Am Kaiserkai', '20457', [53.5417, 9.9877], [53.5421, 9.9932], 69],
    ['Überseeallee', '20457', [53.5403, 9.9978], [53.5397, 10.0048], 16],
    ['Osakaallee', '20457', [53.5442, 9.9989], [53.542, 10.0006], 18],
    ['Shanghaiallee', '20457', [53.5438, 10.0014], [53.5405, 10.003], 23],
  ]),
  ...streetsOf('rotherbaum', [
    ['Grindelallee', '20146', [53.5626, 9.9852], [53.569, 9.979], 182],
    ['Grindelhof', '20146', [53.5659, 9.9824], [53.5686, 9.9836], 89],
  ]),
  ...streetsOf('altona', [
    ['Große Bergstraße', '22767', [53.5497, 9.9462], [53.5508, 9.9374], 268],
    ['Königstraße', '22767', [53.548, 9.9521], [53.5475, 9.9383], 54],
  ]),
  ...streetsOf('ottensen', [
    ['Ottenser Hauptstraße', '22765', [53.5526, 9.9331], [53.5537, 9.9271], 64],
    ['Bahrenfelder Straße', '22765', [53.5519, 9.9282], [53.5571, 9.9271], 260],
    ['Eulenstraße', '22763', [53.5515, 9.9291], [53.5496, 9.9249], 99],
  ]),
  ...streetsOf('eimsbuettel', [
    ['Osterstraße', '20259', [53.5744, 9.9601], [53.5766, 9.9489], 182],
    ['Eppendorfer Weg', '20259', [53.5697, 9.9588], [53.5757, 9.9639], 171],
    ['Heußweg', '20255', [53.5729, 9.9541], [53.5789, 9.9511], 114],
  ]),
  ...streetsOf('hoheluft', [['Hoheluftchaussee', '20253', [53.574, 9.9731], [53.5853, 9.9714], 153]]),
  ...streetsOf('eppendorf', [['Eppendorfer Landstraße', '20249', [53.5829, 9.984], [53.589, 9.9861], 112]]),
  ...streetsOf('winterhude', [
    ['Mühlenkamp', '22303', [53.5815, 10.0079], [53.5851, 10.0111], 63],
    ['Gertigstraße', '22303', [53.5831, 10.0098], [53.5825, 10.0161], 73],
  ]),
  ...streetsOf('uhlenhorst', [['Papenhuder Straße', '22087', [53.5681, 10.0191], [53.5703, 10.0201], 55]]),
  ...streetsOf('hammerbrook', [['Spaldingstraße', '20097', [53.5494, 10.0151], [53.5503, 10.027], 218]]),
  ...streetsOf('barmbek', [['Fuhlsbüttler Straße', '22305', [53.5875, 10.0446], [53.5932, 10.0436], 145]]),
];

/** Address and coordinates of a demo restaurant. */
export interface TownSite {
  readonly address: Address;
  readonly location: Coordinate;
}

// Distance in degrees of latitude from the middle of a street to the doors of its houses: about twelve metres.
const DOOR_OFFSET_DEGREES = 0.000_11;

const interpolateDegrees = (startDegrees: number, endDegrees: number, streetShare: number): number =>
  Math.round((startDegrees + (endDegrees - startDegrees) * streetShare) * 1e5) / 1e5;

// Returns how far along the street the door with this index is, from 0 to 1. Each further door is in the widest gap
// between the earlier doors, so that any number of doors is spread over the street.
const streetShareOf = (index: number): number => (0.5 + index * 0.618_034) % 1;

/**
 * Returns the address and coordinates of the restaurant with this index in a street. Even and odd house numbers are on
 * different sides.
 */
const siteAt = (street: Street, index: number): TownSite => {
  const share = 0.04 + streetShareOf(index) * 0.92;
  const streetSide = index % 2;
  const houseNumber = Math.max(1, 2 * Math.round((share * street.lastNumber) / 2) - streetSide);
  const doorOffset = streetSide === 0 ? DOOR_OFFSET_DEGREES : -DOOR_OFFSET_DEGREES;
  return {
    address: {
      placeId: null,
      street: street.name,
      streetNumber: String(houseNumber),
      postalCode: street.postalCode,
      locality: 'Hamburg',
      quarter: QUARTERS[street.quarter].name,
    },
    location: {
      latitude: interpolateDegrees(street.from[0], street.to[0], share) + doorOffset,
      longitude: interpolateDegrees(street.from[1], street.to[1], share),
    },
  };
};

const lastWordOf = (text: string): string => text.slice(text.lastIndexOf(' ') + 1);

/**
 * Creates a function that finds addresses for one restaurant after the other: in the street that the restaurant's name
 * contains, otherwise in the street of its quarter with the fewest restaurants.
 */
export const createSiteFinder = (): ((place: { readonly name: string; readonly quarter: QuarterKey }) => TownSite) => {
  const placeCounts = new Map<Street, number>();
  return ({ name, quarter }) => {
    const streets = STREETS.filter((street) => street.quarter === quarter).sort(
      (firstStreet, secondStreet) => (placeCounts.get(firstStreet) ?? 0) - (placeCounts.get(secondStreet) ?? 0),
    );
    const street = streets.find((candidateStreet) => name.includes(lastWordOf(candidateStreet.name))) ?? streets[0];
    invariant(street, 'street in quarter', quarter);
    const index = placeCounts.get(street) ?? 0;
    placeCounts.set(street, index + 1);
    return siteAt(street, index);
  };
};

const hamburgAddress = { countryCode: 'DE', state: 'Hamburg' } as const;

const quartersAsTowns = Object.values(QUARTERS).map(
  ({ name, aliases, population, centre: [latitude, longitude] }): Town => ({
    ...hamburgAddress,
    placeId: `quarter-hamburg-${slugOf(name)}`,
    name: `Hamburg-${name}`,
    aliases: [name, ...aliases.filter((alias) => alias !== `Hamburg-${name}`)],
    population,
    coordinate: { latitude, longitude },
  }),
);

// Population of a street in the search of places. It is low, so that the search ranks a street below its quarter.
const STREET_RANK_POPULATION = 100;

const midpointDegrees = (startDegrees: number, endDegrees: number): number =>
  Math.round(((startDegrees + endDegrees) / 2) * 1e5) / 1e5;

const streetsAsTowns = STREETS.map(({ name, quarter, from, to }): Town => ({
  ...hamburgAddress,
  placeId: `street-hamburg-${slugOf(name)}`,
  name: `${name}, Hamburg-${QUARTERS[quarter].name}`,
  aliases: [],
  population: STREET_RANK_POPULATION,
  coordinate: { latitude: midpointDegrees(from[0], to[0]), longitude: midpointDegrees(from[1], to[1]) },
}));

/** Hamburg's quarters and the streets with demo restaurants, as entries for the search of places. */
export const hamburgTowns: readonly Town[] = [...quartersAsTowns, ...streetsAsTowns];
