import { getDiscounts, getRestaurant, globalTopic, meTopic, patchMe } from '@mahlzeit/contract';
import type { Discount } from '@mahlzeit/contract';
import { aDiscount, anAccount, aRestaurant, aUser, fixtureNow } from '@mahlzeit/contract/fixtures';
import { answer, renderWithShell, failAsUnreachable } from '@mahlzeit/shared-ui/testing';
import type { ScenarioAnswer } from '@mahlzeit/shared-ui/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { VouchersContent } from '../features/vouchers';

const DAY_MS = 86_400_000;
const { uid } = anAccount();
const giftCard = aDiscount({
  key: 'geschenk',
  name: { de: 'Kollegen-Mittag' },
  type: 'giftcard',
  restaurantRef: null,
  value: 300,
  end: fixtureNow + 2 * DAY_MS,
});
const soupDiscount = aDiscount({ key: 'suppe', name: { de: 'Suppenwoche' }, discountType: 'percent', value: 20 });
const usedDiscount = aDiscount({ ...giftCard, key: 'willkommen', name: { de: 'Willkommen' }, usedByMe: true });
const upcomingDiscount = aDiscount({
  ...giftCard,
  key: 'bald',
  name: { de: 'Bald' },
  start: fixtureNow + DAY_MS,
  end: fixtureNow + 3 * DAY_MS,
});

const renderVouchers = (
  discounts: Discount[],
  {
    selected = null,
    answers = [],
  }: { readonly selected?: string | null; readonly answers?: readonly ScenarioAnswer[] } = {},
) =>
  renderWithShell(<VouchersContent />, {
    session: 'verified',
    answers: [...answers, answer(getDiscounts, discounts), answer(getRestaurant, aRestaurant())],
    topics: { [globalTopic]: { discounts }, [meTopic]: { user: [aUser({ uid, selectedDiscountId: selected })] } },
  });

it('shows what can be used now, and apart why the others can’t', async () => {
  renderVouchers([giftCard, soupDiscount, usedDiscount, upcomingDiscount]);
  expect(await screen.findByRole('button', { name: 'Vormerken: Kollegen-Mittag' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Zum Lokal: Suppenwoche' })).toBeVisible();
  const unusableVouchersRegion = within(screen.getByRole('region', { name: 'Geht gerade nicht' }));
  expect(unusableVouchersRegion.getByText('Schon eingelöst')).toBeVisible();
  expect(unusableVouchersRegion.getByText('Gilt ab Do. 25. Juni')).toBeVisible();
  expect(unusableVouchersRegion.queryByRole('button')).not.toBeInTheDocument();
});

it('selects one for the next order, and takes that back', async () => {
  const { user, shell } = renderVouchers([giftCard], {
    answers: [answer(patchMe, aUser({ uid, selectedDiscountId: 'geschenk' }))],
  });
  await user.click(await screen.findByRole('button', { name: 'Vormerken: Kollegen-Mittag' }));
  expect(await screen.findByText('„Kollegen-Mittag“ ist vorgemerkt')).toBeVisible();
  expect(shell.requests.filter((request) => request.startsWith('PATCH'))).toEqual(['PATCH /api/users/me']);
  expect(screen.getByRole('button', { name: 'Nicht mehr vormerken: Kollegen-Mittag' })).toBeVisible();
});

it('says that a choice could not be kept', async () => {
  const { user, shell } = renderVouchers([giftCard], { answers: [failAsUnreachable(patchMe)] });
  await user.click(await screen.findByRole('button', { name: /^Vormerken/ }));
  await waitFor(() => expect(shell.recorded.snackbars).toMatchObject([{ tone: 'error' }]));
});

it('leads to the place whose prices it lowers', async () => {
  const { user, shell } = renderVouchers([soupDiscount]);
  await user.click(await screen.findByRole('button', { name: 'Zum Lokal: Suppenwoche' }));
  await waitFor(() => expect(shell.recorded.navigation).toEqual([['open', 'details', 'elbkantine']]));
});

it('says that there are none', async () => {
  renderVouchers([]);
  expect(await screen.findByRole('heading', { name: 'Noch kein Gutschein' })).toBeVisible();
});
