import type { Coordinate } from '@mahlzeit/contract';
import type { ReactNode } from 'react';
import { useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import type { PlacedMarker, PlaceMap } from './create-map';

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
  const placed = useRef<PlacedMarker | null>(null);
  useEffect(() => {
    const marker = map.addMarker({ latitude, longitude }, element);
    placed.current = marker;
    return () => marker.remove();
  }, [map, latitude, longitude, element]);
  // In place: a marker that is put anew loses the focus.
  useEffect(() => placed.current?.setRank(rank), [map, latitude, longitude, rank]);
  return createPortal(children, element);
};
