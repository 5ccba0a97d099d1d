import { anOffer } from '@mahlzeit/contract/fixtures';
import { screen } from '@testing-library/react';
import type { ComponentType } from 'react';
import { useState } from 'react';
import { fakeShell, renderWithShell } from '../../testing';
import type { ScenarioSlots } from '../../testing';
import type { RemoteResolver, SlotProps } from './shell-contract';
import { Slot, SlotNotOffered } from './slot';

const mealProps = {
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
const Meal = ({ name = 'Suppe' }: { readonly name?: string }) => (
  <article>
    <h2>{name}</h2>
    <Slot
      name="meal/actions"
      props={{ ...mealProps, mealName: name }}
      loading={<p>lädt</p>}
      fallback={renderUnavailable}
    />
  </article>
);

const slots: ScenarioSlots = { 'meal/actions': ({ mealName }) => <p>{`${mealName} in den Korb`}</p> };

// Hides the log of React: it logs each error that a boundary catches, and these tests cause such errors.
const silenceErrors = (): void => {
  console.error = () => undefined;
};

/** Creates a loader whose first `failureCount` attempts fail. */
const createFlakyLoader = (failureCount: number, component: ComponentType<SlotProps['meal/actions']>) => {
  let remainingFailures = failureCount;
  let loadCount = 0;
  const remotes: RemoteResolver = {
    loadSlot: (name) => {
      loadCount += 1;
      remainingFailures -= 1;
      return remainingFailures >= 0 ? Promise.reject(new Error('503')) : shell.remotes.loadSlot(name);
    },
    runCommand: () => Promise.resolve({ ok: false, error: 'unavailable' }),
  };
  const shell = fakeShell({ slots: { 'meal/actions': component } });
  return { shell: Object.assign(fakeShell(), { remotes }), loads: () => loadCount };
};

const Counter = ({ mealName }: SlotProps['meal/actions']) => {
  const [count, setCount] = useState(0);
  return <button type="button" onClick={() => setCount(count + 1)}>{`${mealName}: ${count}`}</button>;
};

describe('a slot', () => {
  it("renders the other remote's part inside this tree", async () => {
    renderWithShell(<Meal />, { slots });
    expect(screen.getByText('lädt')).toBeVisible();
    expect(await screen.findByText('Suppe in den Korb')).toBeVisible();
  });

  it('shows its fallback for a missing part, and the host stays', async () => {
    silenceErrors();
    const { shell } = renderWithShell(<Meal />);
    expect(await screen.findByRole('button', { name: 'Bestellen geht gerade nicht' })).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Suppe' })).toBeVisible();
    expect(shell.recorded.events).toEqual([
      { name: 'slot_failed', parameters: { slot: 'meal/actions', error: 'The scenario has no slot meal/actions' } },
    ]);
  });

  it('shows its fallback, and logs no failure, when no remote offers the part', async () => {
    const remotes: RemoteResolver = {
      ...fakeShell().remotes,
      loadSlot: (name) => Promise.reject(new SlotNotOffered(name)),
    };
    const { shell } = renderWithShell(<Meal />, { shell: Object.assign(fakeShell(), { remotes }) });
    expect(await screen.findByRole('button', { name: 'Bestellen geht gerade nicht' })).toBeVisible();
    expect(shell.recorded.events).toEqual([]);
  });

  it('shows a fallback that is no function', async () => {
    silenceErrors();
    renderWithShell(<Slot name="meal/actions" props={mealProps} fallback="nichts" />);
    expect(await screen.findByText('nichts')).toBeVisible();
  });

  it('shows its fallback for a part that throws', async () => {
    silenceErrors();
    const Broken = () => {
      throw new Error('kaputt');
    };
    renderWithShell(<Meal />, { slots: { 'meal/actions': Broken } });
    expect(await screen.findByRole('button', { name: 'Bestellen geht gerade nicht' })).toBeVisible();
  });

  it('retries all slots of that name at once', async () => {
    silenceErrors();
    const { shell } = createFlakyLoader(1, Counter);
    const { user } = renderWithShell(
      <>
        <Meal />
        <Meal name="Salat" />
      </>,
      { shell },
    );
    const [retry] = await screen.findAllByRole('button', { name: 'Bestellen geht gerade nicht' });
    if (retry) await user.click(retry);
    expect(await screen.findByRole('button', { name: 'Suppe: 0' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Salat: 0' })).toBeVisible();
  });

  it('loads a part once for many slots of one name', async () => {
    const { shell, loads } = createFlakyLoader(0, Counter);
    renderWithShell(
      <>
        <Meal />
        <Meal name="Salat" />
      </>,
      { shell },
    );
    await screen.findByRole('button', { name: 'Salat: 0' });
    expect(loads()).toBe(1);
  });

  it('leaves a working slot alone when another one retries', async () => {
    silenceErrors();
    let isBroken = true;
    const SometimesBroken = (slotProps: SlotProps['meal/actions']) => {
      if (isBroken && slotProps.mealName === 'Salat') throw new Error('kaputt');
      return <Counter {...slotProps} />;
    };
    const { user } = renderWithShell(
      <>
        <Meal />
        <Meal name="Salat" />
      </>,
      { slots: { 'meal/actions': SometimesBroken } },
    );
    await user.click(await screen.findByRole('button', { name: 'Suppe: 0' }));
    isBroken = false;
    await user.click(screen.getByRole('button', { name: 'Bestellen geht gerade nicht' }));
    expect(await screen.findByRole('button', { name: 'Salat: 0' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Suppe: 1' })).toBeVisible();
  });

  it('passes new props on', async () => {
    const { rerender } = renderWithShell(<Meal />, { slots });
    await screen.findByText('Suppe in den Korb');
    rerender(<Meal name="Eintopf" />);
    expect(screen.getByText('Eintopf in den Korb')).toBeVisible();
  });
});
