import type { Coordinate } from '@mahlzeit/contract';
import { distanceMeters } from '@mahlzeit/contract/rules';
import type { StoredTown } from './gazetteer-repository';

/** At this distance a town weighs half of what it weighs at hand. */
const HALF_WEIGHT_METERS = 25_000;

const weightOf = ({ population, coordinate }: StoredTown, around: Coordinate | null): number => {
  const inhabitants = Math.max(1, population);
  return around === null ? inhabitants : inhabitants / (1 + distanceMeters(around, coordinate) / HALF_WEIGHT_METERS);
};

/** The towns to suggest for a folded text: names that begin with it first, then the larger and nearer. */
export const suggestTowns = (towns: readonly StoredTown[], { needle, around, limit }: { needle: string; around: Coordinate | null; limit: number }): StoredTown[] =>
  towns
    .map((town) => ({ town, begins: town.searchText.includes(`\n${needle}`), weight: weightOf(town, around) }))
    .sort((a, b) => Number(b.begins) - Number(a.begins) || b.weight - a.weight || (a.town.placeId < b.town.placeId ? -1 : 1))
    .slice(0, limit)
    .map(({ town }) => town);
