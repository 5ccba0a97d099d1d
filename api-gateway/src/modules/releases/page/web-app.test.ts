import express from 'express';
import sharp from 'sharp';
import * as z from 'zod/mini';
import { listen } from '../../../platform/http/listening-server';
import { createWebAppRouter } from './web-app';

const Icon = z.object({ src: z.string(), type: z.string(), sizes: z.string(), purpose: z.optional(z.string()) });
const Manifest = z.object({
  start_url: z.string(),
  icons: z.array(Icon),
  shortcuts: z.array(z.object({ name: z.string(), url: z.string() })),
});

const withWebApp = async (check: (origin: string) => Promise<void>): Promise<void> => {
  const server = await listen({ host: '127.0.0.1', port: 0 });
  server.serve(express().use(createWebAppRouter()));
  await check(`http://127.0.0.1:${server.port}`);
  await server.close();
};

it('describes an installable app whose icons have the sizes that the manifest names', () =>
  withWebApp(async (origin) => {
    const response = await fetch(`${origin}/manifest.webmanifest`);
    expect(response.headers.get('Content-Type')).toBe('application/manifest+json; charset=utf-8');
    const { start_url: startUrl, icons, shortcuts } = Manifest.parse(await response.json());
    expect([startUrl, ...shortcuts.map(({ name, url }) => `${name} ${url}`)]).toEqual([
      '/restaurants',
      'Treffen /restaurants#invitations',
      'Bestellungen /restaurants#orders',
    ]);
    expect(icons.map(({ sizes, purpose = 'any' }) => `${sizes} ${purpose}`)).toEqual([
      '192x192 any',
      '512x512 any',
      '192x192 maskable',
      '512x512 maskable',
    ]);
    for (const { src, type, sizes, purpose } of icons) {
      const icon = await fetch(origin + src);
      expect(icon.headers.get('Content-Type')).toBe(type);
      const picture = sharp(Buffer.from(await icon.arrayBuffer()));
      const { width, height } = await picture.metadata();
      expect(`${width}x${height}`).toBe(sizes);
      // No corner of a maskable icon may be empty, because each device cuts the icon to its own shape.
      const [, , , cornerOpacity] = await picture
        .ensureAlpha()
        .extract({ left: 0, top: 0, width: 1, height: 1 })
        .raw()
        .toBuffer();
      expect(cornerOpacity).toBe(purpose === 'maskable' ? 255 : 0);
    }
  }));

it('knows no other icon', () =>
  withWebApp(async (origin) => {
    expect((await fetch(`${origin}/icons/other.png`)).status).toBe(404);
  }));
