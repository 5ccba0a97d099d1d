import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryRoot } from './product';

/** File with real canteens of München and their menus. Tests that need it are skipped if it is missing. */
export const canteenDataFile = join(repositoryRoot, '../shared/data/menus/muenchen-mensa-2026.json');

/** Message of a test that is skipped because the file with the canteens is missing. */
export const missingDataReason = 'needs ../shared/data/menus/muenchen-mensa-2026.json';

/** True if the file with the real canteens exists on this machine. */
export const hasCanteenData = existsSync(canteenDataFile);
