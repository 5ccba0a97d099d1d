import type { Picture, PictureEncoding } from '../seeds/pictures/picture';
import { packPicture } from '../seeds/pictures/picture';
import { drawStaticMap, renderPng } from './modules/discovery/static-map';
import type { StaticMap } from './modules/discovery/static-map';

/** What the drawing threads draw. */
export type DrawingJob =
  | { readonly kind: 'map'; readonly map: StaticMap }
  | { readonly kind: 'picture'; readonly picture: Picture; readonly encoding: PictureEncoding };

/** Draws one picture; called in a drawing thread alone, because it leaves its thread to nobody else meanwhile. */
export const draw = async (job: DrawingJob): Promise<Uint8Array> =>
  job.kind === 'map' ? renderPng(drawStaticMap(job.map)) : packPicture(job.picture, job.encoding);
