import { DISH_DRAWINGS } from './dish-drawings';
import { logoArts } from './draw-logo';
import { menuCardNames } from './draw-menu-card';
import { teaserNames } from './draw-teaser';
import { drawPicture, pictureUrl, readPicture } from './picture';
import { ROOM_STYLES } from './room-styles';

const every = [
  ...Object.keys(DISH_DRAWINGS).flatMap((dish, index) => [`table/${dish}_herb_${index % 10}`, `counter/tavern_${dish}_sky_${index % 2}`]),
  ...Object.keys(ROOM_STYLES).flatMap((style) => [0, 1, 2, 3].map((layout) => `room/${style}_pizza_plum_${layout}`)),
  ...logoArts.map((art, index) => `logo/${art}_cocoa_${index % 6}`),
  ...teaserNames.map((name) => `banner/${name}`),
  ...menuCardNames.map((name) => `menu/${name}`),
];

const read = (path: string) => {
  const [kind = '', file = ''] = path.split('/');
  return readPicture(kind, `${file}.svg`);
};

describe('pictures of our own', () => {
  it.each(every)('draws %s whole, with nothing from elsewhere, and finds it again by its address', (path) => {
    const picture = read(path);
    expect(picture).not.toBeNull();
    if (picture === null) return;
    const svg = drawPicture(picture);
    expect(pictureUrl(picture)).toBe(`/media/${path}.svg`);
    expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" width="\d+" height="\d+" /);
    expect(svg).not.toMatch(/<script|<image|<foreignObject|href|NaN|undefined|\son\w+=/);
    const known = new Set([...svg.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
    expect([...svg.matchAll(/url\(#([^)]+)\)/g)].filter(([, id]) => !known.has(id))).toEqual([]);
    expect(drawPicture(picture)).toBe(svg);
  });

  it.each([
    ['table', 'pizza_herb_12.svg'], ['table', 'pizza_herb_00.svg'], ['table', 'pizza_herb_-1.svg'], ['table', 'pizza_herb.svg'], ['table', 'pizza_herb_1'], ['table', 'pizza_herb_1_1.svg'],
    ['table', 'constructor_herb_1.svg'], ['table', 'pizza_toString_1.svg'], ['table', '../../etc/passwd'], ['table', 'pizza_herb_1.svg.svg'], ['table', 'pizza_herb_1.png'],
    ['room', 'tavern_pizza_plum_1_2.svg'], ['logo', 'pizza_gold_1.svg'], ['banner', 'nothing.svg'], ['banner', '__proto__.svg'], ['menu', 'hasOwnProperty.svg'], ['table', ''], ['__proto__', 'pizza_herb_1.svg'],
  ])('knows no %s/%s', (kind, file) => expect(readPicture(kind, file)).toBeNull());
});
