interface TownNames {
  readonly name: string;
  readonly aliases: readonly string[];
}

// GeoNames tells some towns by their English or local name; the key is its id.
const GERMAN_NAMES: Readonly<Record<string, TownNames>> = {
  2761369: { name: 'Wien', aliases: ['Vienna'] },
  2867714: { name: 'München', aliases: ['Munich'] },
  2886242: { name: 'Köln', aliases: ['Cologne'] },
  2861650: { name: 'Nürnberg', aliases: ['Nuremberg'] },
  2910831: { name: 'Hannover', aliases: ['Hanover'] },
  2945024: { name: 'Braunschweig', aliases: ['Brunswick'] },
  2925177: { name: 'Freiburg im Breisgau', aliases: [] },
  2660646: { name: 'Genf', aliases: ['Genève', 'Geneva'] },
  2658822: { name: 'St. Gallen', aliases: ['Sankt Gallen'] },
  2844588: { name: 'Rostock', aliases: ['Hansestadt Rostock'] },
};

const NAMES_BY_FOREIGN_NAME: Readonly<Record<string, string>> = { Fribourg: 'Freiburg im Üechtland', Neuchâtel: 'Neuenburg' };

/** The German name of a town, and the others that it is searched by. */
export const townNamesOf = (geonamesId: number, name: string): TownNames => {
  const known = GERMAN_NAMES[String(geonamesId)];
  if (known !== undefined) return { name: known.name, aliases: [...known.aliases, ...(known.name === name ? [] : [name])] };
  const german = Object.hasOwn(NAMES_BY_FOREIGN_NAME, name) ? NAMES_BY_FOREIGN_NAME[name] : undefined;
  return german === undefined ? { name, aliases: [] } : { name: german, aliases: [name] };
};
