import type { TableTone } from '../theme';
import type { FoodArtName } from '../art/food-art-name';
import type { SceneRecipe } from './scene-recipes';
import { SCENE_RECIPES } from './scene-recipes';
import type { SceneSpec } from './scene-spec';
import { textHash } from '../art/text-hash';

const wordsOf = (text: string): string[] =>
  text
    .toLocaleLowerCase('de')
    .split(/[^\p{L}]+/u)
    .filter((word) => word !== '');

const laidFor = (word: string): SceneRecipe[] => SCENE_RECIPES.filter((recipe) => recipe.words.some((beginning) => word.startsWith(beginning)));

const firstMatch = (texts: readonly string[]): readonly SceneRecipe[] => {
  for (const word of texts.flatMap(wordsOf)) {
    const recipes = laidFor(word);
    if (recipes.length > 0) return recipes;
  }
  return [];
};

const mirrored = (scene: SceneSpec): SceneSpec => ({
  ...scene,
  plateX: 1 - scene.plateX,
  sides: scene.sides.map((side) => ({ ...side, x: 1 - side.x, turn: -(side.turn ?? 0) })),
});

/** The table of a place without pictures: the same for the same name and tags, whoever looks. */
export const sceneFor = (name: string, tags: readonly string[] = []): SceneSpec => {
  const matching = firstMatch([...tags, name]);
  const candidates = matching.length > 0 ? matching : SCENE_RECIPES;
  const hash = textHash(name);
  const recipe = candidates[hash % candidates.length];
  if (recipe === undefined) throw new RangeError('no table can be laid');
  // The third bit is independent enough of the remainder that neighbours of one kitchen differ.
  return (hash >>> 3) % 2 === 0 ? recipe : mirrored(recipe);
};

/** What stands for a place or a tag where there is room for one drawing: chips, pins, tiles. */
export const emblemFor = (name: string, tags: readonly string[] = []): { readonly art: FoodArtName; readonly tone: TableTone } => {
  const { hero, tone } = sceneFor(name, tags);
  return { art: hero, tone };
};

/** The drawing of a cuisine's name, or plate and cutlery where none is known. */
export const artOfTag = (tag: string): FoodArtName => firstMatch([tag])[0]?.hero ?? 'fork-and-knife-with-plate';
