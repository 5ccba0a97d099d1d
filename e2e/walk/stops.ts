import { remoteTests } from '../remotes/load-remote-tests';
import { shellStops } from './shell-stops';
import type { TourStop } from '../remotes/stop';

/** All screens of the product that the walk photographs: first those of the shell, then those of each remote. */
export const STOPS: readonly TourStop[] = [...shellStops, ...[...remoteTests.values()].flatMap(({ stops }) => stops)];
