import type { QuarterKey } from './quarters';

type Point = readonly [latitude: number, longitude: number];

/** A street as far as the demo's places stand in it: from one end to the other, the numbers rising. */
export interface Street {
  readonly name: string;
  readonly postalCode: string;
  readonly quarter: QuarterKey;
  readonly from: Point;
  readonly to: Point;
  readonly lastNumber: number;
}

type Row = readonly [name: string, postalCode: string, from: Point, to: Point, lastNumber: number];

const streetsOf = (quarter: QuarterKey, rows: readonly Row[]): Street[] =>
  rows.map(([name, postalCode, from, to, lastNumber]) => ({ name, postalCode, quarter, from, to, lastNumber }));

/** Streets of Hamburg, placed by hand on the map of the town. */
export const STREETS: readonly Street[] = [
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
    ['Clemens-Schultz-Straße', '20359', [53.5521, 9.9691], [53.5512, 9.9650], 96],
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
    ['Koppel', '20099', [53.5570, 10.0098], [53.5601, 10.0131], 110],
  ]),
  ...streetsOf('hafencity', [
    ['Am Kaiserkai', '20457', [53.5417, 9.9877], [53.5421, 9.9932], 69],
    ['Überseeallee', '20457', [53.5403, 9.9978], [53.5397, 10.0048], 16],
    ['Osakaallee', '20457', [53.5442, 9.9989], [53.5420, 10.0006], 18],
    ['Shanghaiallee', '20457', [53.5438, 10.0014], [53.5405, 10.0030], 23],
  ]),
  ...streetsOf('rotherbaum', [
    ['Grindelallee', '20146', [53.5626, 9.9852], [53.5690, 9.9790], 182],
    ['Grindelhof', '20146', [53.5659, 9.9824], [53.5686, 9.9836], 89],
  ]),
  ...streetsOf('altona', [
    ['Große Bergstraße', '22767', [53.5497, 9.9462], [53.5508, 9.9374], 268],
    ['Königstraße', '22767', [53.5480, 9.9521], [53.5475, 9.9383], 54],
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
  ...streetsOf('hoheluft', [['Hoheluftchaussee', '20253', [53.5740, 9.9731], [53.5853, 9.9714], 153]]),
  ...streetsOf('eppendorf', [['Eppendorfer Landstraße', '20249', [53.5829, 9.9840], [53.5890, 9.9861], 112]]),
  ...streetsOf('winterhude', [
    ['Mühlenkamp', '22303', [53.5815, 10.0079], [53.5851, 10.0111], 63],
    ['Gertigstraße', '22303', [53.5831, 10.0098], [53.5825, 10.0161], 73],
  ]),
  ...streetsOf('uhlenhorst', [['Papenhuder Straße', '22087', [53.5681, 10.0191], [53.5703, 10.0201], 55]]),
  ...streetsOf('hammerbrook', [['Spaldingstraße', '20097', [53.5494, 10.0151], [53.5503, 10.0270], 218]]),
  ...streetsOf('barmbek', [['Fuhlsbüttler Straße', '22305', [53.5875, 10.0446], [53.5932, 10.0436], 145]]),
];
