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
import { METRES_A_DEGREE } from './map-rules';
import type { MapView } from './map-rules';
import type { Box } from './marker-boxes';
import { fitsInto, labelBox } from './street-names';

/** Walking speed in metres per hour: 4 km/h (S1§9). */
const METRES_AN_HOUR = 4_000;
/** Rings for walking times in minutes. The farthest comes first, so that nearer rings are drawn above it. */
export const RINGS = [10, 5].map((minutes) => ({ minutes, metres: (minutes * METRES_AN_HOUR) / 60 }));

/** Returns the point at a distance and a bearing, in degrees clockwise from north. */
export const pointOnRing = ({ latitude, longitude }: Coordinate, metres: number, bearing: number): Coordinate => {
  const [angle, degrees] = [(bearing * Math.PI) / 180, metres / METRES_A_DEGREE];
  return {
    latitude: latitude + degrees * Math.cos(angle),
    longitude: longitude + (degrees * Math.sin(angle)) / Math.cos((latitude * Math.PI) / 180),
  };
};

/** Bearings in degrees at which a ring's label may be, in order of preference. Positions near the top come first. */
const BEARINGS = [0, 15, -15, 30, -30, 45, -45, 60, -60, 75, -75, 90, -90, 120, -120, 150, -150, 180];

/** Px around the center of the rings that labels must keep free. */
const OWN_ROOM = 20;

/** Label of a ring, at a position where it covers nothing. */
export interface RingLabel {
  readonly minutes: number;
  readonly coordinate: Coordinate;
  /** Box of the label, in px of the projected world. */
  readonly box: Box;
}

/**
 * View with the boxes of its markers (px of the projected world at the view's zoom) and the covered boxes (px of the
 * map's box).
 */
interface LabelContext {
  readonly view: MapView;
  readonly markers: readonly Box[];
  readonly covered: readonly Box[];
}

/**
 * Returns the labels of the rings at positions where they cover no other element. A label without space is left out.
 */
export const labelRings = (
  ringCenter: Coordinate,
  { view: { center, zoom, width, height }, markers, covered }: LabelContext,
): readonly RingLabel[] => {
  const level = Math.floor(zoom);
  const [middlePixel, centerPoint] = [mercator(center, level), mercator(ringCenter, level)];
  const [left, top] = [middlePixel.x - width / 2, middlePixel.y - height / 2];
  const inPicture = (box: Box): Box => ({
    left: box.left + left,
    right: box.right + left,
    top: box.top + top,
    bottom: box.bottom + top,
  });
  const visibleBox = inPicture({ left: 0, right: width, top: 0, bottom: height });
  const occupiedBoxes = [
    ...markers,
    ...covered.map(inPicture),
    {
      left: centerPoint.x - OWN_ROOM,
      right: centerPoint.x + OWN_ROOM,
      top: centerPoint.y - OWN_ROOM,
      bottom: centerPoint.y + OWN_ROOM,
    },
  ];
  return RINGS.reduce<readonly RingLabel[]>((labels, { minutes, metres }) => {
    const places = BEARINGS.map((bearing) => {
      const coordinate = pointOnRing(ringCenter, metres, bearing);
      const { x, y } = mercator(coordinate, level);
      return { minutes, coordinate, box: labelBox(formatMinutes(minutes), [x, y], 1) };
    });
    const free = places.find(({ box }) =>
      fitsInto(box, { visible: visibleBox, occupied: [...occupiedBoxes, ...labels.map((other) => other.box)] }),
    );
    return free === undefined ? labels : [...labels, free];
  }, []);
};

/** Half the size of the drawing in metres: the radius of the farthest ring, plus the width of its line. */
const EXTENT = Math.max(...RINGS.map(({ metres }) => metres)) + 10;

const createRingDrawing = (): SVGSVGElement => {
  const drawing = createDrawing();
  drawing.setAttribute('viewBox', `${-EXTENT} ${-EXTENT} ${2 * EXTENT} ${2 * EXTENT}`);
  return drawing;
};

interface WalkingRingsProps {
  readonly map: PlaceMap;
  readonly center: Coordinate;
  readonly labels: readonly RingLabel[];
}

/** Rings that show how far a walk of five and ten minutes leads. */
export const WalkingRings = ({ map, center, labels }: WalkingRingsProps) => {
  const [drawing] = useState(createRingDrawing);
  const { latitude, longitude } = center;
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
