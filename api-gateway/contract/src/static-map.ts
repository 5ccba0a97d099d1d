import * as z from '@mahlzeit/contract/zod';
import { FileAnswer } from './file-answer';
import { locationFields } from './restaurant-routes';
import { defineRoute } from './route';

/** Longest side of a drawn map in pixels. */
export const STATIC_MAP_MAX_SIDE = 1280;

const number = (pattern: RegExp, least: number, most: number) =>
  z.pipe(z.pipe(z.string().check(z.regex(pattern)), z.transform(Number)), z.number().check(z.gte(least), z.lte(most)));

const side = number(/^\d{1,4}$/, 1, STATIC_MAP_MAX_SIDE);

const Size = z.pipe(
  z.pipe(
    z.string().check(z.regex(/^\d{1,4}x\d{1,4}$/)),
    z.transform((text) => {
      const [width, height] = text.split('x');
      return { width, height };
    }),
  ),
  z.object({ width: side, height: side }),
);

const DEFAULT_SIZE = {
  /** Pixels of the page. */
  width: 600,
  /** Pixels of the page. */
  height: 300,
};

/** What part of the world is drawn, and how; where nothing else is asked as S1§9 has it. */
export const StaticMapQuery = z.extend(z.required(locationFields), {
  /** As map services count it: each step shows half as much of the world. */
  zoom: z._default(number(/^\d{1,2}$/, 1, 20), 15),
  /** Width and height in pixels of the page, `600x300`; at most 1280 each. */
  size: z._default(Size, DEFAULT_SIZE),
  /** Pixels of the picture for one of the page; less where a side would be longer than 1280. */
  scale: z._default(number(/^[12]$/, 1, 2), 2),
  /** For readers who prefer light or dark. */
  scheme: z._default(z.enum(['light', 'dark']), 'light'),
});
export type StaticMapQuery = z.infer<typeof StaticMapQuery>;

/** A drawn map around a place. An address may have 120 a minute drawn for it; what is drawn already is not counted. */
export const getStaticMap = defineRoute({
  name: 'getStaticMap',
  method: 'GET',
  path: '/api/maps/static',
  access: 'none',
  query: StaticMapQuery,
  answersFile: 'image/png',
  isImmutable: true,
  answer: FileAnswer,
  errors: ['ErrorTooManyAttempts', 'unavailable'],
});
