import { getMealTypes, getRestaurantByRoutingName, restaurantTopic } from '@mahlzeit/contract';
import type { Restaurant } from '@mahlzeit/contract';
import { aDishByWeight, aDrink, aMealType, aRestaurant, anOffer } from '@mahlzeit/contract/fixtures';
import type { SlotProps } from '@mahlzeit/shared-ui/platform';
import type { ScenarioShellOptions } from '@mahlzeit/shared-ui/testing';
import { answer, hang, refuse, renderWithShell } from '@mahlzeit/shared-ui/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { installBrowserDoubles } from '../../browser-doubles';
import { RestaurantPage } from './restaurant-page';

const drinks = aMealType({ key: 'getraenke', baseName: 'Getränke', name: 'Getränke', translations: { de: 'Getränke' }, order: 90 });
const mealTypes = answer(getMealTypes, [aMealType(), drinks]);

const CountHere = ({ mealName, isOrderable }: SlotProps['meal/actions']) => <button type="button">{isOrderable ? `Bestell ${mealName}` : `Nicht ${mealName}`}</button>;
const ShareHere = ({ restaurantName }: SlotProps['restaurant/social']) => <button type="button">{`Teil ${restaurantName}`}</button>;

const show = (restaurant: Restaurant, options: ScenarioShellOptions = {}, listed: Restaurant | null = null) =>
  renderWithShell(<RestaurantPage routingName="elbkantine" at={null} listed={listed} />, {
    answers: [answer(getRestaurantByRoutingName, restaurant), mealTypes],
    topics: { [restaurantTopic(restaurant.key)]: { restaurant: [{ ...restaurant, offers: [] }], meals: restaurant.offers } },
    ...options,
  });

const page = () => screen.findByRole('dialog', { name: 'Elbkantine' });

beforeEach(() => void installBrowserDoubles());

describe('the menu', () => {
  it('shows the dishes of one type at a time with their prices', async () => {
    const { user } = show(aRestaurant());
    expect(await page()).toHaveTextContent(/Rote-Linsen-Curry mit Basmatireis\s*8,90\s€/);
    await user.click(screen.getByRole('tab', { name: 'Getränke' }));
    const drink = within(screen.getByRole('tabpanel', { name: 'Getränke' })).getByRole('listitem');
    expect(drink).toHaveTextContent(/Rhabarberschorle\s*3,20\s€.*0,33 l.*zuzüglich 0,15\s€ Pfand/);
    expect(screen.queryByText('Rote-Linsen-Curry mit Basmatireis')).not.toBeInTheDocument();
  });

  it('needs no tabs for one type', async () => {
    show(aRestaurant({ offers: [anOffer()] }));
    expect(await screen.findByRole('region', { name: 'Mittagstisch' })).toHaveTextContent('heute 11:30 bis 14:30');
    expect(screen.queryByRole('tab')).not.toBeInTheDocument();
  });

  it('says of a dish by weight what its price is for', async () => {
    show(aRestaurant({ offers: [aDishByWeight({ price: 160 })] }));
    expect(await screen.findByText(/für 100\sg/)).toBeInTheDocument();
    expect(await page()).toHaveTextContent(/Salatbuffet\s*ab 1,60\s€ für 100\sg/);
  });

  it('explains the letters of a dish', async () => {
    const { user } = show(aRestaurant({ offers: [anOffer({ allergens: ['A', 'Haselnuss'], additives: ['mit Phosphat'] })] }));
    await user.click(await screen.findByRole('button', { name: 'Allergene A, Haselnuss' }));
    const explanation = screen.getByRole('dialog', { name: 'Allergene und Zusatzstoffe' });
    expect(explanation).toHaveTextContent(/AGlutenhaltiges Getreide.*Haselnuss.*mit Phosphat/);
    await user.keyboard('{Escape}');
    await waitFor(() => expect(explanation).not.toBeInTheDocument());
    expect(await page()).toBeInTheDocument();
  });

  it('takes a new dish while it is open', async () => {
    const { shell } = show(aRestaurant({ offers: [anOffer()] }));
    await page();
    await waitFor(() => expect(shell.live.status()).toBe('online'));
    const stew = anOffer({ key: 'eintopf', name: 'Steckrübeneintopf' });
    shell.change(restaurantTopic('elbkantine'), { kind: 'put', collection: 'meals', key: stew.key, value: { ...stew } });
    expect(await screen.findByText('Steckrübeneintopf')).toBeInTheDocument();
  });

  it('gives way to the reason once the place has closed for today', async () => {
    const { shell } = show(aRestaurant());
    await page();
    shell.setNow(Date.parse('2026-06-24T15:00:00+02:00'));
    expect(screen.getByRole('heading', { name: 'Heute ist schon Schluss' })).toBeInTheDocument();
    expect(screen.queryByText('Rote-Linsen-Curry mit Basmatireis')).not.toBeInTheDocument();
  });
});

describe('ordering', () => {
  it('belongs to another remote, dish by dish', async () => {
    show(aRestaurant({ offers: [anOffer(), aDishByWeight({ typeKey: 'mittagstisch' })] }), { slots: { 'meal/actions': CountHere, 'restaurant/social': ShareHere } });
    expect(await screen.findByRole('button', { name: 'Bestell Rote-Linsen-Curry mit Basmatireis' })).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Nicht Salatbuffet' })).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Teil Elbkantine' })).toBeInTheDocument();
  });

  it('says once that it is unavailable where that remote is down; menu and prices stay', async () => {
    show(aRestaurant({ offers: [anOffer(), anOffer({ key: 'b', name: 'Bohneneintopf' })] }));
    expect(await screen.findAllByText(/Vorbestellen geht im Moment nicht/)).toHaveLength(1);
    expect(await page()).toHaveTextContent(/Rote-Linsen-Curry.*8,90\s€.*Bohneneintopf.*8,90\s€/);
  });

  it('is not offered where the place takes no payment', async () => {
    show(aRestaurant({ hasPayment: false }), { slots: { 'meal/actions': CountHere } });
    expect(await screen.findByText('Vorbestellen geht hier leider nicht. Treffen kannst du dich trotzdem.')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /Bestell/ })).not.toBeInTheDocument();
  });
});

it('shows the hours of the week with today marked, and who to call', async () => {
  const { user } = show(aRestaurant());
  await user.click(await screen.findByRole('button', { name: 'Info' }));
  const info = screen.getByRole('dialog', { name: 'Info' });
  expect(within(info).getByText('Mittwoch (heute)').parentElement).toHaveAttribute('aria-current', 'date');
  expect(within(info).getByRole('link', { name: '+49 40 5550142' })).toHaveAttribute('href', 'tel:+49405550142');
  expect(info).toHaveTextContent(/Große Elbstraße 14a.*22767 Hamburg.*Sonntaggeschlossen/);
});

it('shows a place that is no partner with its facts, without a menu', async () => {
  show(aRestaurant({ type: 'NonPartner', offers: [anOffer(), aDrink()] }));
  expect(await screen.findByRole('heading', { name: 'Noch kein Partner' })).toBeInTheDocument();
  expect(screen.queryByText('Rote-Linsen-Curry mit Basmatireis')).not.toBeInTheDocument();
  expect(await page()).toHaveTextContent('Mo. bis Fr. 11:00 bis 15:00');
});

it('collapses a description of more than 400 characters', async () => {
  const description = `${'Hausmannskost. '.repeat(30)}Ende.`;
  const { user } = show(aRestaurant({ data: { ...aRestaurant().data, description } }));
  const more = await screen.findByRole('button', { name: 'Mehr anzeigen' });
  expect(more).toHaveAttribute('aria-expanded', 'false');
  await user.click(more);
  expect(screen.getByRole('button', { name: 'Weniger anzeigen' })).toHaveAttribute('aria-expanded', 'true');
});

it('shows what the list knows at once', async () => {
  show(aRestaurant(), { answers: [hang(getRestaurantByRoutingName), mealTypes] }, aRestaurant());
  expect(screen.getByRole('dialog', { name: 'Elbkantine' })).toHaveTextContent('Rote-Linsen-Curry');
  expect(await screen.findByText(/Vorbestellen geht im Moment nicht/)).toBeInTheDocument();
});

it('closes itself where there is no such place, and says so', async () => {
  const { shell } = show(aRestaurant(), { answers: [refuse(getRestaurantByRoutingName, 'notFound'), mealTypes] });
  await waitFor(() => expect(shell.recorded.navigation).toContainEqual(['close']));
  expect(shell.recorded.snackbars[0]?.text).toBe('Dieses Lokal gibt es hier nicht mehr.');
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

it('offers another try where it can not be had', async () => {
  const { shell, user } = show(aRestaurant(), { answers: [refuse(getRestaurantByRoutingName, 'unavailable'), mealTypes] });
  expect(await screen.findByRole('heading', { name: 'Das Lokal lädt nicht' })).toBeInTheDocument();
  shell.use(answer(getRestaurantByRoutingName, aRestaurant()));
  await user.click(screen.getByRole('button', { name: 'Erneut versuchen' }));
  expect(await page()).toBeInTheDocument();
});

it('closes by its button', async () => {
  const { shell, user } = show(aRestaurant());
  await user.click(within(await page()).getByRole('button', { name: 'Schließen' }));
  expect(shell.recorded.navigation).toEqual([['close']]);
});
