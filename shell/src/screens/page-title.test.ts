import { createPageTitle } from './page-title';

const labelByScreenKey = new Map([
  ['details', 'Lokal'],
  ['contacts', 'Kontakte'],
  ['orders', 'Bestellungen'],
]);
const screenLabels = { screenLabel: (key: string) => labelByScreenKey.get(key) ?? null };

const createPageWithTitle = (loadLabels: () => Promise<typeof screenLabels>) => {
  const page = { title: 'Mahlzeit lädt' };
  return { page, title: createPageTitle(page, loadLabels) };
};

const waitTurns = async (): Promise<void> => {
  for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
};

/** Creates a page title whose labels are already loaded. */
const createTitleWithLabels = async () => {
  const title = createPageWithTitle(() => Promise.resolve(screenLabels));
  title.title.show('details')();
  await waitTurns();
  return title;
};

const MAIN_TITLE = 'Mahlzeit: Mittagstisch in deiner Nähe';

it('names the tab after the visible screen, otherwise after the main screen', async () => {
  const { page, title } = await createTitleWithLabels();
  expect(page.title).toBe(MAIN_TITLE);
  const hideScreen = title.show('orders');
  expect(page.title).toBe('Bestellungen · Mahlzeit');
  hideScreen();
  expect(page.title).toBe(MAIN_TITLE);
});

it('takes the name of a screen, until the screen removes it', async () => {
  const { page, title } = await createTitleWithLabels();
  title.show('details');
  expect(page.title).toBe('Lokal · Mahlzeit');
  const removeFirstName = title.name('Elbkantine');
  expect(page.title).toBe('Elbkantine · Mahlzeit');
  const removeSecondName = title.name('Mensa');
  removeFirstName();
  expect(page.title).toBe('Mensa · Mahlzeit');
  removeSecondName();
  expect(page.title).toBe('Lokal · Mahlzeit');
});

it('writes a name unchanged', async () => {
  const { page, title } = await createTitleWithLabels();
  title.show('details');
  title.name('Käthe & Söhne <Suppe> {{screen}}');
  expect(page.title).toBe('Käthe & Söhne <Suppe> {{screen}} · Mahlzeit');
});

it('keeps a prefix in front of each title, until it is emptied', async () => {
  const { page, title } = await createTitleWithLabels();
  title.setPrefix('(3) ');
  expect(page.title).toBe(`(3) ${MAIN_TITLE}`);
  const hideScreen = title.show('orders');
  expect(page.title).toBe('(3) Bestellungen · Mahlzeit');
  hideScreen();
  title.setPrefix('');
  expect(page.title).toBe(MAIN_TITLE);
});

it('forgets the name of a screen whose root unmounts later than its address', async () => {
  const { page, title } = await createTitleWithLabels();
  const hideDetails = title.show('details');
  const removeScreenName = title.name('Elbkantine');
  hideDetails();
  expect(page.title).toBe(MAIN_TITLE);
  const hideOrders = title.show('orders');
  removeScreenName();
  expect(page.title).toBe('Bestellungen · Mahlzeit');
  hideOrders();
  title.name('zu spät');
  expect(page.title).toBe(MAIN_TITLE);
});

it('keeps the title of the next screen when the former one ends', async () => {
  const { page, title } = await createTitleWithLabels();
  const hideDetails = title.show('details');
  title.show('orders');
  hideDetails();
  expect(page.title).toBe('Bestellungen · Mahlzeit');
});

it("keeps the page's title until labels are loaded, but takes the name of a screen immediately", async () => {
  const { page, title } = createPageWithTitle(() => Promise.resolve(screenLabels));
  title.show('orders');
  expect(page.title).toBe(MAIN_TITLE);
  const removeScreenName = title.name('Bestellung 12');
  expect(page.title).toBe('Bestellung 12 · Mahlzeit');
  removeScreenName();
  await waitTurns();
  expect(page.title).toBe('Bestellungen · Mahlzeit');
});

it('loads labels again with the next screen after a failure', async () => {
  const labelResponses = [Promise.reject(new Error('offline')), Promise.resolve(screenLabels)];
  const { page, title } = createPageWithTitle(() => labelResponses.shift() ?? Promise.reject(new Error('no answer')));
  title.show('orders');
  await waitTurns();
  expect(page.title).toBe(MAIN_TITLE);
  title.show('contacts');
  await waitTurns();
  expect(page.title).toBe('Kontakte · Mahlzeit');
});
