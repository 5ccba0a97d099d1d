import { Restaurant } from '@mahlzeit/contract';
import type { Page } from '@playwright/test';
import { proxyLiveSocket } from './live-between';

const PICTURE_SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" width="1280" height="800"><rect width="1280" height="800" fill="#f0985f"/></svg>';

/** Returns the data of a restaurant's picture. `servePictures` serves its two files. */
export const imageOf = (name: string) =>
  ({ type: 'image', url: `/media/test/${name}.webp`, midSizeUrl: `/media/test/${name}-1280.webp` }) as const;

/** Serves a drawn picture under the URLs of `imageOf`. */
export const servePictures = (page: Page): Promise<unknown> =>
  page.route('**/media/test/*', (route) => route.fulfill({ contentType: 'image/svg+xml', body: PICTURE_SVG }));

const media = [imageOf('raum'), imageOf('teller')];

/** Makes the page show two pictures of a restaurant. The shared world stays unchanged. */
export const showPictures = async (page: Page, routingName: string): Promise<void> => {
  await servePictures(page);
  await page.route(`**/api/restaurants/byRoutingName/${routingName}*`, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...Restaurant.parse(await response.json()), media } });
  });
  await proxyLiveSocket(page, (item) =>
    item.collection === 'restaurant' && item.value['routingName'] === routingName
      ? { ...item, value: { ...item.value, media } }
      : item,
  );
};
