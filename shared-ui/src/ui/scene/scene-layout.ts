import type { SceneSide, SceneSpec } from './scene-spec';

/** Where a table is shown. `pageWide` has room for two more dishes. */
export type SceneLayout = 'card' | 'page' | 'pageWide' | 'teaser';

/** A side dish or ingredient placed in the frame's own units. */
export interface PlacedSide {
  readonly art: SceneSide['art'];
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly turn: number;
  /** Radius of the small plate under it; 0 lies on the cloth. */
  readonly plate: number;
}

/** A table drawn out: everything in units of the view box. */
export interface PlacedScene {
  readonly width: number;
  readonly height: number;
  readonly plate: { readonly x: number; readonly y: number; readonly radius: number };
  readonly heroSize: number;
  readonly sides: readonly PlacedSide[];
}

interface Frame {
  readonly width: number;
  readonly height: number;
  readonly radius: number;
  readonly heroSize: number;
  /** Fixed centre of the plate; without it the table's own counts. */
  readonly plateX?: number;
  readonly plateY: number;
}

const FRAMES: Readonly<Record<SceneLayout, Frame>> = {
  card: { width: 358, height: 156, radius: 72, heroSize: 90, plateY: 0.52 },
  page: { width: 390, height: 200, radius: 92, heroSize: 116, plateY: 0.5 },
  pageWide: { width: 1040, height: 200, radius: 98, heroSize: 126, plateX: 0.5, plateY: 0.5 },
  teaser: { width: 358, height: 112, radius: 52, heroSize: 74, plateX: 0.83, plateY: 0.6 },
};

const WIDE_PLACES = [
  { x: 0.06, y: 0.3, size: 0.56, turn: -14 },
  { x: 0.955, y: 0.86, size: 0.62, turn: 20 },
  { x: 0.36, y: 0.2, size: 0.38, turn: -20 },
  { x: 0.85, y: 0.8, size: 0.4, turn: 8 },
] as const;

// On the page the close button, heart and logo tile cover the upper corners and the lower left one.
const PAGE_PLACES = [
  { x: 0.07, y: 0.52, size: 0.46, turn: -14 },
  { x: 0.97, y: 0.92, size: 0.5, turn: 20 },
  { x: 0.9, y: 0.52, size: 0.3, turn: 8 },
] as const;

const TEASER_PLACES = [
  { x: 0.66, y: 1, size: 0.42, turn: -30 },
  { x: 0.98, y: 0.12, size: 0.42, turn: 10 },
] as const;

const place = (frame: Frame, side: SceneSide, plate = 0): PlacedSide => ({
  art: side.art,
  x: side.x * frame.width,
  y: side.y * frame.height,
  size: side.size * frame.height,
  turn: side.turn ?? 0,
  plate,
});

const onto = (places: readonly Omit<SceneSide, 'art'>[], scene: SceneSpec): SceneSide[] =>
  places.map((spot, index) => ({ ...spot, art: scene.sides[index % scene.sides.length]?.art ?? scene.hero }));

const sidesIn = (layout: SceneLayout, scene: SceneSpec, frame: Frame): PlacedSide[] => {
  if (layout === 'card') return scene.sides.map((side) => place(frame, side));
  if (layout === 'page') return onto(PAGE_PLACES, scene).map((side) => place(frame, side));
  if (layout === 'teaser') return onto(TEASER_PLACES, scene).map((side) => place(frame, side));
  const [left, right] = scene.extras;
  return [
    place(frame, { art: left, x: 0.235, y: 0.78, size: 0.58 }, frame.height * 0.44),
    place(frame, { art: right, x: 0.74, y: 0.2, size: 0.46 }, frame.height * 0.36),
    ...onto(WIDE_PLACES, scene).map((side) => place(frame, side)),
  ];
};

/** Lays the table out for one frame. */
export const layScene = (scene: SceneSpec, layout: SceneLayout): PlacedScene => {
  const frame = FRAMES[layout];
  return {
    width: frame.width,
    height: frame.height,
    plate: { x: (frame.plateX ?? scene.plateX) * frame.width, y: frame.plateY * frame.height, radius: frame.radius },
    heroSize: frame.heroSize,
    sides: sidesIn(layout, scene, frame),
  };
};
