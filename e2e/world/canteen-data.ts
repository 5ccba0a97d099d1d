import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './product';

/** Real canteens of München with their menus; the tests that need them are skipped where the folder is absent. */
export const canteenData = join(root, '../shared/data/menus/muenchen-mensa-2026.json');

/** Why such a test is skipped. */
export const needsCanteenData = 'needs ../shared/data/menus/muenchen-mensa-2026.json';

/** Whether it is there. */
export const hasCanteenData = existsSync(canteenData);
