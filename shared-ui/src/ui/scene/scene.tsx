import { useId } from 'react';
import styled from 'styled-components';
import { tokens } from '../theme';
import { Cloth } from './cloth';
import { foodArtHref } from '../art/food-art';
import type { FoodArtName } from '../art/food-art-name';
import type { PlacedSide, SceneLayout } from './scene-layout';
import { layScene } from './scene-layout';
import type { SceneSpec } from './scene-spec';

const TONES = {
  apricot: [tokens.color.apricotLight, tokens.color.apricotDeep, tokens.color.apricotCloth],
  butter: [tokens.color.butterLight, tokens.color.butterDeep, tokens.color.butterCloth],
  herb: [tokens.color.herbLight, tokens.color.herbDeep, tokens.color.herbCloth],
  plum: [tokens.color.plumLight, tokens.color.plumDeep, tokens.color.plumCloth],
  sky: [tokens.color.skyLight, tokens.color.skyDeep, tokens.color.skyCloth],
  cocoa: [tokens.color.cocoaLight, tokens.color.cocoaDeep, tokens.color.cocoaCloth],
} as const;

interface PlateProps {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
}

// The noon sun stands straight above: the shadow shows as a thin sickle at the lower edge.
const Plate = ({ x, y, radius }: PlateProps) => (
  <>
    <ellipse cx={x} cy={y + radius * 0.09} rx={radius} ry={radius * 0.985} fill={tokens.color.noon} />
    <circle cx={x} cy={y} r={radius} fill={tokens.color.plate} />
    <circle cx={x} cy={y} r={radius - 0.75} fill="none" stroke={tokens.color.plateEdge} strokeWidth="1.5" />
    <circle cx={x} cy={y} r={radius * 0.74} fill={tokens.color.plateRim} opacity=".75" />
  </>
);

interface PiecesProps {
  readonly art: FoodArtName;
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly turn?: number;
  readonly shadow: string;
}

const Piece = ({ art, x, y, size, turn = 0, shadow }: PiecesProps) => (
  <g filter={`url(#${shadow})`}>
    <use href={foodArtHref(art)} x={-size / 2} y={-size / 2} width={size} height={size} transform={`translate(${x} ${y}) rotate(${turn})`} />
  </g>
);

const Side = ({ side, shadow }: { readonly side: PlacedSide; readonly shadow: string }) => (
  <>
    {side.plate > 0 && <Plate x={side.x} y={side.y} radius={side.plate} />}
    <Piece art={side.art} x={side.x} y={side.y} size={side.size} turn={side.turn} shadow={shadow} />
  </>
);

interface SceneProps {
  readonly of: SceneSpec;
  readonly layout: SceneLayout;
}

/** A laid table that fills its box; decoration. */
export const Scene = ({ of, layout }: SceneProps) => {
  const id = useId();
  const { width, height, plate, heroSize, sides } = layScene(of, layout);
  const [light, deep, cloth] = TONES[of.tone];
  return (
    <Canvas viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="xMidYMid slice" aria-hidden="true" focusable="false">
      <defs>
        <linearGradient id={`${id}-light`} x1=".15" y1="0" x2=".85" y2="1">
          <stop offset="0" stopColor={light} />
          <stop offset="1" stopColor={deep} />
        </linearGradient>
        <Cloth id={`${id}-cloth`} pattern={of.pattern} color={cloth} />
        <filter id={`${id}-shadow`} x="-20%" y="-20%" width="140%" height="150%">
          <feDropShadow dx="0" dy={height * 0.028} stdDeviation=".7" floodColor={tokens.color.noon} />
        </filter>
      </defs>
      <rect width={width} height={height} fill={`url(#${id}-light)`} />
      <rect width={width} height={height} fill={`url(#${id}-cloth)`} />
      <Plate {...plate} />
      <Piece art={of.hero} x={plate.x} y={plate.y - plate.radius * 0.02} size={heroSize} shadow={`${id}-shadow`} />
      {sides.map((side) => (
        <Side key={`${side.art}-${side.x}-${side.y}`} side={side} shadow={`${id}-shadow`} />
      ))}
    </Canvas>
  );
};

const Canvas = styled.svg`
  width: 100%;
  height: 100%;
`;
