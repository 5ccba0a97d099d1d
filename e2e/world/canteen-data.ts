import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryRoot } from './product';

/** File with real canteens of München and their menus. Tests that need it are skipped if it is missing. */
export const canteenDataFile = join(repositoryRoot, '../shared/data/menus/muenchen-mensa-2026.json');

/** Reason that a test names when it is skipped without the canteen data. */
export const missingDataReason = 'needs ../shared/data/menus/muenchen-mensa-2026.json';

/** True if the file with the real canteens exists. */
export const hasCanteenData = existsSync(canteenDataFile);
