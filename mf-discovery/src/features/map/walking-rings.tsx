import type { Coordinate } from '@mahlzeit/contract';
import { formatMinutes } from '@mahlzeit/shared-ui/platform';
import { tokens } from '@mahlzeit/shared-ui/ui';
import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import styled from 'styled-components';
import { createDrawing } from './basemap';
import type { PlaceMap } from './map-provider';
import { MapMarker } from './map-markers';

/** S1§9: on foot at 4 km/h. */
const METRES_AN_HOUR = 4_000;
const METRES_A_DEGREE = 111_195;

/** Walking times that the map shows, farthest first, so that nearer ones are drawn over them. */
export const RINGS = [10, 5].map((minutes) => ({ minutes, metres: (minutes * METRES_AN_HOUR) / 60 }));

/** The point so many metres north: a ring's top, where its label stands. */
export const northOf = ({ latitude, longitude }: Coordinate, metres: number): Coordinate => ({ latitude: latitude + metres / METRES_A_DEGREE, longitude });

/** Metres each way that the drawing reaches: the farthest ring, and room for its line. */
const EXTENT = Math.max(...RINGS.map(({ metres }) => metres)) + 10;

const createRingDrawing = (): SVGSVGElement => {
  const drawing = createDrawing();
  drawing.setAttribute('viewBox', `${-EXTENT} ${-EXTENT} ${2 * EXTENT} ${2 * EXTENT}`);
  return drawing;
};

interface WalkingRingsProps {
  readonly map: PlaceMap;
  readonly around: Coordinate;
}

/** How far one gets on foot. */
export const WalkingRings = ({ map, around }: WalkingRingsProps) => {
  const [drawing] = useState(createRingDrawing);
  const { latitude, longitude } = around;
  useEffect(() => map.addDrawing({ latitude, longitude }, EXTENT, drawing), [map, latitude, longitude, drawing]);
  return (
    <>
      {createPortal(RINGS.map(({ minutes, metres }) => <Ring key={minutes} r={metres} />), drawing)}
      {RINGS.map(({ minutes, metres }) => (
        <MapMarker key={minutes} map={map} coordinate={northOf(around, metres)} rank={-2000}>
          <Minutes>{formatMinutes(minutes)}</Minutes>
        </MapMarker>
      ))}
    </>
  );
};

const Ring = styled.circle`
  fill: none;
  stroke: ${tokens.color.mapMe};
  stroke-opacity: 0.75;
  stroke-width: 1.6px;
  stroke-dasharray: 2 6;
  stroke-linecap: round;
  vector-effect: non-scaling-stroke;
`;

const Minutes = styled.span.attrs({ 'aria-hidden': true })`
  position: absolute;
  transform: translate(-50%, -50%);
  font-size: 0.6875rem;
  line-height: 1rem;
  font-weight: 650;
  white-space: nowrap;
  pointer-events: none;
  color: ${tokens.color.info};
  text-shadow: 0 0 3px ${tokens.color.mapLand}, 0 0 3px ${tokens.color.mapLand}, 0 0 2px ${tokens.color.mapLand};
`;
