import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import subsetFont from 'subset-font';

const require = createRequire(import.meta.url);
const fontsFolder = fileURLToPath(new URL('../src/ui/theme/fonts', import.meta.url));

const characterRange = (firstCodePoint: number, lastCodePoint: number): string =>
  String.fromCodePoint(
    ...Array.from({ length: lastCodePoint - firstCodePoint + 1 }, (_, codeOffset) => firstCodePoint + codeOffset),
  );

/** Characters of each font file. They must match the unicode ranges in `src/ui/theme/global-style.tsx`. */
const GLYPHS_BY_RANGE = {
  latin: `${characterRange(0x20, 0x7e)}${characterRange(0xa0, 0xff)}Œœı–—‘’‚“”„†‡•…‰‹›€™−\u2009\u2011\u202f`,
  'latin-ext': `${characterRange(0x100, 0x130)}${characterRange(0x132, 0x151)}${characterRange(0x154, 0x17f)}ẞȘșȚț`,
  vietnamese: `${characterRange(0x1ea0, 0x1ef9)}ƠơƯư₫`,
} as const;

/**
 * Font families and the variable axes (such as weight) that the fonts keep. Headings need one width and one weight;
 * text needs the weights 400 to 750 (VISUAL: type).
 */
const FONT_FAMILIES = [
  {
    name: 'head',
    home: require.resolve('@fontsource-variable/bricolage-grotesque/package.json'),
    file: 'bricolage-grotesque',
    axes: 'standard',
    pinned: { wdth: 88, wght: 680 },
  },
  {
    name: 'text',
    home: require.resolve('@fontsource-variable/inter/package.json'),
    file: 'inter',
    axes: 'wght',
    pinned: { wght: { min: 400, max: 750 } },
  },
] as const;

/**
 * Writes the subset fonts from the installed font packages. Run this script after a package has changed: `tsx
 * shared-ui/build/draw-fonts.ts`.
 */
const drawFonts = async (): Promise<void> => {
  for (const family of FONT_FAMILIES) {
    const fontPackageFolder = dirname(family.home);
    for (const [rangeName, glyphs] of Object.entries(GLYPHS_BY_RANGE)) {
      const sourceFont = await readFile(
        join(fontPackageFolder, 'files', `${family.file}-${rangeName}-${family.axes}-normal.woff2`),
      );
      const fontSubset = await subsetFont(sourceFont, glyphs, { targetFormat: 'woff2', variationAxes: family.pinned });
      await writeFile(join(fontsFolder, `${family.name}-${rangeName}.woff2`), fontSubset);
      console.log(`${family.name}-${rangeName}.woff2 ${fontSubset.length}`);
    }
    await copyFile(join(fontPackageFolder, 'LICENSE'), join(fontsFolder, `${family.name}-licence.txt`));
  }
};

void drawFonts();
