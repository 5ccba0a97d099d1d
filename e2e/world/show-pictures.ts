import { Restaurant } from '@mahlzeit/contract';
import type { Page } from '@playwright/test';
import { proxyLiveSocket } from './live-between';
import { fetchOriginalAnswer } from './original-answer';

const PICTURE_SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" width="1280" height="800"><rect width="1280" height="800" fill="#f0985f"/></svg>';

/** Returns the media data of a restaurant's picture, which names two files. `serveTestPictures` serves these files. */
export const imageMediaOf = (imageName: string) =>
  ({ type: 'image', url: `/media/test/${imageName}.webp`, midSizeUrl: `/media/test/${imageName}-1280.webp` }) as const;

/** Answers requests for the URLs of `imageMediaOf` with a picture that the test draws. */
export const serveTestPictures = (page: Page): Promise<unknown> =>
  page.route('**/media/test/*', (route) => route.fulfill({ contentType: 'image/svg+xml', body: PICTURE_SVG }));

const testMedia = [imageMediaOf('raum'), imageMediaOf('teller')];

/**
 * Makes the page show two pictures of a restaurant. The data of the gateway, which other tests use, stays unchanged.
 */
export const showPictures = async (page: Page, routingName: string): Promise<void> => {
  await serveTestPictures(page);
  await page.route(`**/api/restaurants/byRoutingName/${routingName}*`, async (route) => {
    const response = await fetchOriginalAnswer(route);
    await route.fulfill({ response, json: { ...Restaurant.parse(await response.json()), media: testMedia } });
  });
  await proxyLiveSocket(page, (liveItem) =>
    liveItem.collection === 'restaurant' && liveItem.value['routingName'] === routingName
      ? { ...liveItem, value: { ...liveItem.value, media: testMedia } }
      : liveItem,
  );
};
