import { CANALS, HAMBURG, LAKES, LABELS, PARKS, RAILS, ROADS, STREETS } from '@mahlzeit/basemap';
import { tokens } from '@mahlzeit/shared-ui/ui';
import { memo, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import styled, { css } from 'styled-components';
import { createDrawing } from './create-drawing';
import type { PlaceMap } from './create-map';

/** From here on a road is wide enough for its name. */
const ROAD_NAMES_FROM = 15;

const roadId = (index: number): string => `hamburg-road-${index}`;

/** Always the same, however often the map comes to rest. */
const Shapes = memo(() => (
  <>
    {PARKS.map((path) => <Park key={path} d={path} />)}
    {LAKES.map((path) => <Lake key={path} d={path} />)}
    {CANALS.map(({ path, width }) => <Canal key={path} d={path} strokeWidth={width} />)}
    {STREETS.map((path) => <StreetCasing key={path} d={path} />)}
    {STREETS.map((path) => <Street key={path} d={path} />)}
    {RAILS.map((path) => <Rail key={path} d={path} />)}
    {ROADS.map(({ path, width }) => <Casing key={path} d={path} strokeWidth={width * 1.6 + 6} />)}
    {ROADS.map(({ path, width }, index) => <Road key={path} id={roadId(index)} d={path} strokeWidth={width * 1.6} />)}
  </>
));
Shapes.displayName = 'Shapes';

interface HamburgBasemapProps {
  readonly map: PlaceMap;
  readonly zoom: number;
}

/** The middle of Hamburg as everybody knows it: waters, parks, main roads and their names, drawn by ourselves. */
export const HamburgBasemap = ({ map, zoom }: HamburgBasemapProps) => {
  const [drawing] = useState(createDrawing);
  useEffect(() => map.addBasemap(HAMBURG, drawing), [map, drawing]);
  return createPortal(
    <>
      <Shapes />
      {zoom >= ROAD_NAMES_FROM && ROADS.map(({ path, name }, index) => name !== undefined && (
        <RoadName key={path} dy="0.35em">
          <textPath href={`#${roadId(index)}`} startOffset="50%">{name}</textPath>
        </RoadName>
      ))}
      {LABELS.filter(({ fromZoom }) => zoom >= fromZoom).map(({ kind, name, at: [x, y] }) => (
        <BasemapName key={`${name}${x}`} x={x} y={y} $kind={kind}>{name}</BasemapName>
      ))}
    </>,
    drawing,
  );
};

const Park = styled.path`
  fill: ${tokens.color.mapPark};
`;

const Lake = styled.path`
  fill: ${tokens.color.mapWater};
`;

const stroke = css`
  fill: none;
  stroke-linecap: round;
  stroke-linejoin: round;
`;

const Canal = styled.path`
  ${stroke}
  stroke: ${tokens.color.mapWater};
`;

const StreetCasing = styled.path`
  ${stroke}
  stroke: ${tokens.color.mapCasing};
  stroke-width: 16px;
`;

const Street = styled.path`
  ${stroke}
  stroke: ${tokens.color.mapStreet};
  stroke-width: 13px;
`;

const Rail = styled.path`
  ${stroke}
  stroke: ${tokens.color.mapRail};
  stroke-width: calc(var(--metre-px) * 2.5px);
  stroke-dasharray: calc(var(--metre-px) * 8px) calc(var(--metre-px) * 4px);
  stroke-linecap: butt;
`;

const Casing = styled.path`
  ${stroke}
  stroke: ${tokens.color.mapMainCasing};
`;

const Road = styled.path`
  ${stroke}
  stroke: ${tokens.color.mapMain};
`;

const labelStyle = css`
  font-family: ${tokens.font.body};
  text-anchor: middle;
  paint-order: stroke;
  stroke-linejoin: round;
`;

const RoadName = styled.text`
  ${labelStyle}
  font-size: calc(var(--metre-px) * 11.5px);
  font-weight: 550;
  fill: ${tokens.color.mapLabel};
  stroke: ${tokens.color.mapMain};
  stroke-width: calc(var(--metre-px) * 3px);
`;

const variants = {
  water: css`font-style: italic; fill: ${tokens.color.mapWaterLabel}; stroke: ${tokens.color.mapWater};`,
  quarter: css`letter-spacing: 0.03em; fill: ${tokens.color.mapLabel}; stroke: ${tokens.color.mapLand};`,
  park: css`fill: ${tokens.color.mapParkLabel}; stroke: ${tokens.color.mapPark};`,
} as const;

const BasemapName = styled.text<{ readonly $kind: keyof typeof variants }>`
  ${labelStyle}
  font-size: calc(var(--metre-px) * 12px);
  font-weight: 600;
  stroke-width: calc(var(--metre-px) * 3px);
  ${({ $kind }) => variants[$kind]}
`;
