import { createPageTitle } from './page-title';

const start = () => {
  const page = { title: 'Mahlzeit lädt' };
  return { page, title: createPageTitle(page) };
};

const MAIN = 'Mahlzeit: Mittagstisch in deiner Nähe';

it('calls the tab after the screen that shows, and after the main screen else', () => {
  const { page, title } = start();
  expect(page.title).toBe(MAIN);
  const end = title.show('orders');
  expect(page.title).toBe('Bestellungen · Mahlzeit');
  end();
  expect(page.title).toBe(MAIN);
});

it('takes the name that a screen gives itself, until it takes it back', () => {
  const { page, title } = start();
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

it('writes a name as it stands', () => {
  const { page, title } = start();
  title.show('details');
  title.name('Käthe & Söhne <Suppe> {{screen}}');
  expect(page.title).toBe('Käthe & Söhne <Suppe> {{screen}} · Mahlzeit');
});

it('forgets the name of a screen whose root goes later than its address', () => {
  const { page, title } = start();
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

it('lets the screen that came next keep its title when the former one ends', () => {
  const { page, title } = start();
  const endDetails = title.show('details');
  title.show('orders');
  endDetails();
  expect(page.title).toBe('Bestellungen · Mahlzeit');
});
