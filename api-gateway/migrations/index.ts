import type { Migration } from '../src/platform';
import * as platform from './001-platform';
import * as identity from './002-identity';
import * as discovery from './003-discovery';
import * as content from './004-content';
import * as releases from './005-releases';

/** Every migration in the order in which it runs; listed by hand, because the gateway runs from one bundle. */
export const migrations: readonly Migration[] = [
  { name: '001-platform', ...platform },
  { name: '002-identity', ...identity },
  { name: '003-discovery', ...discovery },
  { name: '004-content', ...content },
  { name: '005-releases', ...releases },
];
