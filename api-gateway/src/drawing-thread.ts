import type { Picture, PictureEncoding } from './seeds/pictures/picture';
import { packPicture } from './seeds/pictures/picture';
import { drawStaticMap, renderPng } from './modules/discovery/maps/static-map';
import type { StaticMap } from './modules/discovery/maps/static-map';
import { drawReceipt } from './modules/ordering/receipts/receipt-drawing';
import type { ReceiptPaper } from './modules/ordering/receipts/receipt-paper';

/** A job of a drawing thread. */
export type DrawingJob =
  | { readonly kind: 'map'; readonly map: StaticMap }
  | { readonly kind: 'picture'; readonly picture: Picture; readonly encoding: PictureEncoding }
  | { readonly kind: 'receipt'; readonly paper: ReceiptPaper };

/** Draws one picture or paper. Only a drawing thread may call this function, because it blocks its thread. */
export const drawJob = async (job: DrawingJob): Promise<Uint8Array> => {
  if (job.kind === 'receipt') return drawReceipt(job.paper);
  return job.kind === 'map' ? renderPng(drawStaticMap(job.map)) : packPicture(job.picture, job.encoding);
};
