import { createHash } from 'node:crypto';
import { Router } from 'express';
import sharp from 'sharp';

const LARGEST = 400;

const hueOf = (subject: string): number => createHash('sha256').update(subject).digest().readUInt16BE() % 360;

const portraitOf = (subject: string): string => {
  const hue = hueOf(subject);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><rect width="100" height="100" fill="hsl(${hue} 45% 78%)"/>`
    + `<path d="M14 100a36 34 0 0 1 72 0Z" fill="hsl(${(hue + 150) % 360} 45% 45%)"/><circle cx="50" cy="46" r="22" fill="#f0c9a4"/>`
    + `<path d="M27 44a23 24 0 0 1 46 0q-12-12-24-9t-22 9Z" fill="hsl(${(hue + 30) % 360} 35% 28%)"/><path d="M41 54q9 9 18 0" fill="none" stroke="#7a4a2c" stroke-width="3" stroke-linecap="round"/></svg>`;
};

const sizeOf = (asked: unknown): number => {
  const size = typeof asked === 'string' ? Number.parseInt(asked, 10) : NaN;
  return Number.isNaN(size) ? 96 : Math.min(LARGEST, Math.max(16, size));
};

/** Pictures of people who don't exist, always the same for the same one. */
export const createPortraitRouter = (): Router => {
  const router = Router();
  for (const provider of ['google', 'facebook']) {
    router.get(`/${provider}/pictures/:subject`, async ({ params: { subject }, query }, response) => {
      const size = sizeOf(query['size']);
      response.type('jpeg').send(await sharp(Buffer.from(portraitOf(subject))).resize(size, size).jpeg({ quality: 82 }).toBuffer());
    });
  }
  return router;
};
