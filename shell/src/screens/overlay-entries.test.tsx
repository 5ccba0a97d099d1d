import { ShellProvider } from '@mahlzeit/shared-ui/platform';
import { createManualTimers, fakeShell } from '@mahlzeit/shared-ui/testing';
import { AlertDialog, MediaOverlay, PaneSheet, Sheet, SidePanel } from '@mahlzeit/shared-ui/ui/dialog';
import { ActionSheet, SpeedDial } from '@mahlzeit/shared-ui/ui/people';
import { act, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Users } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { createFakeBrowser } from '../fake-browser';
import { fakeAddresses } from '../fake-entries';
import { createRouter } from '../router/router';
import type { Router } from '../router/router';

type Close = () => void;

const noop = (): void => undefined;

const overlayByKind: Readonly<Record<string, (close: Close) => ReactNode>> = {
  'action sheet': (close) => (
    <ActionSheet title="Darüber" onClose={close}>
      Tu was
    </ActionSheet>
  ),
  'further sheet': (close) => (
    <Sheet title="Darüber" onClose={close}>
      Mehr
    </Sheet>
  ),
  'further sheet with a list': (close) => (
    <PaneSheet title="Darüber" onClose={close}>
      Mehr
    </PaneSheet>
  ),
  question: (close) => (
    <AlertDialog title="Darüber" actions={[{ id: 'ja', label: 'Ja', tone: 'safe' }]} onChoose={close}>
      Wirklich?
    </AlertDialog>
  ),
  picture: (close) => (
    <MediaOverlay label="Darüber" onClose={close}>
      Bild
    </MediaOverlay>
  ),
  drawer: (close) => (
    <SidePanel label="Darüber" onClose={close}>
      Menü
    </SidePanel>
  ),
};

interface TestScreenProps {
  readonly renderOverlay: (close: Close) => ReactNode;
  readonly router: Router;
}

const TestScreen = ({ renderOverlay, router }: TestScreenProps) => {
  const [isOpen, setIsOpen] = useState(false);
  const close = (): void => setIsOpen(false);
  return (
    <>
      <Sheet title="Schirm" onClose={router.close}>
        <button type="button" onClick={() => setIsOpen(true)}>
          Öffnen
        </button>
        <SpeedDial label="Neu" entries={[{ id: 'group', label: 'Gruppe', icon: Users, onSelect: noop }]} />
      </Sheet>
      {isOpen && renderOverlay(close)}
    </>
  );
};

/** Opens the screen `orders` with the real router, and one of its overlays in front. */
const startScreen = async (renderOverlay: TestScreenProps['renderOverlay']) => {
  const tab = createFakeBrowser('/restaurants');
  const router = createRouter(tab.browser, createManualTimers(), fakeAddresses());
  router.open('orders');
  const shell = { ...fakeShell(), navigation: { ...router, has: () => true } };
  render(
    <ShellProvider shell={shell}>
      <TestScreen renderOverlay={renderOverlay} router={router} />
    </ShellProvider>,
  );
  const user = userEvent.setup();
  const arrive = () => act(async () => tab.arrive());
  await user.click(screen.getByRole('button', { name: 'Öffnen' }));
  return {
    tab,
    router,
    user,
    /** Presses Back. React has closed the overlay when the function returns. */
    async pressBack() {
      await act(async () => tab.press(-1));
      await arrive();
    },
    arrive,
  };
};

const overlay = () =>
  screen.queryByRole('dialog', { name: 'Darüber' }) ?? screen.queryByRole('alertdialog', { name: 'Darüber' });

it.each(Object.entries(overlayByKind))(
  'closes by Back, which leaves its screen open, and by Escape, which leaves no entry behind: %s',
  async (_, renderOverlay) => {
    const { pressBack, arrive, user, router } = await startScreen(renderOverlay);
    expect(overlay()).not.toBeNull();
    await pressBack();
    expect([overlay(), router.current()?.key]).toEqual([null, 'orders']);
    await user.click(screen.getByRole('button', { name: 'Öffnen' }));
    await user.keyboard('{Escape}');
    await arrive();
    expect([overlay(), router.current()?.key]).toEqual([null, 'orders']);
    await pressBack();
    expect(router.current()).toBeNull();
  },
);

const openActionSheet = (onBack: Close, children: ReactNode = null): ReactNode => (
  <ActionSheet title="Darüber" onClose={onBack}>
    {children}
  </ActionSheet>
);

it('closes the list of a plus button by Back', async () => {
  const { user, pressBack, router } = await startScreen(() => null);
  await user.click(screen.getByRole('button', { name: 'Neu' }));
  await pressBack();
  expect([screen.queryByRole('button', { name: 'Gruppe' }), router.current()?.key]).toEqual([null, 'orders']);
});

it('closes the newest of two overlays', async () => {
  const [onBack, onBackOfNewest] = [jest.fn(), jest.fn()];
  const { tab, pressBack } = await startScreen(() => (
    <>
      {openActionSheet(onBack)}
      {openActionSheet(onBackOfNewest)}
    </>
  ));
  expect(tab.trail()).toHaveLength(4);
  await pressBack();
  expect([onBack.mock.calls.length, onBackOfNewest.mock.calls.length]).toEqual([0, 1]);
});

it('gives one entry to two overlays that follow each other', async () => {
  const Steps = ({ close }: { readonly close: Close }) => {
    const [step, setStep] = useState(1);
    return (
      <ActionSheet key={step} title={`Schritt ${step}`} onClose={close}>
        <button type="button" onClick={() => setStep(2)}>
          Weiter
        </button>
      </ActionSheet>
    );
  };
  const { tab, user, pressBack, router } = await startScreen((close) => <Steps close={close} />);
  await user.click(screen.getByRole('button', { name: 'Weiter' }));
  expect([tab.trail(), screen.getByRole('dialog', { name: 'Schritt 2' })]).toMatchObject([{ length: 3 }, {}]);
  await pressBack();
  expect([screen.queryByRole('dialog', { name: 'Schritt 2' }), router.current()?.key]).toEqual([null, 'orders']);
});

it('asks an overlay again on each Back until it closes', async () => {
  const onBack = jest.fn();
  const { pressBack, router } = await startScreen(() => openActionSheet(onBack));
  await pressBack();
  await pressBack();
  expect([onBack.mock.calls.length, router.current()?.key]).toEqual([2, 'orders']);
});

/** Overlay that asks before it closes, like the draft of a meetup. */
const AskingOverlay = ({ close }: { readonly close: Close }) => {
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      <ActionSheet title="Darüber" onClose={() => setIsAsking(true)}>
        Angefangen
      </ActionSheet>
      {isAsking && (
        <AlertDialog
          title="Verwerfen?"
          actions={[{ id: 'ja', label: 'Verwerfen', tone: 'danger' }]}
          onChoose={(choice) => (choice === null ? setIsAsking(false) : close())}
        >
          Der Entwurf geht verloren.
        </AlertDialog>
      )}
    </>
  );
};

it.each([
  ['one after the other', [-1, -1]],
  ['in one', [-2]],
])('asks over its own screen, though two steps back came at once, %s', async (_, deltas) => {
  const { tab, arrive, user, router } = await startScreen((close) => <AskingOverlay close={close} />);
  for (const stepCount of deltas) {
    // The browser has already queued both steps, so no history entry is added between them.
    tab.browser.history.go(stepCount);
  }
  await arrive();
  await arrive();
  expect([router.current()?.key, screen.queryByRole('alertdialog', { name: 'Verwerfen?' })]).toEqual([
    'orders',
    expect.anything(),
  ]);
  await user.click(screen.getByRole('button', { name: 'Verwerfen' }));
  await arrive();
  expect([overlay(), router.current()?.key]).toEqual([null, 'orders']);
  await act(async () => tab.press(-1));
  expect(router.current()).toBeNull();
});

it('closes an overlay without a question, and its screen, when two steps back come at once', async () => {
  const { tab, arrive, router } = await startScreen((close) => openActionSheet(close));
  tab.browser.history.go(-2);
  await arrive();
  await arrive();
  await arrive();
  expect([overlay(), router.current(), tab.trail(), tab.hasLeft()]).toEqual([null, null, ['/restaurants'], false]);
});

it('leads back from a screen that an overlay has opened to the screen below the overlay, in one step', async () => {
  const { tab, user, pressBack, router } = await startScreen((close) =>
    openActionSheet(
      close,
      <button
        type="button"
        onClick={() => {
          close();
          router.open('contacts');
        }}
      >
        Kontakte
      </button>,
    ),
  );
  await user.click(screen.getByRole('button', { name: 'Kontakte' }));
  expect(tab.trail()).toEqual(['/restaurants', '/restaurants#orders', '/restaurants#contacts']);
  await pressBack();
  expect(router.current()?.key).toBe('orders');
});

it('doesn’t count overlays as steps of the app', async () => {
  const { arrive, router } = await startScreen((close) => openActionSheet(close));
  router.back();
  await arrive();
  await arrive();
  expect(router.current()).toBeNull();
});

it('leaves the entry of an overlay that a reload has closed', async () => {
  const { tab } = await startScreen((close) => openActionSheet(close));
  const reloadedTab = createFakeBrowser('/restaurants#orders', tab.state());
  const reloadedRouter = createRouter(reloadedTab.browser, createManualTimers(), fakeAddresses());
  reloadedRouter.open('contacts');
  expect(reloadedTab.trail()).toEqual(['/restaurants#orders']);
  // In the reloaded tab of this test, the entry below belongs to another site.
  reloadedTab.arrive();
  expect(reloadedTab.hasLeft()).toBe(true);
});

it('leaves the entries of overlays before the page reloads, because a step back would cancel the load', async () => {
  const reload = jest.fn();
  const { tab, arrive, router } = await startScreen((close) => openActionSheet(close));
  router.leavePage(reload);
  expect(reload).not.toHaveBeenCalled();
  await arrive();
  expect([reload.mock.calls.length, tab.trail().length]).toEqual([1, 2]);
});
