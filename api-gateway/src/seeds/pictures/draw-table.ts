import { createRandom } from '../seeded-random';
import { drawArt, clothDefs, lightDefs, n, svgPicture, TABLE_TONES, weaveNames } from './brush';
import type { Spot, TableTone } from './brush';
import {
  drawBoard,
  drawBowl,
  drawChopsticks,
  drawCutlery,
  DISH_DRAWINGS,
  drawGlass,
  drawNapkin,
  drawPan,
  drawPlate,
} from './dishes';
import type { DishDrawing, DrawnDish, RoundShape } from './dishes';

/** Picture of a dish on a table: dish, tone, and layout. */
export interface TablePicture {
  readonly kind: 'table';
  readonly dish: DrawnDish;
  readonly tone: TableTone;
  readonly layout: number;
}

const WIDTH = 1280;
const HEIGHT = 800;

/** Positions on a table. The main dish is in the middle, because lists crop above and below. */
interface TableLayout {
  readonly surface: 'cloth' | 'wood' | 'stone';
  readonly main: RoundShape;
  readonly sides: readonly RoundShape[];
  readonly glasses: readonly RoundShape[];
  readonly loose: readonly (Spot & { readonly size: number })[];
  readonly tool: (Spot & { readonly angle: number }) | null;
  readonly napkin: (Spot & { readonly size: number; readonly turn: number }) | null;
}

const roundAt = (x: number, y: number, r: number): RoundShape => ({ x, y, r });
const itemSpot = (x: number, y: number, size: number): Spot & { readonly size: number } => ({ x, y, size });

const mirrorLayout = (layout: TableLayout): TableLayout => {
  const mirrorSpot = <T extends Spot>(spot: T): T => ({ ...spot, x: WIDTH - spot.x });
  const { main, sides, glasses, loose, tool, napkin } = layout;
  return {
    ...layout,
    main: mirrorSpot(main),
    sides: sides.map(mirrorSpot),
    glasses: glasses.map(mirrorSpot),
    loose: loose.map(mirrorSpot),
    tool: tool === null ? null : { ...mirrorSpot(tool), angle: -tool.angle },
    napkin: napkin === null ? null : { ...mirrorSpot(napkin), turn: -napkin.turn },
  };
};

const portraitLayout: TableLayout = {
  surface: 'cloth',
  main: roundAt(620, 400, 268),
  sides: [roundAt(130, 660, 178)],
  glasses: [roundAt(240, 200, 80)],
  loose: [itemSpot(1150, 130, 190), itemSpot(1210, 640, 230), itemSpot(60, 400, 150)],
  tool: { x: 980, y: 420, angle: 4 },
  napkin: { x: 980, y: 420, size: 230, turn: 6 },
};

const pairLayout: TableLayout = {
  surface: 'wood',
  main: roundAt(500, 405, 256),
  sides: [roundAt(930, 330, 188)],
  glasses: [roundAt(790, 640, 76)],
  loose: [itemSpot(110, 120, 200), itemSpot(1200, 650, 240), itemSpot(1180, 90, 150), itemSpot(120, 700, 170)],
  tool: null,
  napkin: { x: 1010, y: 610, size: 210, turn: 24 },
};

const closeLayout: TableLayout = {
  surface: 'cloth',
  main: roundAt(700, 405, 318),
  sides: [],
  glasses: [roundAt(1150, 190, 92)],
  loose: [itemSpot(170, 160, 220), itemSpot(120, 440, 190), itemSpot(250, 690, 200), itemSpot(1190, 660, 210)],
  tool: null,
  napkin: { x: 470, y: 330, size: 420, turn: 16 },
};

const sharedTableLayout: TableLayout = {
  surface: 'wood',
  main: roundAt(640, 400, 236),
  sides: [roundAt(230, 230, 138), roundAt(1060, 210, 138), roundAt(250, 640, 130), roundAt(1030, 630, 138)],
  glasses: [roundAt(420, 110, 60), roundAt(850, 700, 60)],
  loose: [itemSpot(60, 440, 140), itemSpot(1225, 430, 150)],
  tool: null,
  napkin: null,
};

const plainLayout: TableLayout = {
  surface: 'stone',
  main: roundAt(560, 410, 272),
  sides: [roundAt(1010, 590, 150)],
  glasses: [roundAt(980, 230, 90)],
  loose: [itemSpot(120, 180, 200), itemSpot(90, 640, 210), itemSpot(1220, 110, 160)],
  tool: { x: 800, y: 560, angle: 0 },
  napkin: null,
};

const crossLayout: TableLayout = {
  surface: 'cloth',
  main: roundAt(660, 395, 262),
  sides: [roundAt(1130, 190, 170), roundAt(210, 640, 150)],
  glasses: [roundAt(1090, 560, 80)],
  loose: [itemSpot(190, 150, 230), itemSpot(70, 380, 150), itemSpot(1220, 740, 170)],
  tool: { x: 320, y: 400, angle: -6 },
  napkin: null,
};

const TABLE_LAYOUTS: readonly [TableLayout, ...TableLayout[]] = [
  portraitLayout,
  pairLayout,
  closeLayout,
  sharedTableLayout,
  plainLayout,
  crossLayout,
  mirrorLayout(portraitLayout),
  mirrorLayout(pairLayout),
  mirrorLayout(plainLayout),
  mirrorLayout(crossLayout),
];

// Degrees by which the image of a slice of pizza is turned, because its rim is at the upper left.
const SLICE_TURN_DEGREES = 45;

const ARRANGEMENTS: Readonly<
  Record<
    DishDrawing['arrangement'],
    { readonly size: number; spot(index: number, count: number): Spot & { readonly angle: number } }
  >
> = {
  single: { size: 1.42, spot: () => ({ x: 0, y: -0.02, angle: 0 }) },
  pair: {
    size: 1,
    spot: (index) => ({ x: index === 0 ? -0.36 : 0.36, y: index === 0 ? -0.14 : 0.16, angle: index === 0 ? -10 : 12 }),
  },
  trio: {
    size: 0.92,
    spot: (index) => ({
      x: [-0.36, 0.38, 0.02][index] ?? 0,
      y: [-0.18, -0.2, 0.36][index] ?? 0,
      angle: [-14, 16, 4][index] ?? 0,
    }),
  },
  row: {
    size: 0.7,
    spot: (index, count) => ({
      x: (index - (count - 1) / 2) * 0.5,
      y: index % 2 === 0 ? -0.14 : 0.14,
      angle: -8 + index * 6,
    }),
  },
  ring: {
    size: 0.56,
    spot: (index, count) => ({
      x: Math.sin((index / count) * 2 * Math.PI) * 0.44,
      y: -Math.cos((index / count) * 2 * Math.PI) * 0.44,
      angle: ((index * 47) % 60) - 30,
    }),
  },
  // Slices of pizza whose tips meet in the middle.
  wheel: {
    size: 0.9,
    spot: (index, count) => ({
      x: Math.sin((index / count) * 2 * Math.PI) * 0.5,
      y: -Math.cos((index / count) * 2 * Math.PI) * 0.5,
      angle: (index / count) * 360 + SLICE_TURN_DEGREES,
    }),
  },
};

const drawFood = ({ items, arrangement }: DishDrawing, { x, y, r }: RoundShape): string => {
  const { size, spot } = ARRANGEMENTS[arrangement];
  return items
    .map((name, index) => {
      const position = spot(index, items.length);
      return drawArt(name, { x: x + position.x * r, y: y + position.y * r }, { size: size * r, angle: position.angle });
    })
    .join('');
};

const drawNoodles = ({ x, y, r }: RoundShape): string =>
  Array.from({ length: 9 }, (_, index) => {
    const startY = y - r * 0.5 + index * r * 0.12;
    return `M${n(x - r * 0.62)} ${n(startY)}q${n(r * 0.3)} ${n(r * (index % 2 === 0 ? 0.26 : -0.2))} ${n(r * 0.62)} 0t${n(r * 0.6)} ${n(r * 0.02)}`;
  })
    .map(
      (path) => `<path d="${path}" fill="none" stroke="#F8E3B0" stroke-width="${n(r * 0.05)}" stroke-linecap="round"/>`,
    )
    .join('');

const CRUMB_COLOURS = ['#5E9A35', '#7DB54A', '#3F7A2A', '#C9482F'];

// Draws chopped herbs, so that a plate looks served.
const drawCrumbs = ({ x, y, r }: RoundShape, random: () => number): string =>
  Array.from({ length: 26 }, () => {
    const [angle, distance] = [random() * 2 * Math.PI, Math.sqrt(random()) * r * 0.68];
    const colour = CRUMB_COLOURS[Math.floor(random() * CRUMB_COLOURS.length)] ?? '#5E9A35';
    return `<ellipse cx="${n(x + Math.cos(angle) * distance)}" cy="${n(y + Math.sin(angle) * distance)}" rx="${n(r * 0.022)}" ry="${n(r * 0.012)}" fill="${colour}" transform="rotate(${n(random() * 180)} ${n(x + Math.cos(angle) * distance)} ${n(y + Math.sin(angle) * distance)})"/>`;
  }).join('');

const drawServedDish = (
  dish: DishDrawing,
  round: RoundShape,
  { tone, random }: { readonly tone: TableTone; readonly random: () => number },
): string => {
  const { strong } = TABLE_TONES[tone];
  const fill = dish.fill ?? '#F3E6DC';
  const vessel = {
    plate: () => drawPlate(round, strong),
    bowl: () => drawBowl(round, { glaze: strong, fill }),
    pan: () => drawPan(round, fill),
    board: () => drawBoard(round),
  }[dish.vessel]();
  return [
    vessel,
    drawCrumbs(round, random),
    dish.hasNoodles === true ? drawNoodles(round) : '',
    `<g filter="url(#lift)">${drawFood(dish, round)}</g>`,
  ].join('');
};

const drawSideDish = (name: string, round: RoundShape, lineColour: string): string =>
  `${drawPlate(round, lineColour)}<g filter="url(#lift)">${drawArt(name, round, { size: round.r * 1.2 })}</g>`;

const PLANK_COUNT = 7;

const drawWood = (): string =>
  Array.from({ length: PLANK_COUNT }, (_, index) => {
    const height = HEIGHT / PLANK_COUNT;
    const plankTop = index * height;
    return `<path d="M0 ${n(plankTop)}H${WIDTH}V${n(plankTop + height - 3)}H0Z" fill="${index % 2 === 0 ? '#B98555' : '#B17C4C'}"/><path d="M0 ${n(plankTop + height * 0.4)}q320 -14 640 2t640 -6M0 ${n(plankTop + height * 0.7)}q300 12 700 -4t580 4" fill="none" stroke="#8F5F35" stroke-width="2.5" opacity=".4"/>`;
  }).join('');

const drawStone = (random: () => number): string =>
  `<path d="M0 0H${WIDTH}V${HEIGHT}H0Z" fill="#E6E0DD"/>${Array.from({ length: 9 }, () => `<path d="M${n(random() * WIDTH)} ${n(random() * HEIGHT)}q${n(80 + random() * 120)} ${n(random() * 120 - 60)} ${n(160 + random() * 200)} ${n(random() * 80 - 40)}" fill="none" stroke="#C9BEB9" stroke-width="${n(2 + random() * 4)}" opacity=".6"/>`).join('')}`;

const clothSvg = `<path d="M0 0H${WIDTH}V${HEIGHT}H0Z" fill="url(#cloth)"/><path d="M0 0H${WIDTH}V${HEIGHT}H0Z" fill="url(#weave)"/>`;
const runnerSvg = `<g transform="rotate(-8 640 400)"><path d="M-120 150H1400V650H-120Z" fill="#2A1710" opacity=".2" transform="translate(0 12)"/><path d="M-120 150H1400V650H-120Z" fill="url(#cloth)"/><path d="M-120 150H1400V650H-120Z" fill="url(#weave)"/></g>`;

const drawSurface = ({ surface: kind }: TableLayout, random: () => number): string => {
  if (kind === 'cloth') return clothSvg;
  return (kind === 'wood' ? drawWood() : drawStone(random)) + runnerSvg;
};

const drawTool = (dish: DishDrawing, spot: TableLayout['tool']): string => {
  if (spot === null || dish.tool === 'none') return '';
  return `<g filter="url(#lift)">${dish.tool === 'cutlery' ? drawCutlery(spot, spot.angle) : drawChopsticks(spot, spot.angle)}</g>`;
};

/** Draws a table at noon: one main dish in the middle, side dishes, and ingredients that the edge crops. */
export const drawTable = ({ dish: name, tone, layout: index }: TablePicture): string => {
  const dish: DishDrawing = DISH_DRAWINGS[name];
  const layout = TABLE_LAYOUTS[index % TABLE_LAYOUTS.length] ?? TABLE_LAYOUTS[0];
  const random = createRandom(`${name} ${tone} ${index}`);
  const weave = weaveNames[Math.floor(random() * weaveNames.length)] ?? 'linen';
  const { strong, deep } = TABLE_TONES[tone];
  return svgPicture({ width: WIDTH, height: HEIGHT, night: layout.surface === 'cloth' ? 'cloth' : 'bright' }, [
    `<defs>${clothDefs(tone, weave)}${lightDefs}</defs>`,
    drawSurface(layout, random),
    layout.napkin === null
      ? ''
      : drawNapkin(layout.napkin, {
          size: layout.napkin.size,
          angle: layout.napkin.turn,
          colour: layout.surface === 'cloth' ? strong : deep,
        }),
    drawTool(dish, layout.tool),
    ...layout.sides.map((round, sideIndex) =>
      drawSideDish(dish.extras[sideIndex % 2] ?? dish.extras[0], round, strong),
    ),
    ...layout.glasses.map((round) => drawGlass(round, dish.drink)),
    drawServedDish(dish, layout.main, { tone, random }),
    `<g filter="url(#lift)">${layout.loose.map((position, itemIndex) => drawArt(dish.loose[itemIndex % 4] ?? dish.loose[0], position, { size: position.size, angle: random() * 60 - 30 })).join('')}</g>`,
    `<path d="M0 0H${WIDTH}V${HEIGHT}H0Z" fill="url(#glow)"/>`,
  ]);
};
