import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { icons as fluentEmoji } from '@iconify-json/fluent-emoji-flat';

type IconSet = Pick<typeof fluentEmoji, 'icons'>;

const isIconSet = (value: unknown): value is IconSet => typeof value === 'object' && value !== null && 'icons' in value && typeof value.icons === 'object';

// The bundle, the sources and the tests all run below the packages, so the running program finds them.
const iconFile = (): string => createRequire(process.argv[1] ?? `${process.cwd()}/`).resolve('@iconify-json/fluent-emoji-flat/icons.json');

const readIcons = (): IconSet['icons'] => {
  const set: unknown = JSON.parse(readFileSync(iconFile(), 'utf8'));
  if (!isIconSet(set)) throw new Error('Fluent Emoji has changed its shape');
  return set.icons;
};

// Nine megabytes, read when the first picture is drawn and not at the start.
let icons: IconSet['icons'] | null = null;

/** The drawing of that name from Fluent Emoji (MIT, Microsoft), 32 by 32; throws where there is none. */
export const fluentArt = (name: string): string => {
  icons ??= readIcons();
  const body = icons[name]?.body;
  if (body === undefined) throw new Error(`Fluent Emoji has no ${name}`);
  return body;
};
