import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ComponentType } from 'react';
import { useEffect, useState } from 'react';
import { fakeShell } from '../../testing';
import { mountInElement } from '../../testing/screen/mount-screen';
import type { ScreenInElement } from '../../testing/screen/mount-screen';
import { runOutsideAct } from '../../testing/conformance/screen-harness';
import type { ScreenProps } from './shell-contract';
import { defineScreen } from './define-screen';
import { useSession, useShell } from './use-shell';

const GreetingScreen = ({ params }: ScreenProps) => {
  const { deployment } = useShell();
  const session = useSession();
  return <h1>{`${params.join('/')} ${deployment.version} ${session.status}`}</h1>;
};

const mountedScreens: ScreenInElement[] = [];

const mountScreen = async (Component: ComponentType<ScreenProps>, screenPropOverrides: Partial<ScreenProps> = {}) => {
  const hostElement = document.body.appendChild(document.createElement('div'));
  const shell = fakeShell();
  const screenProps: ScreenProps = { params: ['mensa', 'cart'], shell, ...screenPropOverrides };
  const mountedScreen = await runOutsideAct(() => mountInElement(defineScreen(Component), hostElement, screenProps));
  mountedScreens.push(mountedScreen);
  return {
    element: hostElement,
    shell,
    all: screenProps,
    update: (changedProps: Partial<ScreenProps>) =>
      runOutsideAct(() => mountedScreen.update({ ...screenProps, ...changedProps })),
    unmount: () => runOutsideAct(() => mountedScreen.unmount()),
  };
};

// Hides React's console output: React logs each error that a boundary catches, and these tests cause such errors.
const silenceConsoleErrors = (): void => {
  console.error = () => undefined;
};

let isScreenBroken = true;
const FragileScreen = () => {
  if (isScreenBroken) throw new Error('Suppe verschüttet');
  return <p>heil</p>;
};

describe('a screen', () => {
  beforeEach(() => {
    isScreenBroken = true;
  });
  afterEach(async () => {
    for (const mountedScreen of mountedScreens.splice(0)) await runOutsideAct(() => mountedScreen.unmount());
    document.body.replaceChildren();
  });

  it('gets its parameters, the shell and the store in its own root', async () => {
    await mountScreen(GreetingScreen);
    expect(screen.getByRole('heading', { name: 'mensa/cart 5.0.1 known' })).toBeVisible();
  });

  it('renders new parameters without a new mount', async () => {
    const CountingScreen = ({ params }: ScreenProps) => <p>{`${params.join()} ${useState(() => params.join())[0]}`}</p>;
    const { update } = await mountScreen(CountingScreen);
    await update({ params: ['stubistro'] });
    expect(screen.getByText('stubistro mensa,cart')).toBeVisible();
  });

  it('leaves nothing in the page', async () => {
    const onCleanup = jest.fn();
    const EffectScreen = () => {
      useEffect(() => onCleanup, []);
      return <p>da</p>;
    };
    const { element, unmount } = await mountScreen(EffectScreen);
    onCleanup.mockClear();
    await unmount();
    mountedScreens.length = 0;
    expect(onCleanup).toHaveBeenCalledTimes(1);
    expect(element).toBeEmptyDOMElement();
  });

  it('runs under StrictMode, so that leaking effects show during development', async () => {
    const effectMock = jest.fn();
    const StrictProbe = () => {
      useEffect(effectMock, []);
      return null;
    };
    await mountScreen(StrictProbe);
    expect(effectMock).toHaveBeenCalledTimes(2);
  });

  it('mounts a screen that throws, shows a German error, logs the error, and retries', async () => {
    silenceConsoleErrors();
    const { shell } = await mountScreen(FragileScreen);
    expect(screen.getByRole('alert')).toHaveTextContent('Hier ist etwas schiefgegangen.');
    expect(shell.recorded.events).toEqual([
      { name: 'screen_failed', parameters: expect.objectContaining({ error: 'Suppe verschüttet', phase: 'mount' }) },
    ]);
    isScreenBroken = false;
    await userEvent.click(screen.getByRole('button', { name: 'Erneut versuchen' }));
    expect(screen.getByText('heil')).toBeVisible();
  });

  it('logs an error of a screen that was shown before as one at run time', async () => {
    silenceConsoleErrors();
    const FragileButton = () => {
      const [isBroken, setIsBroken] = useState(false);
      if (isBroken) throw new Error('Suppe verschüttet');
      return (
        <button type="button" onClick={() => setIsBroken(true)}>
          Umstoßen
        </button>
      );
    };
    const { shell } = await mountScreen(FragileButton);
    await userEvent.click(screen.getByRole('button', { name: 'Umstoßen' }));
    await userEvent.click(screen.getByRole('button', { name: 'Erneut versuchen' }));
    await userEvent.click(screen.getByRole('button', { name: 'Umstoßen' }));
    expect(shell.recorded.events.map(({ parameters }) => parameters?.['phase'])).toEqual(['runtime', 'runtime']);
  });

  it('shows the fallback of its host', async () => {
    silenceConsoleErrors();
    await mountScreen(FragileScreen, {
      renderFailure: (retryRender) => (
        <button type="button" onClick={retryRender}>
          Vom Wirt: noch einmal
        </button>
      ),
    });
    isScreenBroken = false;
    await userEvent.click(screen.getByRole('button', { name: 'Vom Wirt: noch einmal' }));
    expect(screen.getByText('heil')).toBeVisible();
  });
});
