import { useId } from 'react';
import type { ReactNode } from 'react';
import styled from 'styled-components';
import { foodArtHref } from '../art/art';
import type { FoodArtName } from '../art/food-art-name';
import { tokens } from '../theme/tokens';
import type { ClothPattern, SceneSide, SceneSpec } from './scene-recipes';

/** Frame in which a laid table is drawn. `thumb` has space only for the plate, `pageWide` for two more dishes. */
export type SceneLayout = 'card' | 'thumb' | 'page' | 'pageWide' | 'teaser';

/** Side dish or ingredient, with all measures in units of the frame's view box. */
interface PlacedSide {
  readonly art: SceneSide['art'];
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly rotation: number;
  /** Radius of the small plate below the drawing; 0: the drawing lies directly on the cloth. */
  readonly plateRadius: number;
}

/** Laid table with all measures in units of the SVG view box. */
interface PlacedScene {
  readonly width: number;
  readonly height: number;
  readonly plate: { readonly x: number; readonly y: number; readonly radius: number };
  readonly heroSize: number;
  readonly sides: readonly PlacedSide[];
}

interface SceneFrame {
  readonly width: number;
  readonly height: number;
  readonly radius: number;
  readonly heroSize: number;
  /** Horizontal centre of the plate as a fraction of the width. If absent, the value of the drawing itself is used. */
  readonly plateX?: number;
  readonly plateY: number;
}

const FRAME_BY_LAYOUT: Readonly<Record<SceneLayout, SceneFrame>> = {
  card: { width: 358, height: 156, radius: 72, heroSize: 90, plateY: 0.52 },
  // The frames of the restaurant's page are wider than any sheet: the box cuts off both ends, and the plates keep their
  // size.
  page: { width: 720, height: 104, radius: 43, heroSize: 58, plateX: 0.56, plateY: 0.54 },
  pageWide: { width: 1040, height: 132, radius: 54, heroSize: 72, plateX: 0.5, plateY: 0.54 },
  thumb: { width: 96, height: 96, radius: 41, heroSize: 56, plateX: 0.5, plateY: 0.5 },
  teaser: { width: 358, height: 112, radius: 52, heroSize: 74, plateX: 0.83, plateY: 0.6 },
};

const WIDE_SIDE_POSITIONS = [
  { x: 0.2, y: 0.84, size: 0.34, rotation: 14 },
  { x: 0.245, y: 0.3, size: 0.32, rotation: -20 },
  { x: 0.79, y: 0.8, size: 0.38, rotation: -18 },
  { x: 0.845, y: 0.32, size: 0.3, rotation: 10 },
] as const;

// Positions of side dishes on the restaurant's page. Phones show only the middle half of the frame, where buttons and
// the logo cover the upper corners and the lower left one, so nothing is drawn in those corners.
const PAGE_SIDE_POSITIONS = [
  { x: 0.43, y: 0.86, size: 0.42, rotation: -10 },
  { x: 0.68, y: 0.86, size: 0.38, rotation: 12 },
  { x: 0.86, y: 0.4, size: 0.4, rotation: -16 },
  { x: 0.16, y: 0.5, size: 0.4, rotation: 14 },
] as const;

const TEASER_SIDE_POSITIONS = [
  { x: 0.66, y: 1, size: 0.42, rotation: -30 },
  { x: 0.98, y: 0.12, size: 0.42, rotation: 10 },
] as const;

const placeSide = (frame: SceneFrame, side: SceneSide, plateRadius = 0): PlacedSide => ({
  art: side.art,
  x: side.x * frame.width,
  y: side.y * frame.height,
  size: side.size * frame.height,
  rotation: side.rotation ?? 0,
  plateRadius,
});

const sidesAtPositions = (positions: readonly Omit<SceneSide, 'art'>[], scene: SceneSpec): SceneSide[] =>
  positions.map((position, index) => ({
    ...position,
    art: scene.sides[index % scene.sides.length]?.art ?? scene.hero,
  }));

const placedSidesOf = (layout: SceneLayout, scene: SceneSpec, frame: SceneFrame): PlacedSide[] => {
  if (layout === 'thumb') return [];
  if (layout === 'card') return scene.sides.map((side) => placeSide(frame, side));
  if (layout === 'page') return sidesAtPositions(PAGE_SIDE_POSITIONS, scene).map((side) => placeSide(frame, side));
  if (layout === 'teaser') return sidesAtPositions(TEASER_SIDE_POSITIONS, scene).map((side) => placeSide(frame, side));
  const [leftArt, rightArt] = scene.extras;
  return [
    placeSide(frame, { art: leftArt, x: 0.365, y: 0.56, size: 0.42, rotation: -8 }, frame.height * 0.3),
    placeSide(frame, { art: rightArt, x: 0.635, y: 0.56, size: 0.42 }, frame.height * 0.3),
    ...sidesAtPositions(WIDE_SIDE_POSITIONS, scene).map((side) => placeSide(frame, side)),
  ];
};

/** Returns the drawing of a laid table with all measures in units of a frame. */
export const placeScene = (scene: SceneSpec, layout: SceneLayout): PlacedScene => {
  const frame = FRAME_BY_LAYOUT[layout];
  return {
    width: frame.width,
    height: frame.height,
    plate: { x: (frame.plateX ?? scene.plateX) * frame.width, y: frame.plateY * frame.height, radius: frame.radius },
    heroSize: frame.heroSize,
    sides: placedSidesOf(layout, scene, frame),
  };
};

const clothPatterns: Readonly<Record<ClothPattern, (color: string) => ReactNode>> = {
  gingham: (color) => (
    <>
      <rect width="12" height="24" fill={color} opacity=".16" />
      <rect width="24" height="12" fill={color} opacity=".16" />
    </>
  ),
  linen: (color) => (
    <>
      <path d="M0 4h24M0 16h24" stroke={color} strokeWidth="1.2" opacity=".2" />
      <path d="M4 0v24M16 0v24" stroke={color} strokeWidth=".6" opacity=".16" />
    </>
  ),
  stripe: (color) => <rect width="8" height="24" fill={color} opacity=".15" />,
  mat: (color) => (
    <>
      <path d="M0 3h24M0 9h24M0 15h24M0 21h24" stroke={color} strokeWidth="1.6" opacity=".17" />
      <path d="M12 0v24" stroke={color} strokeWidth="1" opacity=".22" />
    </>
  ),
  tile: (color) => (
    <>
      <path d="M12 1 23 12 12 23 1 12Z" fill="none" stroke={color} strokeWidth="1.1" opacity=".26" />
      <circle cx="12" cy="12" r="2.2" fill={color} opacity=".22" />
    </>
  ),
  dots: (color) => (
    <>
      <circle cx="6" cy="6" r="1.7" fill={color} opacity=".26" />
      <circle cx="18" cy="18" r="1.7" fill={color} opacity=".26" />
    </>
  ),
};

interface ClothProps {
  readonly id: string;
  readonly pattern: ClothPattern;
  readonly color: string;
}

/** Pattern of a table cloth as an SVG pattern. */
const TableCloth = ({ id, pattern, color }: ClothProps) => (
  <pattern
    id={id}
    width="24"
    height="24"
    patternUnits="userSpaceOnUse"
    patternTransform={`rotate(${pattern === 'mat' ? 0 : -18}) scale(1.15)`}
  >
    {clothPatterns[pattern](color)}
  </pattern>
);

interface PlateProps {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
}

// Drawn plate. The light comes from above, as at noon, so the shadow is only a thin crescent at the lower edge.
const Plate = ({ x, y, radius }: PlateProps) => (
  <>
    <ellipse cx={x} cy={y + radius * 0.09} rx={radius} ry={radius * 0.985} fill={tokens.color.noon} />
    <circle cx={x} cy={y} r={radius} fill={tokens.color.plate} />
    <circle cx={x} cy={y} r={radius - 0.75} fill="none" stroke={tokens.color.plateEdge} strokeWidth="1.5" />
    <circle cx={x} cy={y} r={radius * 0.74} fill={tokens.color.plateRim} opacity=".75" />
  </>
);

interface DishDrawingProps {
  readonly art: FoodArtName;
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly rotation?: number;
  readonly shadow: string;
}

const DishDrawing = ({ art, x, y, size, rotation = 0, shadow }: DishDrawingProps) => (
  <g filter={`url(#${shadow})`}>
    <use
      href={foodArtHref(art)}
      x={-size / 2}
      y={-size / 2}
      width={size}
      height={size}
      transform={`translate(${x} ${y}) rotate(${rotation})`}
    />
  </g>
);

const SideDrawing = ({ side, shadow }: { readonly side: PlacedSide; readonly shadow: string }) => (
  <>
    {side.plateRadius > 0 && <Plate x={side.x} y={side.y} radius={side.plateRadius} />}
    <DishDrawing art={side.art} x={side.x} y={side.y} size={side.size} rotation={side.rotation} shadow={shadow} />
  </>
);

const COLORS_BY_TONE = {
  apricot: [tokens.color.apricotLight, tokens.color.apricotDeep, tokens.color.apricotCloth],
  butter: [tokens.color.butterLight, tokens.color.butterDeep, tokens.color.butterCloth],
  herb: [tokens.color.herbLight, tokens.color.herbDeep, tokens.color.herbCloth],
  plum: [tokens.color.plumLight, tokens.color.plumDeep, tokens.color.plumCloth],
  sky: [tokens.color.skyLight, tokens.color.skyDeep, tokens.color.skyCloth],
  cocoa: [tokens.color.cocoaLight, tokens.color.cocoaDeep, tokens.color.cocoaCloth],
} as const;

interface SceneProps {
  readonly sceneSpec: SceneSpec;
  readonly layout: SceneLayout;
}

/** Drawing of a laid table that fills its parent. It is decorative, so it is hidden from assistive technology. */
export const Scene = ({ sceneSpec, layout }: SceneProps) => {
  const id = useId();
  const { width, height, plate, heroSize, sides } = placeScene(sceneSpec, layout);
  const [lightColor, deepColor, clothColor] = COLORS_BY_TONE[sceneSpec.tone];
  return (
    <SceneSvg
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      focusable="false"
    >
      <defs>
        <linearGradient id={`${id}-light`} x1=".15" y1="0" x2=".85" y2="1">
          <stop offset="0" stopColor={lightColor} />
          <stop offset="1" stopColor={deepColor} />
        </linearGradient>
        <TableCloth id={`${id}-cloth`} pattern={sceneSpec.pattern} color={clothColor} />
        <filter id={`${id}-shadow`} x="-20%" y="-20%" width="140%" height="150%">
          <feDropShadow dx="0" dy={height * 0.028} stdDeviation=".7" floodColor={tokens.color.noon} />
        </filter>
      </defs>
      <rect width={width} height={height} fill={`url(#${id}-light)`} />
      <rect width={width} height={height} fill={`url(#${id}-cloth)`} />
      <Plate {...plate} />
      <DishDrawing
        art={sceneSpec.hero}
        x={plate.x}
        y={plate.y - plate.radius * 0.02}
        size={heroSize}
        shadow={`${id}-shadow`}
      />
      {sides.map((side) => (
        <SideDrawing key={`${side.art}-${side.x}-${side.y}`} side={side} shadow={`${id}-shadow`} />
      ))}
    </SceneSvg>
  );
};

const SceneSvg = styled.svg`
  width: 100%;
  height: 100%;
`;
