import type { Coordinate } from '@mahlzeit/contract';
import type { ReactNode } from 'react';
import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import type { PlaceMap } from './create-map';

interface MapMarkerProps {
  readonly map: PlaceMap;
  readonly coordinate: Coordinate;
  /** Higher ones cover lower ones. */
  readonly rank?: number;
  readonly children: ReactNode;
}

/** React's content at a point of the map. */
export const MapMarker = ({ map, coordinate, rank = 0, children }: MapMarkerProps) => {
  const [element] = useState(() => document.createElement('div'));
  const { latitude, longitude } = coordinate;
  useEffect(() => map.addMarker({ coordinate: { latitude, longitude }, element, rank }), [map, latitude, longitude, element, rank]);
  return createPortal(children, element);
};
