import { mercator } from '@mahlzeit/basemap';
import type { Coordinate } from '@mahlzeit/contract';
import { formatMinutes } from '@mahlzeit/shared-ui/platform';
import { tokens } from '@mahlzeit/shared-ui/ui';
import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import styled from 'styled-components';
import { createDrawing } from './basemap';
import type { PlaceMap } from './map-provider';
import { MapMarker } from './map-markers';
import type { MapView } from './map-rules';
import type { Box } from './marker-boxes';
import { hasRoom, labelBox } from './street-names';

/** S1§9: on foot at 4 km/h. */
const METRES_AN_HOUR = 4_000;
const METRES_A_DEGREE = 111_195;

/** Walking times that the map shows, farthest first, so that nearer ones are drawn over them. */
export const RINGS = [10, 5].map((minutes) => ({ minutes, metres: (minutes * METRES_AN_HOUR) / 60 }));

/** The point so many metres away, in a direction: degrees clockwise from the north. */
export const pointOnRing = ({ latitude, longitude }: Coordinate, metres: number, bearing: number): Coordinate => {
  const [angle, degrees] = [(bearing * Math.PI) / 180, metres / METRES_A_DEGREE];
  return {
    latitude: latitude + degrees * Math.cos(angle),
    longitude: longitude + (degrees * Math.sin(angle)) / Math.cos((latitude * Math.PI) / 180),
  };
};

/** Where a ring's label may stand: at its top, else as near to that as there is room. */
const BEARINGS = [0, 15, -15, 30, -30, 45, -45, 60, -60, 75, -75, 90, -90, 120, -120, 150, -150, 180];

/** How much room the point takes from which one walks, px each way. */
const OWN_ROOM = 20;

/** A ring's label, where nothing lies over it. */
export interface RingLabel {
  readonly minutes: number;
  readonly coordinate: Coordinate;
  /** The room that it takes, px of the world's picture. */
  readonly box: Box;
}

/**
 * What a view shows and what lies on it; markers in pixels of the world's picture at its zoom, covered parts in pixels
 * of the box.
 */
interface LabelRoom {
  readonly view: MapView;
  readonly markers: readonly Box[];
  readonly covered: readonly Box[];
}

/** Labels of the rings beside what lies on the map; one for which there is no room isn't written. */
export const labelRings = (
  around: Coordinate,
  { view: { center, zoom, width, height }, markers, covered }: LabelRoom,
): readonly RingLabel[] => {
  const level = Math.floor(zoom);
  const [middle, own] = [mercator(center, level), mercator(around, level)];
  const [left, top] = [middle.x - width / 2, middle.y - height / 2];
  const inPicture = (box: Box): Box => ({
    left: box.left + left,
    right: box.right + left,
    top: box.top + top,
    bottom: box.bottom + top,
  });
  const visible = inPicture({ left: 0, right: width, top: 0, bottom: height });
  const taken = [
    ...markers,
    ...covered.map(inPicture),
    { left: own.x - OWN_ROOM, right: own.x + OWN_ROOM, top: own.y - OWN_ROOM, bottom: own.y + OWN_ROOM },
  ];
  return RINGS.reduce<readonly RingLabel[]>((labels, { minutes, metres }) => {
    const places = BEARINGS.map((bearing) => {
      const coordinate = pointOnRing(around, metres, bearing);
      const { x, y } = mercator(coordinate, level);
      return { minutes, coordinate, box: labelBox(formatMinutes(minutes), [x, y], 1) };
    });
    const free = places.find(({ box }) =>
      hasRoom(box, { visible, taken: [...taken, ...labels.map((other) => other.box)] }),
    );
    return free === undefined ? labels : [...labels, free];
  }, []);
};

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
  readonly labels: readonly RingLabel[];
}

/** How far one gets on foot. */
export const WalkingRings = ({ map, around, labels }: WalkingRingsProps) => {
  const [drawing] = useState(createRingDrawing);
  const { latitude, longitude } = around;
  useEffect(() => map.addDrawing({ latitude, longitude }, EXTENT, drawing), [map, latitude, longitude, drawing]);
  return (
    <>
      {createPortal(
        RINGS.map(({ minutes, metres }) => <Ring key={minutes} r={metres} />),
        drawing,
      )}
      {labels.map(({ minutes, coordinate }) => (
        <MapMarker key={minutes} map={map} coordinate={coordinate} rank={-2000}>
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
  text-shadow:
    0 0 3px ${tokens.color.mapLand},
    0 0 3px ${tokens.color.mapLand},
    0 0 2px ${tokens.color.mapLand};
`;
