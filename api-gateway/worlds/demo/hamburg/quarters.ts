/** A quarter of Hamburg in which the demo's places stand. */
export type QuarterKey =
  | 'altstadt' | 'neustadt' | 'stpauli' | 'sternschanze' | 'stgeorg' | 'hafencity' | 'rotherbaum' | 'altona' | 'ottensen'
  | 'eimsbuettel' | 'hoheluft' | 'eppendorf' | 'winterhude' | 'uhlenhorst' | 'hammerbrook' | 'barmbek';

/** Its name, how to say that one is there, other names it is searched by, its middle and how many live there. */
export interface Quarter {
  readonly name: string;
  /** „in der Altstadt“. */
  readonly inside: string;
  readonly aliases: readonly string[];
  readonly middle: readonly [latitude: number, longitude: number];
  readonly population: number;
}

/** The quarters around 53.55, 9.99. */
export const QUARTERS: Readonly<Record<QuarterKey, Quarter>> = {
  altstadt: { name: 'Altstadt', inside: 'in der Altstadt', aliases: ['Hamburg-Altstadt'], middle: [53.5501, 9.9965], population: 2400 },
  neustadt: { name: 'Neustadt', inside: 'in der Neustadt', aliases: ['Hamburg-Neustadt'], middle: [53.5518, 9.9838], population: 12_800 },
  stpauli: { name: 'St. Pauli', inside: 'in St. Pauli', aliases: ['Sankt Pauli', 'Hamburg-St. Pauli', 'Kiez'], middle: [53.5521, 9.9638], population: 21_900 },
  sternschanze: { name: 'Sternschanze', inside: 'in der Sternschanze', aliases: ['Schanze', 'Schanzenviertel'], middle: [53.5622, 9.9645], population: 8100 },
  stgeorg: { name: 'St. Georg', inside: 'in St. Georg', aliases: ['Sankt Georg', 'Hamburg-St. Georg'], middle: [53.5563, 10.0112], population: 12_500 },
  hafencity: { name: 'HafenCity', inside: 'in der HafenCity', aliases: ['Hamburg-HafenCity', 'Speicherstadt'], middle: [53.5424, 9.9968], population: 7600 },
  rotherbaum: { name: 'Rotherbaum', inside: 'in Rotherbaum', aliases: ['Grindel', 'Hamburg-Rotherbaum'], middle: [53.5661, 9.9846], population: 17_300 },
  altona: { name: 'Altona-Altstadt', inside: 'in Altona-Altstadt', aliases: ['Altona', 'Hamburg-Altona'], middle: [53.5503, 9.9452], population: 29_600 },
  ottensen: { name: 'Ottensen', inside: 'in Ottensen', aliases: ['Hamburg-Ottensen'], middle: [53.5531, 9.9262], population: 35_600 },
  eimsbuettel: { name: 'Eimsbüttel', inside: 'in Eimsbüttel', aliases: ['Hamburg-Eimsbüttel'], middle: [53.5738, 9.9559], population: 57_400 },
  hoheluft: { name: 'Hoheluft', inside: 'in Hoheluft', aliases: ['Hoheluft-West', 'Hoheluft-Ost'], middle: [53.5793, 9.9731], population: 23_200 },
  eppendorf: { name: 'Eppendorf', inside: 'in Eppendorf', aliases: ['Hamburg-Eppendorf'], middle: [53.5893, 9.9851], population: 24_900 },
  winterhude: { name: 'Winterhude', inside: 'in Winterhude', aliases: ['Hamburg-Winterhude'], middle: [53.5871, 10.0072], population: 60_100 },
  uhlenhorst: { name: 'Uhlenhorst', inside: 'auf der Uhlenhorst', aliases: ['Hamburg-Uhlenhorst'], middle: [53.5716, 10.0189], population: 19_400 },
  hammerbrook: { name: 'Hammerbrook', inside: 'in Hammerbrook', aliases: ['City Süd', 'Hamburg-Hammerbrook'], middle: [53.5481, 10.0212], population: 5900 },
  barmbek: { name: 'Barmbek', inside: 'in Barmbek', aliases: ['Barmbek-Nord', 'Barmbek-Süd'], middle: [53.5868, 10.0406], population: 78_500 },
};
