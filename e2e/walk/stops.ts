import { remoteTests } from '../remotes/load-remote-tests';
import { shellStops } from './shell-stops';
import type { TourStop } from '../remotes/stop';

/** Stops at all screens of the product: first those of the shell, then those of each remote. */
export const STOPS: readonly TourStop[] = [...shellStops, ...[...remoteTests.values()].flatMap(({ stops }) => stops)];
