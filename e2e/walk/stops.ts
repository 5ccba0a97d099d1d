import { remoteTests } from '../remotes/load-remote-tests';
import { shellStops } from './shell-stops';
import type { WalkStop } from '../remotes/walk-stop';

/** All screens of the product that the walk photographs: first those of the shell, then those of each remote. */
export const STOPS: readonly WalkStop[] = [...shellStops, ...[...remoteTests.values()].flatMap(({ stops }) => stops)];
