import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { build } from 'esbuild';
import * as z from 'zod/mini';
import { REMOTES } from '../../world/product';

const ShellManifest = z.object({
  contract: z.string(),
  preload: z.array(z.string()),
  files: z.record(z.string(), z.string()),
});

/** Parts of the product with which the bare page is built. */
interface BareReleaseParts {
  /** Folder of the built product, whose fonts the bare page also loads. */
  readonly product: string;
  /** Text of the response that contains the first restaurant. */
  readonly placesText: string;
  /** Number of compressed bytes to which the page's only script is padded. */
  readonly scriptBytes: number;
}

const hashDigest = (hashAlgorithm: 'sha256' | 'sha384', content: string): Buffer =>
  createHash(hashAlgorithm).update(content).digest();
const hashedName = (fileStem: string, content: string, fileExtension: string): string =>
  `${fileStem}.${hashDigest('sha256', content).toString('hex').slice(0, 10)}.${fileExtension}`;

const bundlePage = async (placesPath: string): Promise<string> => {
  const { outputFiles } = await build({
    entryPoints: [join(import.meta.dirname, 'bare-page.ts')],
    bundle: true,
    minify: true,
    write: false,
    format: 'iife',
    target: 'es2022',
    define: { 'process.env.NODE_ENV': '"production"', PLACES_PATH: JSON.stringify(placesPath) },
  });
  return outputFiles.map(({ text }) => text).join('');
};

// Returns a text that compression reduces to no less than three quarters. The text is the same in every run.
const randomText = (paddingLength: number): string => {
  const base64Parts: string[] = [];
  for (let textLength = 0; textLength < paddingLength; textLength += 44)
    base64Parts.push(hashDigest('sha256', String(textLength)).toString('base64'));
  return base64Parts.join('').slice(0, paddingLength);
};

const padScript = (script: string, length: number): string => `${script}\n//${randomText(length)}`;

// The padding is a comment, which costs the browser almost nothing except its transfer. This favours the bare page in
// the comparison.
const padToSize = (script: string, bytes: number): { readonly script: string; readonly compressed: Buffer } => {
  let length = 0;
  let compressed = brotliCompressSync(script);
  for (let adjustment = 0; adjustment < 4 && Math.abs(bytes - compressed.length) > 200; adjustment += 1) {
    length = Math.max(0, Math.round(length + (bytes - compressed.length) / 0.75));
    compressed = brotliCompressSync(padScript(script, length));
  }
  return { script: length === 0 ? script : padScript(script, length), compressed };
};

/**
 * Replaces the frontends in a copy of the product's folder by a bare React page as the only frontend. A gateway serves
 * it like the product.
 */
export const writeBareFronts = async (
  folder: string,
  { product, placesText, scriptBytes }: BareReleaseParts,
): Promise<void> => {
  const distFolder = join(folder, 'shell/dist');
  for (const frontFolder of ['shell', ...REMOTES]) rmSync(join(folder, frontFolder), { recursive: true });
  mkdirSync(distFolder, { recursive: true });
  const shellManifest = ShellManifest.parse(JSON.parse(readFileSync(join(product, 'shell/dist/shell.json'), 'utf8')));
  const fonts = shellManifest.preload.filter((preloadFile) => preloadFile.endsWith('.woff2'));
  for (const fontFile of fonts) cpSync(join(product, 'shell/dist', fontFile), join(distFolder, fontFile));

  const placesFile = hashedName('places', placesText, 'txt');
  writeFileSync(join(distFolder, placesFile), placesText);
  const { script, compressed } = padToSize(await bundlePage(`/assets/${placesFile}`), scriptBytes);
  const scriptFile = hashedName('bare', script, 'js');
  writeFileSync(join(distFolder, scriptFile), script);
  writeFileSync(join(distFolder, `${scriptFile}.br`), compressed);

  const shellFiles = {
    ...Object.fromEntries(fonts.map((font) => [font, shellManifest.files[font]])),
    [scriptFile]: `sha384-${hashDigest('sha384', script).toString('base64')}`,
  };
  writeFileSync(
    join(distFolder, 'shell.json'),
    JSON.stringify({
      version: '0.0.0+bare',
      contract: shellManifest.contract,
      scripts: [scriptFile],
      preload: fonts,
      files: shellFiles,
    }),
  );
};
