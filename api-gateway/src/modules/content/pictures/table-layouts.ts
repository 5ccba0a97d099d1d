import type { Spot } from './brush';
import type { Round } from './tableware';

/** Where everything stands on a table of 1280 by 800. The hero keeps to the middle, because lists crop above and below. */
export interface TableLayout {
  readonly surface: 'cloth' | 'wood' | 'stone';
  readonly main: Round;
  readonly sides: readonly Round[];
  readonly glasses: readonly Round[];
  readonly loose: readonly (Spot & { readonly size: number })[];
  readonly tool: (Spot & { readonly turn: number }) | null;
  readonly napkin: (Spot & { readonly size: number; readonly turn: number }) | null;
}

const round = (x: number, y: number, r: number): Round => ({ x, y, r });
const lying = (x: number, y: number, size: number): Spot & { readonly size: number } => ({ x, y, size });

const mirrored = (layout: TableLayout): TableLayout => {
  const over = <T extends Spot>(spot: T): T => ({ ...spot, x: 1280 - spot.x });
  const { main, sides, glasses, loose, tool, napkin } = layout;
  return {
    ...layout,
    main: over(main),
    sides: sides.map(over),
    glasses: glasses.map(over),
    loose: loose.map(over),
    tool: tool === null ? null : { ...over(tool), turn: -tool.turn },
    napkin: napkin === null ? null : { ...over(napkin), turn: -napkin.turn },
  };
};

const portrait: TableLayout = {
  surface: 'cloth',
  main: round(620, 400, 268),
  sides: [round(130, 660, 178)],
  glasses: [round(240, 200, 80)],
  loose: [lying(1150, 130, 190), lying(1210, 640, 230), lying(60, 400, 150)],
  tool: { x: 980, y: 420, turn: 4 },
  napkin: { x: 980, y: 420, size: 230, turn: 6 },
};

const pair: TableLayout = {
  surface: 'wood',
  main: round(500, 405, 256),
  sides: [round(930, 330, 188)],
  glasses: [round(790, 640, 76)],
  loose: [lying(110, 120, 200), lying(1200, 650, 240), lying(1180, 90, 150), lying(120, 700, 170)],
  tool: null,
  napkin: { x: 1010, y: 610, size: 210, turn: 24 },
};

const close: TableLayout = {
  surface: 'cloth',
  main: round(700, 405, 318),
  sides: [],
  glasses: [round(1150, 190, 92)],
  loose: [lying(170, 160, 220), lying(120, 440, 190), lying(250, 690, 200), lying(1190, 660, 210)],
  tool: null,
  napkin: { x: 470, y: 330, size: 420, turn: 16 },
};

const shared: TableLayout = {
  surface: 'wood',
  main: round(640, 400, 236),
  sides: [round(230, 230, 138), round(1060, 210, 138), round(250, 640, 130), round(1030, 630, 138)],
  glasses: [round(420, 110, 60), round(850, 700, 60)],
  loose: [lying(60, 440, 140), lying(1225, 430, 150)],
  tool: null,
  napkin: null,
};

const plain: TableLayout = {
  surface: 'stone',
  main: round(560, 410, 272),
  sides: [round(1010, 590, 150)],
  glasses: [round(980, 230, 90)],
  loose: [lying(120, 180, 200), lying(90, 640, 210), lying(1220, 110, 160)],
  tool: { x: 800, y: 560, turn: 0 },
  napkin: null,
};

const cross: TableLayout = {
  surface: 'cloth',
  main: round(660, 395, 262),
  sides: [round(1130, 190, 170), round(210, 640, 150)],
  glasses: [round(1090, 560, 80)],
  loose: [lying(190, 150, 230), lying(70, 380, 150), lying(1220, 740, 170)],
  tool: { x: 320, y: 400, turn: -6 },
  napkin: null,
};

/** The ways to lay a table. */
export const TABLE_LAYOUTS: readonly [TableLayout, ...TableLayout[]] = [portrait, pair, close, shared, plain, cross, mirrored(portrait), mirrored(pair), mirrored(plain), mirrored(cross)];
