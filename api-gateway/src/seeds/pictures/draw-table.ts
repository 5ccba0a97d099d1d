import { createRandom } from '../seeded-random';
import { drawIcon, clothDefs, lightGradientDefs, formatNumber, svgPicture, TABLE_TONES, weaveNames } from './brush';
import type { CanvasPoint, TableTone } from './brush';
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

/** Parameters of the picture of a dish on a table: dish, colour palette, and layout. */
export interface TablePicture {
  readonly kind: 'table';
  readonly dish: DrawnDish;
  readonly tone: TableTone;
  readonly layout: number;
}

const TABLE_WIDTH = 1280;
const TABLE_HEIGHT = 800;

/**
 * Positions of the dishes on a drawn table. The main dish is in the middle, because lists crop the picture above and
 * below.
 */
interface TableLayout {
  readonly surface: 'cloth' | 'wood' | 'stone';
  readonly main: RoundShape;
  readonly sides: readonly RoundShape[];
  readonly glasses: readonly RoundShape[];
  readonly loose: readonly (CanvasPoint & { readonly size: number })[];
  readonly tool: (CanvasPoint & { readonly angle: number }) | null;
  readonly napkin: (CanvasPoint & { readonly size: number; readonly turn: number }) | null;
}

const roundShapeAt = (x: number, y: number, radius: number): RoundShape => ({ x, y, r: radius });
const looseItemAt = (x: number, y: number, size: number): CanvasPoint & { readonly size: number } => ({ x, y, size });

const mirrorLayout = (layout: TableLayout): TableLayout => {
  const mirrorPoint = <T extends CanvasPoint>(mirroredPoint: T): T => ({
    ...mirroredPoint,
    x: TABLE_WIDTH - mirroredPoint.x,
  });
  const { main, sides, glasses, loose, tool, napkin } = layout;
  return {
    ...layout,
    main: mirrorPoint(main),
    sides: sides.map(mirrorPoint),
    glasses: glasses.map(mirrorPoint),
    loose: loose.map(mirrorPoint),
    tool: tool === null ? null : { ...mirrorPoint(tool), angle: -tool.angle },
    napkin: napkin === null ? null : { ...mirrorPoint(napkin), turn: -napkin.turn },
  };
};

const portraitLayout: TableLayout = {
  surface: 'cloth',
  main: roundShapeAt(620, 400, 268),
  sides: [roundShapeAt(130, 660, 178)],
  glasses: [roundShapeAt(240, 200, 80)],
  loose: [looseItemAt(1150, 130, 190), looseItemAt(1210, 640, 230), looseItemAt(60, 400, 150)],
  tool: { x: 980, y: 420, angle: 4 },
  napkin: { x: 980, y: 420, size: 230, turn: 6 },
};

const pairLayout: TableLayout = {
  surface: 'wood',
  main: roundShapeAt(500, 405, 256),
  sides: [roundShapeAt(930, 330, 188)],
  glasses: [roundShapeAt(790, 640, 76)],
  loose: [
    looseItemAt(110, 120, 200),
    looseItemAt(1200, 650, 240),
    looseItemAt(1180, 90, 150),
    looseItemAt(120, 700, 170),
  ],
  tool: null,
  napkin: { x: 1010, y: 610, size: 210, turn: 24 },
};

const closeUpLayout: TableLayout = {
  surface: 'cloth',
  main: roundShapeAt(700, 405, 318),
  sides: [],
  glasses: [roundShapeAt(1150, 190, 92)],
  loose: [
    looseItemAt(170, 160, 220),
    looseItemAt(120, 440, 190),
    looseItemAt(250, 690, 200),
    looseItemAt(1190, 660, 210),
  ],
  tool: null,
  napkin: { x: 470, y: 330, size: 420, turn: 16 },
};

const sharedTableLayout: TableLayout = {
  surface: 'wood',
  main: roundShapeAt(640, 400, 236),
  sides: [
    roundShapeAt(230, 230, 138),
    roundShapeAt(1060, 210, 138),
    roundShapeAt(250, 640, 130),
    roundShapeAt(1030, 630, 138),
  ],
  glasses: [roundShapeAt(420, 110, 60), roundShapeAt(850, 700, 60)],
  loose: [looseItemAt(60, 440, 140), looseItemAt(1225, 430, 150)],
  tool: null,
  napkin: null,
};

const plainLayout: TableLayout = {
  surface: 'stone',
  main: roundShapeAt(560, 410, 272),
  sides: [roundShapeAt(1010, 590, 150)],
  glasses: [roundShapeAt(980, 230, 90)],
  loose: [looseItemAt(120, 180, 200), looseItemAt(90, 640, 210), looseItemAt(1220, 110, 160)],
  tool: { x: 800, y: 560, angle: 0 },
  napkin: null,
};

const crossLayout: TableLayout = {
  surface: 'cloth',
  main: roundShapeAt(660, 395, 262),
  sides: [roundShapeAt(1130, 190, 170), roundShapeAt(210, 640, 150)],
  glasses: [roundShapeAt(1090, 560, 80)],
  loose: [looseItemAt(190, 150, 230), looseItemAt(70, 380, 150), looseItemAt(1220, 740, 170)],
  tool: { x: 320, y: 400, angle: -6 },
  napkin: null,
};

const TABLE_LAYOUTS: readonly [TableLayout, ...TableLayout[]] = [
  portraitLayout,
  pairLayout,
  closeUpLayout,
  sharedTableLayout,
  plainLayout,
  crossLayout,
  mirrorLayout(portraitLayout),
  mirrorLayout(pairLayout),
  mirrorLayout(plainLayout),
  mirrorLayout(crossLayout),
];

// Degrees by which the image of a slice of pizza is rotated, because its rim is at the upper left.
const SLICE_TURN_DEGREES = 45;

const FOOD_ARRANGEMENTS: Readonly<
  Record<
    DishDrawing['arrangement'],
    { readonly size: number; spot(index: number, itemCount: number): CanvasPoint & { readonly angle: number } }
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
  // Layout of slices of pizza whose tips meet in the middle.
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
  const { size, spot } = FOOD_ARRANGEMENTS[arrangement];
  return items
    .map((iconName, index) => {
      const itemPosition = spot(index, items.length);
      return drawIcon(
        iconName,
        { x: x + itemPosition.x * r, y: y + itemPosition.y * r },
        { size: size * r, angle: itemPosition.angle },
      );
    })
    .join('');
};

const drawNoodles = ({ x, y, r }: RoundShape): string =>
  Array.from({ length: 9 }, (_, index) => {
    const noodleStartY = y - r * 0.5 + index * r * 0.12;
    return `M${formatNumber(x - r * 0.62)} ${formatNumber(noodleStartY)}q${formatNumber(r * 0.3)} ${formatNumber(r * (index % 2 === 0 ? 0.26 : -0.2))} ${formatNumber(r * 0.62)} 0t${formatNumber(r * 0.6)} ${formatNumber(r * 0.02)}`;
  })
    .map(
      (path) =>
        `<path d="${path}" fill="none" stroke="#F8E3B0" stroke-width="${formatNumber(r * 0.05)}" stroke-linecap="round"/>`,
    )
    .join('');

const CRUMB_COLOURS = ['#5E9A35', '#7DB54A', '#3F7A2A', '#C9482F'];

// Draws chopped herbs on a dish, so that it looks served.
const drawCrumbs = ({ x, y, r }: RoundShape, random: () => number): string =>
  Array.from({ length: 26 }, () => {
    const [crumbAngle, crumbDistance] = [random() * 2 * Math.PI, Math.sqrt(random()) * r * 0.68];
    const crumbColour = CRUMB_COLOURS[Math.floor(random() * CRUMB_COLOURS.length)] ?? '#5E9A35';
    return `<ellipse cx="${formatNumber(x + Math.cos(crumbAngle) * crumbDistance)}" cy="${formatNumber(y + Math.sin(crumbAngle) * crumbDistance)}" rx="${formatNumber(r * 0.022)}" ry="${formatNumber(r * 0.012)}" fill="${crumbColour}" transform="rotate(${formatNumber(random() * 180)} ${formatNumber(x + Math.cos(crumbAngle) * crumbDistance)} ${formatNumber(y + Math.sin(crumbAngle) * crumbDistance)})"/>`;
  }).join('');

const drawServedDish = (
  dish: DishDrawing,
  plateShape: RoundShape,
  { tone, random }: { readonly tone: TableTone; readonly random: () => number },
): string => {
  const { strong } = TABLE_TONES[tone];
  const fillColour = dish.fill ?? '#F3E6DC';
  const vesselSvg = {
    plate: () => drawPlate(plateShape, strong),
    bowl: () => drawBowl(plateShape, { glaze: strong, fill: fillColour }),
    pan: () => drawPan(plateShape, fillColour),
    board: () => drawBoard(plateShape),
  }[dish.vessel]();
  return [
    vesselSvg,
    drawCrumbs(plateShape, random),
    dish.hasNoodles === true ? drawNoodles(plateShape) : '',
    `<g filter="url(#lift)">${drawFood(dish, plateShape)}</g>`,
  ].join('');
};

const drawSideDish = (sideIcon: string, sideDishShape: RoundShape, lineColour: string): string =>
  `${drawPlate(sideDishShape, lineColour)}<g filter="url(#lift)">${drawIcon(sideIcon, sideDishShape, { size: sideDishShape.r * 1.2 })}</g>`;

const PLANK_COUNT = 7;

const drawWoodSurface = (): string =>
  Array.from({ length: PLANK_COUNT }, (_, index) => {
    const plankHeight = TABLE_HEIGHT / PLANK_COUNT;
    const plankTop = index * plankHeight;
    return `<path d="M0 ${formatNumber(plankTop)}H${TABLE_WIDTH}V${formatNumber(plankTop + plankHeight - 3)}H0Z" fill="${index % 2 === 0 ? '#B98555' : '#B17C4C'}"/><path d="M0 ${formatNumber(plankTop + plankHeight * 0.4)}q320 -14 640 2t640 -6M0 ${formatNumber(plankTop + plankHeight * 0.7)}q300 12 700 -4t580 4" fill="none" stroke="#8F5F35" stroke-width="2.5" opacity=".4"/>`;
  }).join('');

const drawStoneSurface = (random: () => number): string =>
  `<path d="M0 0H${TABLE_WIDTH}V${TABLE_HEIGHT}H0Z" fill="#E6E0DD"/>${Array.from({ length: 9 }, () => `<path d="M${formatNumber(random() * TABLE_WIDTH)} ${formatNumber(random() * TABLE_HEIGHT)}q${formatNumber(80 + random() * 120)} ${formatNumber(random() * 120 - 60)} ${formatNumber(160 + random() * 200)} ${formatNumber(random() * 80 - 40)}" fill="none" stroke="#C9BEB9" stroke-width="${formatNumber(2 + random() * 4)}" opacity=".6"/>`).join('')}`;

const clothSvg = `<path d="M0 0H${TABLE_WIDTH}V${TABLE_HEIGHT}H0Z" fill="url(#cloth)"/><path d="M0 0H${TABLE_WIDTH}V${TABLE_HEIGHT}H0Z" fill="url(#weave)"/>`;
const runnerSvg = `<g transform="rotate(-8 640 400)"><path d="M-120 150H1400V650H-120Z" fill="#2A1710" opacity=".2" transform="translate(0 12)"/><path d="M-120 150H1400V650H-120Z" fill="url(#cloth)"/><path d="M-120 150H1400V650H-120Z" fill="url(#weave)"/></g>`;

const drawSurface = ({ surface: surfaceKind }: TableLayout, random: () => number): string => {
  if (surfaceKind === 'cloth') return clothSvg;
  return (surfaceKind === 'wood' ? drawWoodSurface() : drawStoneSurface(random)) + runnerSvg;
};

const drawEatingTool = (dish: DishDrawing, toolPosition: TableLayout['tool']): string => {
  if (toolPosition === null || dish.tool === 'none') return '';
  return `<g filter="url(#lift)">${dish.tool === 'cutlery' ? drawCutlery(toolPosition, toolPosition.angle) : drawChopsticks(toolPosition, toolPosition.angle)}</g>`;
};

/**
 * Draws a table at noon: one main dish in the middle, side dishes, and ingredients that the edge of the picture crops.
 */
export const drawTable = ({ dish: name, tone, layout: layoutIndex }: TablePicture): string => {
  const dish: DishDrawing = DISH_DRAWINGS[name];
  const layout = TABLE_LAYOUTS[layoutIndex % TABLE_LAYOUTS.length] ?? TABLE_LAYOUTS[0];
  const random = createRandom(`${name} ${tone} ${layoutIndex}`);
  const clothWeave = weaveNames[Math.floor(random() * weaveNames.length)] ?? 'linen';
  const { strong, deep } = TABLE_TONES[tone];
  return svgPicture(
    { width: TABLE_WIDTH, height: TABLE_HEIGHT, night: layout.surface === 'cloth' ? 'cloth' : 'bright' },
    [
      `<defs>${clothDefs(tone, clothWeave)}${lightGradientDefs}</defs>`,
      drawSurface(layout, random),
      layout.napkin === null
        ? ''
        : drawNapkin(layout.napkin, {
            size: layout.napkin.size,
            angle: layout.napkin.turn,
            colour: layout.surface === 'cloth' ? strong : deep,
          }),
      drawEatingTool(dish, layout.tool),
      ...layout.sides.map((sideDishShape, sideIndex) =>
        drawSideDish(dish.extras[sideIndex % 2] ?? dish.extras[0], sideDishShape, strong),
      ),
      ...layout.glasses.map((round) => drawGlass(round, dish.drink)),
      drawServedDish(dish, layout.main, { tone, random }),
      `<g filter="url(#lift)">${layout.loose.map((position, itemIndex) => drawIcon(dish.loose[itemIndex % 4] ?? dish.loose[0], position, { size: position.size, angle: random() * 60 - 30 })).join('')}</g>`,
      `<path d="M0 0H${TABLE_WIDTH}V${TABLE_HEIGHT}H0Z" fill="url(#glow)"/>`,
    ],
  );
};
