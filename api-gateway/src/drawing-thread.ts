import type { Picture, PictureEncoding } from './seeds/pictures/picture';
import { compressPicture } from './seeds/pictures/picture';
import { drawStaticMap, renderPng } from './modules/discovery/maps/static-map';
import type { StaticMap } from './modules/discovery/maps/static-map';
import { drawReceipt } from './modules/ordering/receipts/receipt-drawing';
import type { ReceiptPaper } from './modules/ordering/receipts/receipt-paper';

/** A drawing that a thread creates: a static map, a picture or a receipt. */
export type DrawingJob =
  | { readonly kind: 'map'; readonly map: StaticMap }
  | { readonly kind: 'picture'; readonly picture: Picture; readonly encoding: PictureEncoding }
  | { readonly kind: 'receipt'; readonly receiptPaper: ReceiptPaper };

/** Creates one drawing as the bytes of a file. The function blocks its thread, so only a drawing thread may call it. */
export const drawJob = async (job: DrawingJob): Promise<Uint8Array> => {
  if (job.kind === 'receipt') return drawReceipt(job.receiptPaper);
  return job.kind === 'map' ? renderPng(drawStaticMap(job.map)) : compressPicture(job.picture, job.encoding);
};
