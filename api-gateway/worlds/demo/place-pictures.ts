import type { Media } from '@mahlzeit/contract';
import type { LogoArt } from '../../src/modules/content/pictures/draw-logo';
import { pictureUrl, type Picture } from '../../src/modules/content/pictures/picture';
import type { RoomStyleName } from '../../src/modules/content/pictures/room-styles';
import type { DemoPlace } from './demo-places';
import { seededInteger, oneOf } from './lot';

interface House {
  readonly style: RoomStyleName;
  readonly logos: readonly [LogoArt, ...LogoArt[]];
}

const PLAIN: House = { style: 'bistro', logos: ['star', 'sun', 'four-leaf-clover'] };

// By the first tag of a kitchen.
const HOUSES: Readonly<Record<string, House>> = {
  german: { style: 'tavern', logos: ['pretzel', 'potato', 'anchor', 'rooster', 'beer-mug'] },
  italian: { style: 'trattoria', logos: ['spaghetti', 'tomato', 'olive', 'grapes', 'garlic', 'lobster'] },
  pizza: { style: 'trattoria', logos: ['pizza', 'fire', 'tomato', 'cheese-wedge', 'herb'] },
  vietnamese: { style: 'lantern', logos: ['steaming-bowl', 'lotus', 'hot-pepper', 'rice-ball', 'lemon'] },
  burger: { style: 'diner', logos: ['hamburger', 'french-fries', 'ox', 'fire', 'star'] },
  canteen: { style: 'canteen', logos: ['pot-of-food', 'red-apple', 'carrot', 'pea-pod', 'bread'] },
  cafe: { style: 'bistro', logos: ['croissant', 'cupcake', 'hot-beverage', 'shortcake', 'owl', 'cherries', 'sun'] },
  indian: { style: 'bazaar', logos: ['curry-rice', 'lotus', 'hot-pepper', 'flatbread', 'coconut'] },
  sushi: { style: 'lantern', logos: ['sushi', 'tropical-fish', 'rice-ball', 'bento-box', 'octopus'] },
  turkish: { style: 'bazaar', logos: ['stuffed-flatbread', 'crescent-moon', 'eggplant', 'tulip', 'fire'] },
  greek: { style: 'harbour', logos: ['olive', 'octopus', 'sun', 'lemon', 'sailboat'] },
  thai: { style: 'lantern', logos: ['coconut', 'lotus', 'hot-pepper', 'curry-rice', 'palm-tree'] },
  mexican: { style: 'diner', logos: ['taco', 'cactus', 'avocado', 'burrito', 'hot-pepper', 'sun'] },
  seafood: { style: 'harbour', logos: ['fish', 'anchor', 'crab', 'spouting-whale', 'shrimp', 'sailboat'] },
  oriental: { style: 'bazaar', logos: ['falafel', 'teapot', 'flatbread', 'palm-tree', 'crescent-moon'] },
  french: { style: 'bistro', logos: ['rooster', 'cheese-wedge', 'croissant', 'wine-glass', 'snail', 'tulip'] },
  korean: { style: 'lantern', logos: ['steaming-bowl', 'rice-ball', 'dumpling', 'egg', 'lotus'] },
  spanish: { style: 'trattoria', logos: ['shallow-pan-of-food', 'sun', 'olive', 'shrimp', 'ox'] },
  international: { style: 'garden', logos: ['green-salad', 'avocado', 'carrot', 'seedling', 'broccoli', 'honeybee'] },
  steak: { style: 'tavern', logos: ['meat-on-bone', 'ox', 'fire', 'crown', 'salt'] },
  snack: { style: 'diner', logos: ['hot-dog', 'french-fries', 'anchor', 'star', 'sandwich'] },
  chinese: { style: 'lantern', logos: ['dumpling', 'takeout-box', 'tropical-fish', 'teapot', 'lotus'] },
};

const houseOf = ({ kitchen }: DemoPlace): House => HOUSES[kitchen.tags[0] ?? ''] ?? PLAIN;

const picturesOf = (place: DemoPlace): Picture[] => {
  const { kitchen, id } = place;
  const { style } = houseOf(place);
  const turn = seededInteger('pictures', id) % 3;
  const [first, second, third] = [0, 1, 2].map((step) => kitchen.pictures[(turn + step) % 3] ?? kitchen.pictures[0]);
  const [tone, other] = [oneOf(kitchen.tones, 'tone', id), oneOf(kitchen.tones, 'other tone', id)];
  const layout = (what: string): number => seededInteger(what, id) % 10;
  const hero: Picture = { kind: 'table', dish: first ?? kitchen.pictures[0], tone, layout: layout('hero') };
  const room: Picture = { kind: 'room', style, dish: first ?? kitchen.pictures[0], tone: other, layout: layout('room') % 4 };
  const counter: Picture = { kind: 'counter', style, dish: second ?? kitchen.pictures[1], tone, layout: layout('counter') % 2 };
  const more: Picture = { kind: 'table', dish: third ?? kitchen.pictures[2], tone: other, layout: layout('more') };
  // Some let look in first; who hands food out of a window has no room to show.
  if (place.traits.includes('takeAway')) return [hero, counter];
  if (seededInteger('look', id) % 6 === 0) return [room, hero, more];
  return [hero, room, more, counter].slice(0, 2 + (seededInteger('how many', id) % 3));
};

const asMedia = (picture: Picture): Media => ({ type: 'image', url: pictureUrl(picture), midSizeUrl: pictureUrl(picture) });

const PRINTED: Readonly<Record<string, 'abendkarte' | 'getraenkekarte'>> = { evening: 'abendkarte', lateBar: 'getraenkekarte', nightBar: 'getraenkekarte' };

/** Pictures of a place: the hero dish, the room, the counter; an evening house also shows its printed card. Who is no partner has sent one at most. */
export const mediaOf = (place: DemoPlace): Media[] => {
  if (!place.isPartner) return seededInteger('media', place.id) % 2 === 0 ? [] : picturesOf(place).slice(0, 1).map(asMedia);
  const card = PRINTED[place.hours];
  return [...picturesOf(place).map(asMedia), ...(card === undefined ? [] : [{ type: 'menu', url: pictureUrl({ kind: 'menu', name: card }) } as const])];
};

/** A place's emblem; one in nine partners has none yet. */
export const logoOf = (place: DemoPlace): { url: string } | null => {
  if (!place.isPartner || seededInteger('logo', place.id) % 9 === 0) return null;
  const art = oneOf(houseOf(place).logos, 'emblem', place.id);
  return { url: pictureUrl({ kind: 'logo', art, tone: oneOf(place.kitchen.tones, 'emblem tone', place.id), layout: seededInteger('shape', place.id) % 6 }) };
};
