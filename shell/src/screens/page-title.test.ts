import { createPageTitle } from './page-title';

const labels = new Map([
  ['details', 'Lokal'],
  ['contacts', 'Kontakte'],
  ['orders', 'Bestellungen'],
]);
const loadedLabels = { screenLabel: (key: string) => labels.get(key) ?? null };

const begin = (loadLabels: () => Promise<typeof loadedLabels>) => {
  const page = { title: 'Mahlzeit lädt' };
  return { page, title: createPageTitle(page, loadLabels) };
};

const settled = async (): Promise<void> => {
  for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
};

/** Creates a page title whose labels are already loaded. */
const start = async () => {
  const title = begin(() => Promise.resolve(loadedLabels));
  title.title.show('details')();
  await settled();
  return title;
};

const MAIN = 'Mahlzeit: Mittagstisch in deiner Nähe';

it('names the tab after the visible screen, otherwise after the main screen', async () => {
  const { page, title } = await start();
  expect(page.title).toBe(MAIN);
  const end = title.show('orders');
  expect(page.title).toBe('Bestellungen · Mahlzeit');
  end();
  expect(page.title).toBe(MAIN);
});

it('takes the name of a screen, until the screen removes it', async () => {
  const { page, title } = await start();
  title.show('details');
  expect(page.title).toBe('Lokal · Mahlzeit');
  const endFirst = title.name('Elbkantine');
  expect(page.title).toBe('Elbkantine · Mahlzeit');
  const endSecond = title.name('Mensa');
  endFirst();
  expect(page.title).toBe('Mensa · Mahlzeit');
  endSecond();
  expect(page.title).toBe('Lokal · Mahlzeit');
});

it('writes a name unchanged', async () => {
  const { page, title } = await start();
  title.show('details');
  title.name('Käthe & Söhne <Suppe> {{screen}}');
  expect(page.title).toBe('Käthe & Söhne <Suppe> {{screen}} · Mahlzeit');
});

it('forgets the name of a screen whose root unmounts later than its address', async () => {
  const { page, title } = await start();
  const endDetails = title.show('details');
  const takeBack = title.name('Elbkantine');
  endDetails();
  expect(page.title).toBe(MAIN);
  const endOrders = title.show('orders');
  takeBack();
  expect(page.title).toBe('Bestellungen · Mahlzeit');
  endOrders();
  title.name('zu spät');
  expect(page.title).toBe(MAIN);
});

it('keeps the title of the next screen when the former one ends', async () => {
  const { page, title } = await start();
  const endDetails = title.show('details');
  title.show('orders');
  endDetails();
  expect(page.title).toBe('Bestellungen · Mahlzeit');
});

it("keeps the page's title until labels are loaded, but takes the name of a screen immediately", async () => {
  const { page, title } = begin(() => Promise.resolve(loadedLabels));
  title.show('orders');
  expect(page.title).toBe(MAIN);
  const takeBack = title.name('Bestellung 12');
  expect(page.title).toBe('Bestellung 12 · Mahlzeit');
  takeBack();
  await settled();
  expect(page.title).toBe('Bestellungen · Mahlzeit');
});

it('loads labels again with the next screen after a failure', async () => {
  const answers = [Promise.reject(new Error('offline')), Promise.resolve(loadedLabels)];
  const { page, title } = begin(() => answers.shift() ?? Promise.reject(new Error('no answer')));
  title.show('orders');
  await settled();
  expect(page.title).toBe(MAIN);
  title.show('contacts');
  await settled();
  expect(page.title).toBe('Kontakte · Mahlzeit');
});
