import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './product';

/** Real canteens of München with their menus. Tests that need them are skipped where the folder is absent. */
export const canteenData = join(root, '../shared/data/menus/muenchen-mensa-2026.json');

/** Reason for skipping such a test. */
export const needsCanteenData = 'needs ../shared/data/menus/muenchen-mensa-2026.json';

/** True where the folder exists. */
export const hasCanteenData = existsSync(canteenData);
