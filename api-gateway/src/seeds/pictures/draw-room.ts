import { createRandom } from '../seeded-random';
import { drawIcon, clothDefs, formatNumber, svgPicture, TABLE_TONES, weaveNames } from './brush';
import type { CanvasPoint, TableTone } from './brush';
import { DISH_DRAWINGS } from './dishes';
import type { DrawnDish } from './dishes';

/** Furnishing of a restaurant, for the pictures of its dining room and its counter. */
export interface RoomStyle {
  readonly lamp: 'dome' | 'lantern' | 'bulb' | 'tube';
  readonly window: 'arch' | 'wide' | 'panes';
  readonly floor: 'planks' | 'tiles' | 'checks';
  readonly table: 'cloth' | 'bare';
  /** Images of Fluent Emoji on the wall or on the blackboard. */
  readonly wall: readonly [string, string, string];
  readonly plantColors: readonly [string, string];
  /** Images of Fluent Emoji on the shelves behind the counter. */
  readonly shelf: readonly [string, string, string, string];
}

/** Furnishings by kind of restaurant. */
export const ROOM_STYLES = {
  tavern: {
    lamp: 'dome',
    window: 'panes',
    floor: 'planks',
    table: 'bare',
    wall: ['anchor', 'pretzel', 'beer-mug'],
    plantColors: ['potted-plant', 'evergreen-tree'],
    shelf: ['beer-mug', 'bread', 'jar', 'cheese-wedge'],
  },
  trattoria: {
    lamp: 'dome',
    window: 'arch',
    floor: 'checks',
    table: 'cloth',
    wall: ['tomato', 'wine-glass', 'garlic'],
    plantColors: ['potted-plant', 'herb'],
    shelf: ['wine-glass', 'bottle-with-popping-cork', 'garlic', 'tomato'],
  },
  lantern: {
    lamp: 'lantern',
    window: 'wide',
    floor: 'planks',
    table: 'bare',
    wall: ['wind-chime', 'steaming-bowl', 'cherry-blossom'],
    plantColors: ['potted-plant', 'lotus'],
    shelf: ['teapot', 'takeout-box', 'sake', 'cooked-rice'],
  },
  bazaar: {
    lamp: 'lantern',
    window: 'arch',
    floor: 'tiles',
    table: 'cloth',
    wall: ['crescent-moon', 'teapot', 'lotus'],
    plantColors: ['palm-tree', 'potted-plant'],
    shelf: ['teapot', 'honey-pot', 'chestnut', 'lemon'],
  },
  canteen: {
    lamp: 'tube',
    window: 'wide',
    floor: 'tiles',
    table: 'bare',
    wall: ['fork-and-knife-with-plate', 'red-apple', 'carrot'],
    plantColors: ['potted-plant', 'seedling'],
    shelf: ['red-apple', 'glass-of-milk', 'bread', 'pot-of-food'],
  },
  bistro: {
    lamp: 'bulb',
    window: 'panes',
    floor: 'checks',
    table: 'bare',
    wall: ['croissant', 'rooster', 'wine-glass'],
    plantColors: ['potted-plant', 'tulip'],
    shelf: ['bottle-with-popping-cork', 'baguette-bread', 'hot-beverage', 'shortcake'],
  },
  harbour: {
    lamp: 'dome',
    window: 'wide',
    floor: 'planks',
    table: 'bare',
    wall: ['anchor', 'fish', 'sailboat'],
    plantColors: ['potted-plant', 'seedling'],
    shelf: ['canned-food', 'fish', 'lemon', 'beer-mug'],
  },
  diner: {
    lamp: 'bulb',
    window: 'wide',
    floor: 'checks',
    table: 'bare',
    wall: ['star', 'hamburger', 'fire'],
    plantColors: ['cactus', 'potted-plant'],
    shelf: ['cup-with-straw', 'hot-pepper', 'beer-mug', 'ear-of-corn'],
  },
  garden: {
    lamp: 'bulb',
    window: 'arch',
    floor: 'planks',
    table: 'bare',
    wall: ['maple-leaf', 'avocado', 'sunflower'],
    plantColors: ['potted-plant', 'sunflower'],
    shelf: ['avocado', 'seedling', 'honey-pot', 'lemon'],
  },
} as const satisfies Readonly<Record<string, RoomStyle>>;

/** Kind of restaurant, by which a furnishing is named. */
export type RoomStyleName = keyof typeof ROOM_STYLES;

/** Parameters of the picture of a dining room: furnishing, colour palette, dish on the table, and layout. */
export interface RoomPicture {
  readonly kind: 'room';
  readonly style: RoomStyleName;
  readonly dish: DrawnDish;
  readonly tone: TableTone;
  readonly layout: number;
}

/** Rectangle with its left upper corner and its size. */
interface RoomBox extends CanvasPoint {
  readonly width: number;
  readonly height: number;
}

const drawRect = ({ x, y, width, height }: RoomBox, attributes: string): string =>
  `<rect x="${formatNumber(x)}" y="${formatNumber(y)}" width="${formatNumber(width)}" height="${formatNumber(height)}" ${attributes}/>`;

// Outline of a harbour town with towers, gables and cranes. It is 400 wide; its base line is at 0.
const SKYLINE_PATH =
  'M0 0V-46H20V-70H34V-46H58V-30H84V-96L93-150L102-96V-34H128V-62L146-78L164-62V-26H186V-88H192V-120H240V-112H198V-88H206V-24H232C240-64 252-46 262-66C272-44 284-70 296-40V-20H322V-54H350V-38H378V-60H400V0Z';

const drawWindowView = (windowBox: RoomBox): string => {
  const { x, y, width, height } = windowBox;
  const waterTop = y + height * 0.78;
  return [
    drawRect(windowBox, 'fill="url(#sky)"'),
    `<circle cx="${formatNumber(x + width * 0.78)}" cy="${formatNumber(y + height * 0.26)}" r="${formatNumber(height * 0.09)}" fill="#FFF3C9"/>`,
    `<path d="${SKYLINE_PATH}" transform="translate(${formatNumber(x)} ${formatNumber(waterTop)}) scale(${Math.round((width / 400) * 100) / 100} ${Math.round((height / 330) * 100) / 100})" fill="#7D9BB0" opacity=".75"/>`,
    drawRect({ x, y: waterTop, width, height: y + height - waterTop }, 'fill="#9CC7D8"'),
    `<path d="M${formatNumber(x + width * 0.1)} ${formatNumber(waterTop + height * 0.08)}h${formatNumber(width * 0.2)}M${formatNumber(x + width * 0.5)} ${formatNumber(waterTop + height * 0.13)}h${formatNumber(width * 0.26)}" stroke="#fff" stroke-width="3" opacity=".7"/>`,
  ].join('');
};

/** Draws a window with the town outside. */
const drawWindow = (
  box: RoomBox,
  { kind, frame }: { readonly kind: RoomStyle['window']; readonly frame: string },
): string => {
  const { x, y, width, height } = box;
  const barPositionShares = { arch: [0.5], wide: [0.34, 0.67], panes: [0.25, 0.5, 0.75] }[kind];
  const windowOutline =
    kind === 'arch'
      ? `<path d="M${formatNumber(x)} ${formatNumber(y + height)}V${formatNumber(y + width / 2)}a${formatNumber(width / 2)} ${formatNumber(width / 2)} 0 0 1 ${formatNumber(width)} 0V${formatNumber(y + height)}Z"`
      : `<rect x="${formatNumber(x)}" y="${formatNumber(y)}" width="${formatNumber(width)}" height="${formatNumber(height)}" rx="8"`;
  const id = `pane${Math.round(x)}`;
  return [
    `<clipPath id="${id}">${windowOutline}/></clipPath><g clip-path="url(#${id})">${drawWindowView(box)}</g>`,
    barPositionShares
      .map(
        (barShare) =>
          `<path d="M${formatNumber(x + width * barShare)} ${formatNumber(y)}V${formatNumber(y + height)}" stroke="${frame}" stroke-width="9"/>`,
      )
      .join(''),
    kind === 'wide'
      ? ''
      : `<path d="M${formatNumber(x)} ${formatNumber(y + height * 0.5)}H${formatNumber(x + width)}" stroke="${frame}" stroke-width="9"/>`,
    `${windowOutline} fill="none" stroke="${frame}" stroke-width="18"/>`,
    drawRect({ x: x - 24, y: y + height, width: width + 48, height: 20 }, `rx="6" fill="${frame}"`),
  ].join('');
};

const drawLampCord = (cordX: number, cordLength: number): string =>
  `<path d="M${formatNumber(cordX)} 0V${formatNumber(cordLength)}" stroke="#3A3034" stroke-width="4"/>`;
const drawLampShine = (x: number, y: number, r: number): string =>
  `<circle cx="${formatNumber(x)}" cy="${formatNumber(y)}" r="${formatNumber(r)}" fill="url(#lamp)"/>`;

const LAMP_PAINTERS: Readonly<Record<RoomStyle['lamp'], (x: number, length: number, colour: string) => string>> = {
  dome: (x, length, colour) =>
    `${drawLampShine(x, length + 50, 170)}${drawLampCord(x, length)}<path d="M${formatNumber(x - 66)} ${formatNumber(length + 50)}a66 62 0 0 1 132 0Z" fill="${colour}"/><path d="M${formatNumber(x - 22)} ${formatNumber(length + 50)}a22 20 0 0 0 44 0Z" fill="#FFF3C9"/>`,
  lantern: (x, length) =>
    `${drawLampShine(x, length + 60, 180)}${drawLampCord(x, length)}${drawIcon('red-paper-lantern', { x, y: length + 60 }, { size: 150 })}`,
  bulb: (x, length) =>
    `${drawLampShine(x, length + 34, 150)}${drawLampCord(x, length)}<rect x="${formatNumber(x - 12)}" y="${formatNumber(length - 6)}" width="24" height="24" rx="5" fill="#6B5C62"/><circle cx="${formatNumber(x)}" cy="${formatNumber(length + 40)}" r="30" fill="#FFE9A8"/><circle cx="${formatNumber(x)}" cy="${formatNumber(length + 40)}" r="14" fill="#FFF8E2"/>`,
  tube: (x, length, colour) =>
    `${drawLampShine(x, length + 20, 190)}<path d="M${formatNumber(x - 90)} 0V${formatNumber(length)}M${formatNumber(x + 90)} 0V${formatNumber(length)}" stroke="#6B5C62" stroke-width="3"/><rect x="${formatNumber(x - 120)}" y="${formatNumber(length)}" width="240" height="22" rx="11" fill="${colour}"/><rect x="${formatNumber(x - 108)}" y="${formatNumber(length + 16)}" width="216" height="12" rx="6" fill="#FFFBEA"/>`,
};

/** Draws lamps that hang from the ceiling at the x positions `lampXs`. Every second lamp hangs lower. */
const drawLamps = (
  lampXs: readonly number[],
  { kind, colour }: { readonly kind: RoomStyle['lamp']; readonly colour: string },
): string => lampXs.map((x, index) => LAMP_PAINTERS[kind](x, 70 + (index % 2) * 44, colour)).join('');

/** SVG text of each kind of floor. A floor begins at y = 600. */
const FLOOR_SVG: Readonly<Record<RoomStyle['floor'], string>> = {
  planks:
    '<path d="M0 600H1280V800H0Z" fill="#A87247"/><path d="M0 640H1280M0 690H1280M0 750H1280" stroke="#87562F" stroke-width="4" opacity=".6"/><path d="M160 600 110 640M520 600 500 640M900 600 930 640M300 640 250 690M760 640 770 690M1120 640 1170 690M120 690 40 750M560 690 540 750M1000 690 1050 750" stroke="#87562F" stroke-width="4" opacity=".5"/>',
  tiles:
    '<path d="M0 600H1280V800H0Z" fill="#D9CFC9"/><path d="M0 640H1280M0 695H1280M0 765H1280M320 600 210 800M480 600 430 800M640 600V800M800 600 850 800M960 600 1070 800M160 600-20 800M1120 600 1300 800" stroke="#B9ACA5" stroke-width="4"/>',
  checks:
    '<path d="M0 600H1280V800H0Z" fill="#EFE7E2"/><path d="M0 600H160L90 650H-80ZM320 600H480L450 650H270ZM640 600H800L810 650H630ZM960 600H1120L1170 650H990ZM90 650H270L210 720H0ZM450 650H630L620 720H410ZM810 650H990L1030 720H820ZM1170 650H1360L1430 720H1240ZM0 720H210L140 800H-100ZM410 720H620L610 800H370ZM820 720H1030L1080 800H840Z" fill="#4B3A40"/>',
};

const drawChair = (chairX: number, chairSide: number, chairColour: string): string =>
  `<g transform="translate(${formatNumber(chairX)} 0) scale(${chairSide} 1)"><path d="M-10 470h26v200H4v110H-10Z" fill="${chairColour}"/><rect x="-10" y="636" width="130" height="24" rx="8" fill="${chairColour}"/><path d="M96 656h20l8 124h-18Z" fill="${chairColour}"/><path d="M-10 470h26v200H4v110H-10Z" fill="#000" opacity=".12"/></g>`;

const drawTablecloth = (x: number, width: number): string => {
  const [clothLeft, clothRight] = [x - width / 2, x + width / 2];
  return `<path d="M${formatNumber(clothLeft)} 560H${formatNumber(clothRight)}L${formatNumber(clothRight + 14)} 690q-22 14-44 0t-44 0-44 0-44 0-44 0H${formatNumber(clothLeft - 14)}Z" fill="url(#cloth)"/><path d="M${formatNumber(clothLeft)} 560H${formatNumber(clothRight)}L${formatNumber(clothRight + 14)} 690q-22 14-44 0t-44 0-44 0-44 0-44 0H${formatNumber(clothLeft - 14)}Z" fill="url(#weave)"/>`;
};

/** Draws a table for two with chairs, laid with the given images. */
const drawTableAt = (
  x: number,
  {
    isDraped,
    seat,
    laid: laidPlaces,
  }: { readonly isDraped: boolean; readonly seat: string; readonly laid: readonly string[] },
): string => {
  const width = 320;
  return [
    `<ellipse cx="${formatNumber(x)}" cy="784" rx="250" ry="16" fill="#2A1710" opacity=".22"/>`,
    drawChair(x - 226, 1, seat),
    drawChair(x + 226, -1, seat),
    `<path d="M${formatNumber(x - 14)} 580h28v196h-28Z" fill="#5A3B26"/><path d="M${formatNumber(x - 80)} 782q80-34 160 0Z" fill="#5A3B26"/>`,
    isDraped ? drawTablecloth(x, width) : '',
    `<rect x="${formatNumber(x - width / 2 - 10)}" y="546" width="${width + 20}" height="24" rx="8" fill="${isDraped ? '#fff' : '#8A5A36'}"/>`,
    laidPlaces.map((name, index) => drawIcon(name, { x: x - 100 + index * 100, y: 502 }, { size: 92 })).join(''),
  ].join('');
};

/**
 * Draws framed pictures on the wall, with their centres at `framePoints`. Each one shows an image from Fluent Emoji.
 */
const drawPictureFrames = (
  framePoints: readonly CanvasPoint[],
  { names, frame }: { readonly names: readonly string[]; readonly frame: string },
): string =>
  framePoints
    .map(
      ({ x, y }, index) =>
        `${drawRect({ x: x - 62, y: y - 62, width: 124, height: 124 }, `rx="8" fill="#fff" stroke="${frame}" stroke-width="10"`)}${drawIcon(names[index % names.length] ?? 'star', { x, y }, { size: 78 })}`,
    )
    .join('');

/**
 * Positions of the objects in a drawn dining room: rectangles of windows, and centres of picture frames, tables, lamps
 * and the plant.
 */
interface RoomPlan {
  readonly windows: readonly RoomBox[];
  readonly frames: readonly CanvasPoint[];
  readonly tables: readonly number[];
  readonly lamps: readonly number[];
  readonly plant: number;
}

const roomBoxAt = (x: number, y: number, width: number, height: number): RoomBox => ({ x, y, width, height });

const ROOM_PLANS: readonly [RoomPlan, ...RoomPlan[]] = [
  {
    windows: [roomBoxAt(120, 130, 340, 330)],
    frames: [
      { x: 640, y: 250 },
      { x: 800, y: 330 },
    ],
    tables: [400, 980],
    lamps: [400, 980],
    plant: 1180,
  },
  {
    windows: [roomBoxAt(790, 130, 360, 330)],
    frames: [
      { x: 200, y: 240 },
      { x: 380, y: 240 },
      { x: 560, y: 240 },
    ],
    tables: [320, 900],
    lamps: [320, 620, 900],
    plant: 90,
  },
  {
    windows: [roomBoxAt(110, 150, 280, 310), roomBoxAt(890, 150, 280, 310)],
    frames: [{ x: 640, y: 230 }],
    tables: [640],
    lamps: [520, 760],
    plant: 190,
  },
  {
    windows: [roomBoxAt(380, 110, 520, 350)],
    frames: [
      { x: 170, y: 260 },
      { x: 1110, y: 260 },
    ],
    tables: [350, 930],
    lamps: [350, 640, 930],
    plant: 640,
  },
];

const roomDefs = (tone: TableTone, weave: (typeof weaveNames)[number]): string => {
  const { light, deep } = TABLE_TONES[tone];
  return `<defs>${clothDefs(tone, weave)}<linearGradient id="wall" x1="0" y1="0" x2="0" y2="1"><stop stop-color="${deep}"/><stop offset="1" stop-color="${light}"/></linearGradient>
<linearGradient id="sky" x1="0" y1="0" x2="0" y2="1"><stop stop-color="#BFE3F2"/><stop offset="1" stop-color="#FDF3DF"/></linearGradient>
<radialGradient id="lamp"><stop stop-color="#FFF3C9" stop-opacity=".85"/><stop offset="1" stop-color="#FFF3C9" stop-opacity="0"/></radialGradient></defs>`;
};

const drawWall = (tone: TableTone): string => {
  const { strong, deep } = TABLE_TONES[tone];
  const wallPanels = Array.from(
    { length: 8 },
    (_, index) =>
      `<rect x="${18 + index * 160}" y="508" width="124" height="76" rx="6" fill="none" stroke="#fff" stroke-width="4" opacity=".2"/>`,
  ).join('');
  return `<path d="M0 0H1280V600H0Z" fill="url(#wall)"/><path d="M0 486H1280V600H0Z" fill="${strong}"/><path d="M0 478H1280v14H0Z" fill="${deep}"/>${wallPanels}<path d="M0 592H1280V604H0Z" fill="#2A1710" opacity=".3"/>`;
};

const drawFurniture = (
  roomPlan: RoomPlan,
  style: RoomStyle,
  { strong, hero }: { readonly strong: string; readonly hero: string },
): string[] => [
  ...roomPlan.windows.map((window) => drawWindow(window, { kind: style.window, frame: '#FBF6F2' })),
  drawPictureFrames(roomPlan.frames, { names: style.wall, frame: '#5A3B26' }),
  `<ellipse cx="${roomPlan.plant}" cy="720" rx="110" ry="14" fill="#2A1710" opacity=".2"/>`,
  drawIcon(style.plantColors[0], { x: roomPlan.plant, y: 600 }, { size: 260 }),
  ...roomPlan.tables.map((x, index) =>
    drawTableAt(x, {
      isDraped: style.table === 'cloth',
      seat: strong,
      laid:
        index % 2 === 0 ? [style.shelf[0], hero, style.plantColors[1]] : [hero, style.plantColors[1], style.shelf[1]],
    }),
  ),
  drawLamps(roomPlan.lamps, { kind: style.lamp, colour: strong }),
];

/** Draws a dining room at noon with the town outside. */
export const drawRoom = ({ style: name, dish, tone, layout }: RoomPicture): string => {
  const random = createRandom(`${name} ${tone} ${layout}`);
  const style: RoomStyle = ROOM_STYLES[name];
  const plan = ROOM_PLANS[layout % ROOM_PLANS.length] ?? ROOM_PLANS[0];
  const heroIcon = DISH_DRAWINGS[dish].icon;
  return svgPicture({ width: 1280, height: 800 }, [
    roomDefs(tone, weaveNames[Math.floor(random() * weaveNames.length)] ?? 'gingham'),
    drawWall(tone),
    FLOOR_SVG[style.floor],
    ...drawFurniture(plan, style, { strong: TABLE_TONES[tone].strong, hero: heroIcon }),
  ]);
};
