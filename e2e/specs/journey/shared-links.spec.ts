import { getMe, getRestaurantByRoutingName, putInvitation, shareInvitation } from '@mahlzeit/contract';
import { connectContacts, registerNamedMember } from '../../world/company';
import { restaurantCardOf, dialogOf } from '../../world/locators';
import { waitForMail, readProductTime } from '../../world/sandbox';
import type { World } from '../../world/start-world';
import { expect, test } from '../../world/world-test';

const MENSA_NAME = 'Mensa am Brunnen';

test('a link to a place opens it over the list, and Back leads there', async ({ page, world }) => {
  await page.goto('about:blank');
  await page.goto('/r/mensa-am-brunnen');
  await expect(dialogOf(page, MENSA_NAME)).toBeVisible();
  await expect(page).toHaveURL(`${world.url}/restaurants#details/mensa-am-brunnen`);
  await page.reload();
  await expect(dialogOf(page, MENSA_NAME)).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page).toHaveURL(`${world.url}/restaurants`);
  await expect(restaurantCardOf(page, MENSA_NAME)).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL('about:blank');
});

test('a link that names no place of ours opens the list and says so', async ({ page, consoleErrors }) => {
  consoleErrors.expect(/byRoutingName/);
  await page.goto('/r/gibt-es-nicht');
  await expect(page.getByText('Dieses Lokal gibt es hier nicht mehr.')).toBeVisible();
  await expect(restaurantCardOf(page, MENSA_NAME)).toBeVisible();
});

/** Creates a meetup that begins in an hour and a half, with one invited guest. */
const arrangeMeetup = async (world: World) => {
  const { api } = world;
  const [anna, ben] = [
    await registerNamedMember(world, 'Annegret Vorschau'),
    await registerNamedMember(world, 'Benedikt Vorschau'),
  ];
  await connectContacts(world, anna, [ben]);
  const { key: restaurantKey } = await api.call(getRestaurantByRoutingName, {
    params: { routingName: 'mensa-am-brunnen' },
    token: anna.token,
  });
  const meetupDate = new Date((await readProductTime(world)) + 90 * 60_000).toISOString();
  const { key } = await api.call(putInvitation, {
    body: { date: meetupDate, restaurant: restaurantKey, attendees: [ben.uid], isTakeAway: false },
    token: anna.token,
  });
  const { url } = await api.call(shareInvitation, { params: { id: key }, token: anna.token });
  return { ben, url };
};

test('messengers that run no scripts read place and time of a meetup, see a picture, and learn nothing of anybody', async ({
  browser,
  world,
}) => {
  const { url } = await arrangeMeetup(world);
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(url);
  const readOpenGraphTag = async (tagName: string) =>
    (await page.locator(`meta[property="og:${tagName}"]`).getAttribute('content')) ?? '';
  const ogTitle = await readOpenGraphTag('title');
  expect(ogTitle).toMatch(/^Kommst du mit zum Essen\? Mensa am Brunnen, \w+, \d+\. \w+, \d\d:\d\d Uhr$/);
  await expect(page).toHaveTitle(ogTitle);
  expect([await readOpenGraphTag('url'), await readOpenGraphTag('type'), await readOpenGraphTag('site_name')]).toEqual([
    url,
    'website',
    'Mahlzeit',
  ]);
  expect(`${ogTitle} ${await readOpenGraphTag('description')}`).not.toMatch(/Annegret|Benedikt|Vorschau/);
  expect((await page.request.get(await readOpenGraphTag('image'))).headers()['content-type']).toMatch(
    /^image\/(?:png|jpeg|webp)/,
  );
  await context.close();
});

test('the link of a mail ends such mails in a browser, and resumes them', async ({ page, world }) => {
  const { ben } = await arrangeMeetup(world);
  const { text } = await waitForMail(world, ben.email, /möchte mit dir essen/);
  await page.goto(/https?:\S+\/mails\/end\/\S+/.exec(text)?.[0] ?? '');
  // A mail scanner also opens the link, so the link alone must not unsubscribe the user from the e-mails. Only the
  // button unsubscribes.
  await expect(page.getByRole('heading', { name: 'Keine E-Mails zu Treffen mehr?' })).toBeVisible();
  expect(await world.api.call(getMe, { token: ben.token })).toMatchObject({ meetupMails: true });
  await page.getByRole('button', { name: 'E-Mails beenden' }).click();
  await expect(page.getByRole('heading', { name: 'Du bekommst keine E-Mails zu Treffen mehr' })).toBeVisible();
  expect(await world.api.call(getMe, { token: ben.token })).toMatchObject({ meetupMails: false });
  await page.getByRole('button', { name: 'Wieder einschalten' }).click();
  await expect(page.getByRole('heading', { name: 'Du bekommst wieder E-Mails zu Treffen' })).toBeVisible();
  expect(await world.api.call(getMe, { token: ben.token })).toMatchObject({ meetupMails: true });
});
