import { bowls } from './bowls';
import { burger } from './burger';
import { cafe } from './cafe';
import { canteen } from './canteen';
import { chinese } from './chinese';
import { french } from './french';
import { german } from './german';
import { greek } from './greek';
import { indian } from './indian';
import { italian } from './italian';
import { japanese } from './japanese';
import type { Kitchen } from './kitchen';
import { korean } from './korean';
import { mexican } from './mexican';
import { oriental } from './oriental';
import { pizza } from './pizza';
import { seafood } from './seafood';
import { snack } from './snack';
import { spanish } from './spanish';
import { steak } from './steak';
import { thai } from './thai';
import { turkish } from './turkish';
import { vietnamese } from './vietnamese';

/** Every kitchen of the demo. */
export const KITCHENS: readonly Kitchen[] = [
  german, italian, pizza, vietnamese, burger, canteen, cafe, indian, japanese, turkish, greek,
  thai, mexican, seafood, oriental, french, korean, spanish, bowls, steak, snack, chinese,
];
