import { getDiscounts, globalTopic, meTopic } from '@mahlzeit/contract';
import { aDiscount, aUser } from '@mahlzeit/contract/fixtures';
import { act, screen } from '@testing-library/react';
import { answer, fakeShell, neverRespond, renderWithShell, failAsUnreachable } from '../../testing';
import type { ScenarioShellOptions } from '../../testing';
import { reloadDiscounts, useDiscounts, useUser } from './user-api';

describe('the user’s own document', () => {
  const UserNameProbe = () => <p>{useUser()?.displayName ?? 'niemand'}</p>;

  it('is live, and belongs to the next user after a change', async () => {
    const { shell } = renderWithShell(<UserNameProbe />, { session: 'verified' });
    expect(await screen.findByText('Frieda Petersen')).toBeVisible();
    shell.change(meTopic, {
      kind: 'put',
      collection: 'user',
      key: 'uid-frieda-01',
      value: aUser({ displayName: 'Frieda' }),
    });
    expect(await screen.findByText('Frieda')).toBeVisible();
    shell.setSession('anonymous');
    expect(screen.getByText('niemand')).toBeVisible();
    await screen.findByText('niemand');
  });
});

describe('discounts', () => {
  const DiscountKeysProbe = () => (
    <p>
      {useDiscounts()
        .map(({ key, usedByMe }) => (usedByMe ? `${key} (eingelöst)` : key))
        .join(', ')}
    </p>
  );

  const ownDiscount = aDiscount({ key: 'meiner' });
  const sharedDiscount = aDiscount({ key: 'aller' });

  const renderDiscounts = (shellOptions: ScenarioShellOptions) =>
    renderWithShell(<DiscountKeysProbe />, { session: 'verified', ...shellOptions });

  it('shows the listed discounts without live data', async () => {
    const shell = fakeShell({ session: 'verified', answers: [answer(getDiscounts, [sharedDiscount])] });
    shell.setOffline(true);
    renderWithShell(<DiscountKeysProbe />, { shell });
    expect(await screen.findByText('aller')).toBeVisible();
  });

  it('joins the shared discounts and the reader’s own, each once', async () => {
    renderDiscounts({
      answers: [neverRespond(getDiscounts)],
      topics: { [globalTopic]: { discounts: [sharedDiscount, ownDiscount] }, [meTopic]: { discounts: [ownDiscount] } },
    });
    expect(await screen.findByText('aller, meiner')).toBeVisible();
  });

  it("keeps the reader's use of a discount, which the shared topic doesn't have", async () => {
    renderDiscounts({
      answers: [answer(getDiscounts, [{ ...sharedDiscount, usedByMe: true }])],
      topics: { [globalTopic]: { discounts: [sharedDiscount] } },
    });
    expect(await screen.findByText('aller (eingelöst)')).toBeVisible();
  });

  it('are requested again for a waiting caller, after an earlier request', async () => {
    const { shell } = renderDiscounts({
      answers: [answer(getDiscounts, [{ ...sharedDiscount, usedByMe: true }], [sharedDiscount])],
      topics: { [globalTopic]: { discounts: [sharedDiscount] } },
    });
    // The first request is still running when the discounts are reloaded.
    await act(async () => expect(await reloadDiscounts(shell.store)).toBe(true));
    expect(screen.getByText('aller')).toBeVisible();
    shell.use(failAsUnreachable(getDiscounts));
    await act(async () => expect(await reloadDiscounts(shell.store)).toBe(false));
  });

  it('adds new discounts and removes deleted ones while it is visible', async () => {
    const { shell } = renderDiscounts({
      answers: [answer(getDiscounts, [sharedDiscount])],
      topics: { [globalTopic]: { discounts: [sharedDiscount] } },
    });
    await screen.findByText('aller');
    const newDiscount = aDiscount({ key: 'neuer' });
    shell.change(globalTopic, {
      kind: 'put',
      collection: 'discounts',
      key: newDiscount.key,
      value: { ...newDiscount },
    });
    expect(await screen.findByText('aller, neuer')).toBeVisible();
    shell.change(globalTopic, { kind: 'del', collection: 'discounts', key: sharedDiscount.key });
    expect(await screen.findByText('neuer')).toBeVisible();
  });
});
