import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { icons as fluentEmoji } from '@iconify-json/fluent-emoji-flat';
import { invariant } from '../../platform/invariant';

/**
 * Colours of a table in a drawn picture: the tablecloth from light to deep, its pattern, and a strong colour for tiles
 * and walls.
 */
interface ToneColours {
  readonly light: string;
  readonly deep: string;
  /** Light and deep colour of the tablecloth in the dark colour scheme. */
  readonly night: readonly [light: string, deep: string];
  readonly weave: string;
  readonly strong: string;
}

/** Colour palettes of drawn tables, from the design system, each with a strong colour. */
export const TABLE_TONES = {
  apricot: { light: '#FFE7D3', deep: '#FFC79E', night: ['#6B4029', '#43261A'], weave: '#E27B3C', strong: '#B4501B' },
  butter: { light: '#FFF3CF', deep: '#FFDF8E', night: ['#66511F', '#3F3113'], weave: '#D9A114', strong: '#946A00' },
  herb: { light: '#E9F4DC', deep: '#C7E2AE', night: ['#3F5A34', '#26381F'], weave: '#5E9A35', strong: '#3A6B2A' },
  plum: { light: '#FBE3EA', deep: '#F0B7CA', night: ['#67303F', '#3F1C2B'], weave: '#B8346F', strong: '#8E1D53' },
  sky: { light: '#E3F1F6', deep: '#B9DCE8', night: ['#2C5263', '#1B3440'], weave: '#3B8BA8', strong: '#1F5F78' },
  cocoa: { light: '#F3E6DC', deep: '#DDBFA8', night: ['#5A4333', '#36281F'], weave: '#8A5A36', strong: '#6B4029' },
} as const satisfies Readonly<Record<string, ToneColours>>;

/** Name of the colour palette in which a picture is drawn. */
export type TableTone = keyof typeof TABLE_TONES;

type IconSet = Pick<typeof fluentEmoji, 'icons'>;

const isIconSet = (value: unknown): value is IconSet =>
  typeof value === 'object' && value !== null && 'icons' in value && typeof value.icons === 'object';

const iconFile = (): string => createRequire(import.meta.url).resolve('@iconify-json/fluent-emoji-flat/icons.json');

const readIcons = (): IconSet['icons'] => {
  const iconSet: unknown = JSON.parse(readFileSync(iconFile(), 'utf8'));
  if (!isIconSet(iconSet)) throw new Error('The icon file of Fluent Emoji has no object `icons`');
  return iconSet.icons;
};

// Images of Fluent Emoji, about nine megabytes. They are read when the first picture is drawn, so that the start isn't
// slowed down.
let icons: IconSet['icons'] | null = null;

/** Returns the SVG text of an image from Fluent Emoji (MIT, Microsoft), 32 by 32. Throws for an unknown name. */
const fluentIconSvg = (iconName: string): string => {
  icons ??= readIcons();
  const iconSvg = icons[iconName]?.body;
  invariant(iconSvg, 'Fluent Emoji', iconName);
  return iconSvg;
};

/** Centre of a drawn object, in units of the picture. */
export interface CanvasPoint {
  readonly x: number;
  readonly y: number;
}

/** Formats a number with one decimal at most, so that the SVG text stays short. */
export const formatNumber = (value: number): string => String(Math.round(value * 10) / 10);

/**
 * Draws an image from Fluent Emoji. `x` and `y` are its centre; `size` is its width and height in units of the picture.
 * `angle` rotates it, in degrees.
 */
export const drawIcon = (
  name: string,
  { x, y }: CanvasPoint,
  { size, angle = 0 }: { readonly size: number; readonly angle?: number },
): string =>
  `<g transform="translate(${formatNumber(x)} ${formatNumber(y)}) rotate(${formatNumber(angle)}) scale(${Math.round((size / 32) * 1000) / 1000}) translate(-16 -16)">${fluentIconSvg(name)}</g>`;

/**
 * Opacity of the dark layer that makes a picture darker in the dark colour scheme. A picture whose own background turns
 * dark needs only a little.
 */
const NIGHT_LAYER_OPACITY = { bright: 0.24, cloth: 0.08 } as const;

interface PictureCanvas {
  readonly width: number;
  readonly height: number;
  readonly night?: keyof typeof NIGHT_LAYER_OPACITY;
}

/** Wraps a drawing into an SVG file, which refers to no external resources, scripts or fonts. */
export const svgPicture = ({ width, height, night = 'bright' }: PictureCanvas, svgParts: readonly string[]): string => {
  const nightLayer = `<style>.night{opacity:0}@media (prefers-color-scheme:dark){.night{opacity:${NIGHT_LAYER_OPACITY[night]}}}</style><path class="night" d="M0 0H${width}V${height}H0Z" fill="#150E12"/>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${svgParts.join('')}${nightLayer}</svg>`;
};

const WEAVE_PATTERNS = {
  gingham: (inkColour: string) =>
    `<path d="M0 0H24V24H0Z" fill="none"/><path d="M0 0H12V24H0Z" fill="${inkColour}" opacity=".17"/><path d="M0 0H24V12H0Z" fill="${inkColour}" opacity=".17"/>`,
  linen: (ink: string) =>
    `<path d="M0 4H24M0 16H24" stroke="${ink}" stroke-width="1.2" opacity=".2"/><path d="M4 0V24M16 0V24" stroke="${ink}" stroke-width=".6" opacity=".16"/>`,
  stripe: (ink: string) => `<path d="M0 0H8V24H0Z" fill="${ink}" opacity=".16"/>`,
  mat: (ink: string) =>
    `<path d="M0 3H24M0 9H24M0 15H24M0 21H24" stroke="${ink}" stroke-width="1.6" opacity=".18"/><path d="M12 0V24" stroke="${ink}" opacity=".22"/>`,
  tile: (ink: string) =>
    `<path d="M12 1 23 12 12 23 1 12Z" fill="none" stroke="${ink}" stroke-width="1.1" opacity=".28"/><circle cx="12" cy="12" r="2.2" fill="${ink}" opacity=".24"/>`,
  dots: (ink: string) =>
    `<circle cx="6" cy="6" r="1.7" fill="${ink}" opacity=".28"/><circle cx="18" cy="18" r="1.7" fill="${ink}" opacity=".28"/>`,
} as const;

/** Name of a pattern that a drawn tablecloth can have. */
export type Weave = keyof typeof WEAVE_PATTERNS;

/** All patterns of a drawn tablecloth; a picture chooses one of them. */
export const weaveNames = ['gingham', 'linen', 'stripe', 'mat', 'tile', 'dots'] as const satisfies readonly Weave[];

/**
 * Builds the SVG definitions of a tablecloth: `url(#cloth)` is its colour, and `url(#weave)` is the pattern over it.
 * Gradient stops with the classes `light` and `deep` follow the colour scheme.
 */
export const clothDefs = (tone: TableTone, weave: Weave): string => {
  const { light, deep, night, weave: ink } = TABLE_TONES[tone];
  const angle = weave === 'mat' ? 0 : -14;
  return `<style>@media (prefers-color-scheme:dark){.light{stop-color:${night[0]}}.deep{stop-color:${night[1]}}}</style>
<linearGradient id="cloth" x1=".15" y1="0" x2=".85" y2="1"><stop class="light" stop-color="${light}"/><stop class="deep" offset="1" stop-color="${deep}"/></linearGradient>
<pattern id="weave" width="24" height="24" patternUnits="userSpaceOnUse" patternTransform="rotate(${angle}) scale(3.1)">${WEAVE_PATTERNS[weave](ink)}</pattern>`;
};

/** SVG definitions that imitate light from above on china, cloth and wood. */
export const lightGradientDefs = `<radialGradient id="glow" cx=".3" cy=".12" r=".95"><stop stop-color="#fff" stop-opacity=".3"/><stop offset=".55" stop-color="#fff" stop-opacity="0"/><stop offset="1" stop-color="#2A1710" stop-opacity=".16"/></radialGradient>
<radialGradient id="shade"><stop offset=".74" stop-color="#2A1710" stop-opacity=".42"/><stop offset=".9" stop-color="#2A1710" stop-opacity=".16"/><stop offset="1" stop-color="#2A1710" stop-opacity="0"/></radialGradient>
<linearGradient id="china" x1=".2" y1="0" x2=".7" y2="1"><stop stop-color="#fff"/><stop offset="1" stop-color="#E9DFDB"/></linearGradient>
<linearGradient id="well" x1=".2" y1="0" x2=".7" y2="1"><stop stop-color="#E6DCD8"/><stop offset=".35" stop-color="#F8F4F2"/><stop offset="1" stop-color="#fff"/></linearGradient>
<filter id="lift" x="-10%" y="-10%" width="120%" height="125%"><feDropShadow dx="0" dy="9" stdDeviation="6" flood-color="#2A1710" flood-opacity=".34"/></filter>`;
