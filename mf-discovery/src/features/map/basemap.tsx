import {
  blocksWithin,
  CANALS,
  DRAWING_ORIGIN,
  LABELS,
  LAKE_PATHS,
  PARK_PATHS,
  RAIL_PATHS,
  ROADS,
  STREET_PATHS,
} from '@mahlzeit/basemap';
import type { BasemapLabel } from '@mahlzeit/basemap';
import { media, tokens } from '@mahlzeit/shared-ui/ui';
import { memo, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import styled, { css } from 'styled-components';
import { doesBoxFitArea, labelBoxAround, placeStreetNames } from './street-names';
import type { LabelArea } from './street-names';
import type { MountedMap } from './use-camera';

/**
 * Box around the map. It contains the part of Leaflet's style sheet that this map needs, and the background in the
 * product's colours.
 */
export const MapBox = styled.div`
  position: absolute;
  inset: 0;
  overflow: hidden;
  background: ${tokens.color.mapLand};
  user-select: none;
  -webkit-tap-highlight-color: transparent;
  &.leaflet-touch-drag.leaflet-touch-zoom {
    touch-action: none;
  }
  &.leaflet-grab {
    cursor: grab;
  }
  &.leaflet-dragging,
  &.leaflet-dragging .leaflet-grab {
    cursor: grabbing;
  }
  &:focus-visible {
    outline: 3px solid ${tokens.color.plumText};
    outline-offset: -3px;
  }

  .leaflet-pane,
  .leaflet-tile,
  .leaflet-tile-container,
  .leaflet-layer,
  .leaflet-image-layer,
  .leaflet-zoom-box,
  .map-anchor {
    position: absolute;
    left: 0;
    top: 0;
  }
  .leaflet-tile-pane {
    z-index: 200;
    pointer-events: none;
  }
  .leaflet-overlay-pane {
    z-index: 400;
    pointer-events: none;
  }
  .leaflet-marker-pane {
    z-index: 600;
  }
  .leaflet-overlay-pane svg,
  .leaflet-tile-pane svg {
    max-width: none;
    overflow: visible;
  }
  .leaflet-tile-pane svg {
    position: absolute;
    left: 0;
    top: 0;
    z-index: 2;
  }
  .leaflet-zoom-box {
    width: 0;
    height: 0;
    z-index: 800;
    border: 2px dotted ${tokens.color.ink3};
    background: ${tokens.color.surface};
    opacity: 0.5;
  }
  .leaflet-zoom-animated {
    transform-origin: 0 0;
  }
  .leaflet-zoom-anim .leaflet-zoom-animated {
    will-change: transform;
    transition: transform ${tokens.duration.camera} ${tokens.curve.in};
    ${media.reducedMotion} {
      transition: none;
    }
  }
  .leaflet-pan-anim .leaflet-tile {
    transition: none;
  }

  /* A cloth, so that nobody takes it for streets. */
  .leaflet-tile {
    background:
      linear-gradient(90deg, ${tokens.color.mapBlock} 50%, transparent 50%) 0 0 / 64px 64px,
      linear-gradient(${tokens.color.mapBlock} 50%, transparent 50%) 0 0 / 64px 64px;
    opacity: 0.5;
  }
  /* Where streets are drawn, the land needs no cloth, and tiles are pictures. */
  img.leaflet-tile {
    opacity: 1;
    background: none;
    max-width: none;
    user-select: none;
  }
  .leaflet-tile-pane:has(svg) .leaflet-tile {
    background: none;
  }
`;

/** Creates an SVG for a decorative drawing on the map. */
export const createSvgDrawing = (): SVGSVGElement => {
  const svgElement = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  svgElement.setAttribute('aria-hidden', 'true');
  // React listens to focus events inside of its root. Chromium would therefore put the SVG into the tab order.
  svgElement.setAttribute('tabindex', '-1');
  return svgElement;
};

/** Minimum zoom at which roads are wide enough for their names. */
const ROAD_NAMES_MIN_ZOOM = 15;
/** Minimum zoom for blocks of houses. At lower zooms the blocks would be too small. */
const BLOCKS_MIN_ZOOM = 15;

/**
 * Drawn shapes of the map, such as waters and streets. They are memoized, because they don't change when the map moves.
 */
const MapShapes = memo(({ hasBlocks }: { readonly hasBlocks: boolean }) => (
  <>
    {PARK_PATHS.map((parkPath) => (
      <ParkPath key={parkPath} d={parkPath} />
    ))}
    {LAKE_PATHS.map((lakePath) => (
      <LakePath key={lakePath} d={lakePath} />
    ))}
    {CANALS.map(({ path, width }) => (
      <CanalCasingPath key={path} d={path} strokeWidth={width + 8} />
    ))}
    {CANALS.map(({ path, width }) => (
      <CanalPath key={path} d={path} strokeWidth={width} />
    ))}
    {/* At zooms with blocks, streets end in the lanes between the blocks. An outline would close these ends. */}
    {!hasBlocks && STREET_PATHS.map((streetPath) => <StreetCasingPath key={streetPath} d={streetPath} />)}
    {STREET_PATHS.map((streetPath) => (
      <StreetPath key={streetPath} d={streetPath} />
    ))}
    {RAIL_PATHS.map((railPath) => (
      <RailPath key={railPath} d={railPath} />
    ))}
    {ROADS.map(({ path, width }) => (
      <RoadCasingPath key={path} d={path} strokeWidth={width * 1.6 + 6} />
    ))}
    {ROADS.map(({ path, width }) => (
      <RoadPath key={path} d={path} strokeWidth={width * 1.6} />
    ))}
  </>
));
MapShapes.displayName = 'Shapes';

/** Blocks of houses around their yards. The lanes between the blocks stay free. */
const CityBlocks = ({ room: labelArea }: { readonly room: LabelArea }) => {
  // Blocks are drawn for an area three times as wide and high as the visible part, so that a short move shows finished
  // drawings.
  const { left, right, top, bottom } = labelArea.visible;
  const [visibleWidth, visibleHeight] = [right - left, bottom - top];
  return blocksWithin({
    west: left - visibleWidth,
    east: right + visibleWidth,
    north: top - visibleHeight,
    south: bottom + visibleHeight,
  }).map(({ lanes, blocks, yards }) => (
    <g key={lanes.slice(0, 40)}>
      <LanePath d={lanes} />
      <BlockPath d={blocks} />
      <YardPath d={yards} />
    </g>
  ));
};

/**
 * Names on the drawn map: of streets along their lines, and of waters, parks and quarters at their points. Each name is
 * drawn whole or not at all.
 */
const MapNames = ({ room: labelArea, zoom }: { readonly room: LabelArea; readonly zoom: number }) => {
  const visibleLabels = LABELS.filter(
    ({ name, position, fromZoom }) =>
      zoom >= fromZoom && doesBoxFitArea(labelBoxAround(name, position, labelArea.metresPerPx), labelArea),
  );
  const occupiedBoxes = [
    ...labelArea.occupied,
    ...visibleLabels.map(({ name, position }) => labelBoxAround(name, position, labelArea.metresPerPx)),
  ];
  const streetNames = zoom < ROAD_NAMES_MIN_ZOOM ? [] : placeStreetNames({ ...labelArea, occupied: occupiedBoxes });
  return (
    <>
      {streetNames.map(({ name, path, isMain }, nameIndex) => (
        <g key={name}>
          <path id={`street-${nameIndex}`} d={path} fill="none" />
          <StreetNameText dy="0.35em" $isMain={isMain}>
            <textPath href={`#street-${nameIndex}`} startOffset="50%">
              {name}
            </textPath>
          </StreetNameText>
        </g>
      ))}
      {visibleLabels.map(({ kind, name, position: [x, y] }: BasemapLabel) => (
        <BasemapNameText key={`${name}${x}`} x={x} y={y} $kind={kind}>
          {name}
        </BasemapNameText>
      ))}
    </>
  );
};

interface HamburgBasemapProps extends MountedMap {
  /** Free space for names; null until the map has a view. */
  readonly labelArea: LabelArea | null;
}

/** Drawn map of central Hamburg: waters, parks, blocks, streets and their names. */
export const HamburgBasemap = ({ map, view: { zoom }, labelArea }: HamburgBasemapProps) => {
  const hasBlocks = zoom >= BLOCKS_MIN_ZOOM;
  const [basemapDrawing] = useState(createSvgDrawing);
  useEffect(() => map.addBasemap?.(DRAWING_ORIGIN, basemapDrawing), [map, basemapDrawing]);
  return createPortal(
    <>
      {labelArea !== null && hasBlocks && <CityBlocks room={labelArea} />}
      <MapShapes hasBlocks={hasBlocks} />
      {labelArea !== null && <MapNames room={labelArea} zoom={zoom} />}
    </>,
    basemapDrawing,
  );
};

const LanePath = styled.path`
  fill: ${tokens.color.mapStreet};
`;

const BlockPath = styled.path`
  fill: ${tokens.color.mapLand};
`;

const YardPath = styled.path`
  fill: ${tokens.color.mapBlock};
`;

const ParkPath = styled.path`
  fill: ${tokens.color.mapPark};
`;

const LakePath = styled.path`
  fill: ${tokens.color.mapWater};
`;

const strokeStyle = css`
  fill: none;
  stroke-linecap: round;
  stroke-linejoin: round;
`;

const CanalCasingPath = styled.path`
  ${strokeStyle}
  stroke: ${tokens.color.mapStreet};
`;

const CanalPath = styled.path`
  ${strokeStyle}
  stroke: ${tokens.color.mapWater};
`;

const StreetCasingPath = styled.path`
  ${strokeStyle}
  stroke: ${tokens.color.mapCasing};
  stroke-width: 16px;
`;

const StreetPath = styled.path`
  ${strokeStyle}
  stroke: ${tokens.color.mapStreet};
  stroke-width: 13px;
`;

const RailPath = styled.path`
  ${strokeStyle}
  stroke: ${tokens.color.mapRail};
  stroke-width: calc(var(--metre-px) * 2.5px);
  stroke-dasharray: calc(var(--metre-px) * 8px) calc(var(--metre-px) * 4px);
  stroke-linecap: butt;
`;

const RoadCasingPath = styled.path`
  ${strokeStyle}
  stroke: ${tokens.color.mapMainCasing};
`;

const RoadPath = styled.path`
  ${strokeStyle}
  stroke: ${tokens.color.mapMain};
`;

const labelStyle = css`
  font-family: ${tokens.font.body};
  text-anchor: middle;
  paint-order: stroke;
  stroke-linejoin: round;
`;

const StreetNameText = styled.text<{ readonly $isMain: boolean }>`
  ${labelStyle}
  font-size: calc(var(--metre-px) * ${({ $isMain }) => ($isMain ? 11.5 : 10.5)}px);
  font-weight: 550;
  fill: ${tokens.color.mapLabel};
  stroke: ${({ $isMain }) => ($isMain ? tokens.color.mapMain : tokens.color.mapStreet)};
  stroke-width: calc(var(--metre-px) * 3px);
`;

const nameStyleByKind = {
  water: css`
    font-style: italic;
    fill: ${tokens.color.mapWaterLabel};
    stroke: ${tokens.color.mapWater};
  `,
  quarter: css`
    letter-spacing: 0.03em;
    fill: ${tokens.color.mapLabel};
    stroke: ${tokens.color.mapLand};
  `,
  park: css`
    fill: ${tokens.color.mapParkLabel};
    stroke: ${tokens.color.mapPark};
  `,
} as const;

const BasemapNameText = styled.text<{ readonly $kind: keyof typeof nameStyleByKind }>`
  ${labelStyle}
  font-size: calc(var(--metre-px) * 12px);
  font-weight: 600;
  stroke-width: calc(var(--metre-px) * 3px);
  ${({ $kind }) => nameStyleByKind[$kind]}
`;
