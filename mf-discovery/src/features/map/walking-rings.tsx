import { mercatorPixelsOf } from '@mahlzeit/basemap';
import type { Coordinate } from '@mahlzeit/contract';
import { formatMinutes } from '@mahlzeit/shared-ui/platform';
import { tokens } from '@mahlzeit/shared-ui/ui';
import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import styled from 'styled-components';
import { createSvgDrawing } from './basemap';
import type { PlaceMap } from './map-provider';
import { MapMarker } from './map-markers';
import { METRES_PER_DEGREE } from './map-rules';
import type { MapView } from './map-rules';
import type { PixelBox } from './marker-boxes';
import { doesBoxFitArea, labelBoxAround } from './street-names';

/** Walking speed in metres per hour: 4 km/h (S1§9). */
const WALKED_METRES_PER_HOUR = 4_000;
/** Rings for walking times in minutes. The farthest comes first, so that nearer rings are drawn above it. */
export const WALKING_RINGS = [10, 5].map((walkMinutes) => ({
  minutes: walkMinutes,
  metres: (walkMinutes * WALKED_METRES_PER_HOUR) / 60,
}));

/** Returns the point at a distance and a bearing, in degrees clockwise from north. */
export const pointOnRing = (
  { latitude, longitude }: Coordinate,
  radiusMetres: number,
  bearingDegrees: number,
): Coordinate => {
  const [bearingRadians, distanceDegrees] = [(bearingDegrees * Math.PI) / 180, radiusMetres / METRES_PER_DEGREE];
  return {
    latitude: latitude + distanceDegrees * Math.cos(bearingRadians),
    longitude: longitude + (distanceDegrees * Math.sin(bearingRadians)) / Math.cos((latitude * Math.PI) / 180),
  };
};

/**
 * Bearings (angles) in degrees at which a ring's label may be, in order of preference. Positions near the top come
 * first.
 */
const LABEL_BEARING_CANDIDATES = [0, 15, -15, 30, -30, 45, -45, 60, -60, 75, -75, 90, -90, 120, -120, 150, -150, 180];

/** Px around the center of the rings that labels must keep free. */
const RING_CENTER_MARGIN_PX = 20;

/** Label of a ring that shows a walking time, at a position where the label covers nothing. */
export interface RingLabel {
  readonly minutes: number;
  readonly coordinate: Coordinate;
  /** Box of the label, in px of the projected world. */
  readonly markerBox: PixelBox;
}

/**
 * View with the boxes of its markers (px of the projected world at the view's zoom) and the covered boxes (px of the
 * map's box).
 */
interface RingLabelContext {
  readonly view: MapView;
  readonly markers: readonly PixelBox[];
  readonly coveredBoxes: readonly PixelBox[];
}

/**
 * Returns the labels of the rings that show walking times. They are at positions where they cover no other element; a
 * label without space is left out.
 */
export const placeRingLabels = (
  ringCenter: Coordinate,
  { view: { center, zoom, width, height }, markers, coveredBoxes }: RingLabelContext,
): readonly RingLabel[] => {
  const zoomLevel = Math.floor(zoom);
  const [viewCenterPixel, ringCenterPixel] = [
    mercatorPixelsOf(center, zoomLevel),
    mercatorPixelsOf(ringCenter, zoomLevel),
  ];
  const [viewLeft, viewTop] = [viewCenterPixel.x - width / 2, viewCenterPixel.y - height / 2];
  const toProjectedBox = (screenBox: PixelBox): PixelBox => ({
    left: screenBox.left + viewLeft,
    right: screenBox.right + viewLeft,
    top: screenBox.top + viewTop,
    bottom: screenBox.bottom + viewTop,
  });
  const visibleBox = toProjectedBox({ left: 0, right: width, top: 0, bottom: height });
  const occupiedBoxes = [
    ...markers,
    ...coveredBoxes.map(toProjectedBox),
    {
      left: ringCenterPixel.x - RING_CENTER_MARGIN_PX,
      right: ringCenterPixel.x + RING_CENTER_MARGIN_PX,
      top: ringCenterPixel.y - RING_CENTER_MARGIN_PX,
      bottom: ringCenterPixel.y + RING_CENTER_MARGIN_PX,
    },
  ];
  return WALKING_RINGS.reduce<readonly RingLabel[]>((placedLabels, { minutes, metres }) => {
    const labelCandidates = LABEL_BEARING_CANDIDATES.map((bearingDegrees) => {
      const coordinate = pointOnRing(ringCenter, metres, bearingDegrees);
      const { x, y } = mercatorPixelsOf(coordinate, zoomLevel);
      return { minutes, coordinate, markerBox: labelBoxAround(formatMinutes(minutes), [x, y], 1) };
    });
    const freeLabel = labelCandidates.find(({ markerBox }) =>
      doesBoxFitArea(markerBox, {
        visible: visibleBox,
        occupied: [...occupiedBoxes, ...placedLabels.map((placedLabel) => placedLabel.markerBox)],
      }),
    );
    return freeLabel === undefined ? placedLabels : [...placedLabels, freeLabel];
  }, []);
};

/** Half the size of the rings' drawing in metres: the radius of the farthest ring, plus the width of its line. */
const DRAWING_RADIUS_METRES = Math.max(...WALKING_RINGS.map(({ metres }) => metres)) + 10;

const createRingDrawing = (): SVGSVGElement => {
  const ringDrawing = createSvgDrawing();
  ringDrawing.setAttribute(
    'viewBox',
    `${-DRAWING_RADIUS_METRES} ${-DRAWING_RADIUS_METRES} ${2 * DRAWING_RADIUS_METRES} ${2 * DRAWING_RADIUS_METRES}`,
  );
  return ringDrawing;
};

interface WalkingRingsProps {
  readonly map: PlaceMap;
  readonly center: Coordinate;
  readonly labels: readonly RingLabel[];
}

/** Rings on the map that show how far a walk of five and ten minutes leads. */
export const WalkingRings = ({ map, center, labels }: WalkingRingsProps) => {
  const [ringDrawing] = useState(createRingDrawing);
  const { latitude, longitude } = center;
  useEffect(
    () => map.addDrawing({ latitude, longitude }, DRAWING_RADIUS_METRES, ringDrawing),
    [map, latitude, longitude, ringDrawing],
  );
  return (
    <>
      {createPortal(
        WALKING_RINGS.map(({ minutes, metres }) => <RingCircle key={minutes} r={metres} />),
        ringDrawing,
      )}
      {labels.map(({ minutes, coordinate }) => (
        <MapMarker key={minutes} map={map} coordinate={coordinate} rank={-2000}>
          <MinutesLabel>{formatMinutes(minutes)}</MinutesLabel>
        </MapMarker>
      ))}
    </>
  );
};

const RingCircle = styled.circle`
  fill: none;
  stroke: ${tokens.color.mapMe};
  stroke-opacity: 0.75;
  stroke-width: 1.6px;
  stroke-dasharray: 2 6;
  stroke-linecap: round;
  vector-effect: non-scaling-stroke;
`;

const MinutesLabel = styled.span.attrs({ 'aria-hidden': true })`
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
