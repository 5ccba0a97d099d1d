import { anOffer } from '@mahlzeit/contract/fixtures';
import { screen } from '@testing-library/react';
import type { ComponentType } from 'react';
import { useState } from 'react';
import { fakeShell, renderWithShell } from '../../testing';
import type { ScenarioSlots } from '../../testing';
import type { RemoteResolver, SlotProps } from './shell-contract';
import { Slot, SlotNotOfferedError } from './slot';

const mealSlotProps = {
  restaurantKey: 'mensa',
  routingName: 'mensa',
  mealKey: 'suppe',
  mealName: 'Suppe',
  offer: anOffer({ key: 'suppe', name: 'Suppe' }),
  isOrderable: true,
};
const renderUnavailable = (retry: () => void) => (
  <button type="button" onClick={retry}>
    Bestellen geht gerade nicht
  </button>
);
const MealWithSlot = ({ name = 'Suppe' }: { readonly name?: string }) => (
  <article>
    <h2>{name}</h2>
    <Slot
      name="meal/actions"
      props={{ ...mealSlotProps, mealName: name }}
      loading={<p>lädt</p>}
      fallback={renderUnavailable}
    />
  </article>
);

const mealSlots: ScenarioSlots = { 'meal/actions': ({ mealName }) => <p>{`${mealName} in den Korb`}</p> };

// Hides React's console output: React logs each error that a boundary catches, and these tests cause such errors.
const silenceConsoleErrors = (): void => {
  console.error = () => undefined;
};

/** Creates a function that loads a slot's component and fails the first `failureCount` times. */
const createFlakyLoader = (failureCount: number, slotComponent: ComponentType<SlotProps['meal/actions']>) => {
  let remainingFailures = failureCount;
  let loadCount = 0;
  const flakyRemotes: RemoteResolver = {
    loadSlot: (name) => {
      loadCount += 1;
      remainingFailures -= 1;
      return remainingFailures >= 0 ? Promise.reject(new Error('503')) : shell.remotes.loadSlot(name);
    },
    runCommand: () => Promise.resolve({ ok: false, error: 'unavailable' }),
  };
  const shell = fakeShell({ slots: { 'meal/actions': slotComponent } });
  return { shell: Object.assign(fakeShell(), { remotes: flakyRemotes }), loads: () => loadCount };
};

const CountingActions = ({ mealName }: SlotProps['meal/actions']) => {
  const [clickCount, setClickCount] = useState(0);
  return <button type="button" onClick={() => setClickCount(clickCount + 1)}>{`${mealName}: ${clickCount}`}</button>;
};

describe('a slot', () => {
  it("renders the other remote's part inside this tree", async () => {
    renderWithShell(<MealWithSlot />, { slots: mealSlots });
    expect(screen.getByText('lädt')).toBeVisible();
    expect(await screen.findByText('Suppe in den Korb')).toBeVisible();
  });

  it('shows its fallback for a missing part, and the host stays', async () => {
    silenceConsoleErrors();
    const { shell } = renderWithShell(<MealWithSlot />);
    expect(await screen.findByRole('button', { name: 'Bestellen geht gerade nicht' })).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Suppe' })).toBeVisible();
    expect(shell.recorded.events).toEqual([
      { name: 'slot_failed', parameters: { slot: 'meal/actions', error: 'The scenario has no slot meal/actions' } },
    ]);
  });

  it('shows its fallback, and logs no failure, when no remote offers the part', async () => {
    const remotes: RemoteResolver = {
      ...fakeShell().remotes,
      loadSlot: (name) => Promise.reject(new SlotNotOfferedError(name)),
    };
    const { shell } = renderWithShell(<MealWithSlot />, { shell: Object.assign(fakeShell(), { remotes }) });
    expect(await screen.findByRole('button', { name: 'Bestellen geht gerade nicht' })).toBeVisible();
    expect(shell.recorded.events).toEqual([]);
  });

  it('shows a fallback that is no function', async () => {
    silenceConsoleErrors();
    renderWithShell(<Slot name="meal/actions" props={mealSlotProps} fallback="nichts" />);
    expect(await screen.findByText('nichts')).toBeVisible();
  });

  it('shows its fallback for a part that throws', async () => {
    silenceConsoleErrors();
    const BrokenActions = () => {
      throw new Error('kaputt');
    };
    const { shell } = renderWithShell(<MealWithSlot />, { slots: { 'meal/actions': BrokenActions } });
    expect(await screen.findByRole('button', { name: 'Bestellen geht gerade nicht' })).toBeVisible();
    const parameters = { slot: 'meal/actions', error: 'kaputt', phase: 'mount' };
    expect(shell.recorded.events).toEqual([{ name: 'slot_failed', parameters }]);
  });

  it('retries all slots of that name at once', async () => {
    silenceConsoleErrors();
    const { shell } = createFlakyLoader(1, CountingActions);
    const { user } = renderWithShell(
      <>
        <MealWithSlot />
        <MealWithSlot name="Salat" />
      </>,
      { shell },
    );
    const [retry] = await screen.findAllByRole('button', { name: 'Bestellen geht gerade nicht' });
    if (retry) await user.click(retry);
    expect(await screen.findByRole('button', { name: 'Suppe: 0' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Salat: 0' })).toBeVisible();
  });

  it('loads a part once for many slots of one name', async () => {
    const { shell, loads } = createFlakyLoader(0, CountingActions);
    renderWithShell(
      <>
        <MealWithSlot />
        <MealWithSlot name="Salat" />
      </>,
      { shell },
    );
    await screen.findByRole('button', { name: 'Salat: 0' });
    expect(loads()).toBe(1);
  });

  it('leaves a working slot alone when another one retries', async () => {
    silenceConsoleErrors();
    let areActionsBroken = true;
    const SometimesBrokenActions = (slotProps: SlotProps['meal/actions']) => {
      if (areActionsBroken && slotProps.mealName === 'Salat') throw new Error('kaputt');
      return <CountingActions {...slotProps} />;
    };
    const { user } = renderWithShell(
      <>
        <MealWithSlot />
        <MealWithSlot name="Salat" />
      </>,
      { slots: { 'meal/actions': SometimesBrokenActions } },
    );
    await user.click(await screen.findByRole('button', { name: 'Suppe: 0' }));
    areActionsBroken = false;
    await user.click(screen.getByRole('button', { name: 'Bestellen geht gerade nicht' }));
    expect(await screen.findByRole('button', { name: 'Salat: 0' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Suppe: 1' })).toBeVisible();
  });

  it('passes new props on', async () => {
    const { rerender } = renderWithShell(<MealWithSlot />, { slots: mealSlots });
    await screen.findByText('Suppe in den Korb');
    rerender(<MealWithSlot name="Eintopf" />);
    expect(screen.getByText('Eintopf in den Korb')).toBeVisible();
  });
});
