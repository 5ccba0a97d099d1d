import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import sharp from 'sharp';
import { BRAND_ICON_SVG, MASKABLE_ICON_SVG } from './brand-icon';

// Run by `npx tsx draw-app-icons-main.ts`, this script writes `app-icons.json` beside this file: the brand's icon as
// pictures, in base64.

const DRAWN_ICONS = [
  { name: 'app-192.png', svg: BRAND_ICON_SVG, size: 192 },
  { name: 'app-512.png', svg: BRAND_ICON_SVG, size: 512 },
  { name: 'maskable-192.png', svg: MASKABLE_ICON_SVG, size: 192 },
  { name: 'maskable-512.png', svg: MASKABLE_ICON_SVG, size: 512 },
  { name: 'touch-180.png', svg: MASKABLE_ICON_SVG, size: 180 },
] as const;

/** Resolution (pixels per inch) at which one of the icon's 32 units is one pixel. */
const UNIT_DENSITY = 72;

const drawIcon = async ({ name, svg, size }: (typeof DRAWN_ICONS)[number]): Promise<[string, string]> => {
  const picture = await sharp(Buffer.from(svg), { density: (UNIT_DENSITY * size) / 32 })
    .resize(size, size)
    .png({ palette: true, compressionLevel: 9 })
    .toBuffer();
  return [name, picture.toString('base64')];
};

const pictures = Object.fromEntries(await Promise.all(DRAWN_ICONS.map(drawIcon)));
writeFileSync(resolve(import.meta.dirname, 'app-icons.json'), `${JSON.stringify(pictures, null, 2)}\n`);
