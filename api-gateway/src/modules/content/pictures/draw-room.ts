import { art, clothDefs, picture, weaves } from './brush';
import { DISH_DRAWINGS, type DrawnDish } from './dish-drawings';
import { createRandom } from './lot';
import { floorOf, framesAt, lampsAt, tableAt, windowAt, type Box } from './room-parts';
import { ROOM_STYLES, type RoomStyle, type RoomStyleName } from './room-styles';
import { TABLE_TONES, type TableTone } from './table-tones';

/** A dining room: furnished so, in a tone, with a dish on the table, arranged in one of the ways. */
export interface RoomPicture {
  readonly kind: 'room';
  readonly style: RoomStyleName;
  readonly dish: DrawnDish;
  readonly tone: TableTone;
  readonly layout: number;
}

interface RoomPlan {
  readonly windows: readonly Box[];
  readonly frames: readonly { readonly x: number; readonly y: number }[];
  readonly tables: readonly number[];
  readonly lamps: readonly number[];
  readonly plant: number;
}

const box = (x: number, y: number, width: number, height: number): Box => ({ x, y, width, height });

const PLANS: readonly [RoomPlan, ...RoomPlan[]] = [
  { windows: [box(120, 130, 340, 330)], frames: [{ x: 640, y: 250 }, { x: 800, y: 330 }], tables: [400, 980], lamps: [400, 980], plant: 1180 },
  { windows: [box(790, 130, 360, 330)], frames: [{ x: 200, y: 240 }, { x: 380, y: 240 }, { x: 560, y: 240 }], tables: [320, 900], lamps: [320, 620, 900], plant: 90 },
  { windows: [box(110, 150, 280, 310), box(890, 150, 280, 310)], frames: [{ x: 640, y: 230 }], tables: [640], lamps: [520, 760], plant: 190 },
  { windows: [box(380, 110, 520, 350)], frames: [{ x: 170, y: 260 }, { x: 1110, y: 260 }], tables: [350, 930], lamps: [350, 640, 930], plant: 640 },
];

const defs = (tone: TableTone, weave: (typeof weaves)[number]): string => {
  const { light, deep } = TABLE_TONES[tone];
  return `<defs>${clothDefs(tone, weave)}<linearGradient id="wall" x1="0" y1="0" x2="0" y2="1"><stop stop-color="${deep}"/><stop offset="1" stop-color="${light}"/></linearGradient>
<linearGradient id="sky" x1="0" y1="0" x2="0" y2="1"><stop stop-color="#BFE3F2"/><stop offset="1" stop-color="#FDF3DF"/></linearGradient>
<radialGradient id="lamp"><stop stop-color="#FFF3C9" stop-opacity=".85"/><stop offset="1" stop-color="#FFF3C9" stop-opacity="0"/></radialGradient></defs>`;
};

const wall = (tone: TableTone): string => {
  const { strong, deep } = TABLE_TONES[tone];
  const panels = Array.from({ length: 8 }, (_, index) => `<rect x="${18 + index * 160}" y="508" width="124" height="76" rx="6" fill="none" stroke="#fff" stroke-width="4" opacity=".2"/>`).join('');
  return `<path d="M0 0H1280V600H0Z" fill="url(#wall)"/><path d="M0 486H1280V600H0Z" fill="${strong}"/><path d="M0 478H1280v14H0Z" fill="${deep}"/>${panels}<path d="M0 592H1280V604H0Z" fill="#2A1710" opacity=".3"/>`;
};

const furniture = (plan: RoomPlan, style: RoomStyle, { strong, hero }: { readonly strong: string; readonly hero: string }): string[] => [
  ...plan.windows.map((one) => windowAt(one, { kind: style.window, frame: '#FBF6F2' })),
  framesAt(plan.frames, { names: style.wall, frame: '#5A3B26' }),
  `<ellipse cx="${plan.plant}" cy="720" rx="110" ry="14" fill="#2A1710" opacity=".2"/>`,
  art(style.plants[0], { x: plan.plant, y: 600 }, { size: 260 }),
  ...plan.tables.map((x, index) => tableAt(x, { isDraped: style.table === 'cloth', seat: strong, laid: index % 2 === 0 ? [style.shelf[0], hero, style.plants[1]] : [hero, style.plants[1], style.shelf[1]] })),
  lampsAt(plan.lamps, { kind: style.lamp, colour: strong }),
];

/** A dining room at noon, the town outside. */
export const drawRoom = ({ style: name, dish, tone, layout }: RoomPicture): string => {
  const random = createRandom(`${name} ${tone} ${layout}`);
  const style: RoomStyle = ROOM_STYLES[name];
  const plan = PLANS[layout % PLANS.length] ?? PLANS[0];
  const hero = DISH_DRAWINGS[dish].icon;
  return picture({ width: 1280, height: 800 }, [
    defs(tone, weaves[Math.floor(random() * weaves.length)] ?? 'gingham'),
    wall(tone),
    floorOf(style.floor),
    ...furniture(plan, style, { strong: TABLE_TONES[tone].strong, hero }),
  ]);
};
