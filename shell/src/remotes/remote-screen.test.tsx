import type { ScreenDeclaration, ScreenModule } from '@mahlzeit/shared-ui/platform';
import { fakeShell } from '@mahlzeit/shared-ui/testing';
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { mountRootParcel } from 'single-spa';
import type { RemoteLoader } from './remote-loader';
import { LoadError } from './load-error';
import { createRemoteScreen } from './remote-screen';

interface DrawnScreenProps {
  readonly domElement: HTMLElement;
  readonly params: readonly string[];
}

const drawingScreen: ScreenModule = {
  bootstrap: () => Promise.resolve(),
  mount: ({ domElement, params }: DrawnScreenProps) => Promise.resolve(domElement.append(`Seite ${params.join()}`)),
  unmount: ({ domElement }: DrawnScreenProps) => Promise.resolve(domElement.replaceChildren()),
  update: ({ domElement, params }: DrawnScreenProps) =>
    Promise.resolve(domElement.replaceChildren(`Seite ${params.join()}`)),
};

const rejectAsUnreachable = (): Promise<never> =>
  Promise.reject(new LoadError('chunk', 'unreachable', { message: '503' }));

const createTestScreen = (loadResponses: readonly (() => Promise<{ default: ScreenModule }>)[]) => {
  const remainingResponses = [...loadResponses];
  const arrivalListeners = new Set<() => void>();
  const screenPhases: string[] = [];
  const failIfUsed = (): never => {
    throw new Error('not part of this');
  };
  const screenDeclaration: ScreenDeclaration = {
    key: 'contacts',
    region: 'modal',
    access: 'anyone',
    load: () =>
      (remainingResponses.length > 1 ? remainingResponses.shift() : remainingResponses[0])?.() ?? rejectAsUnreachable(),
  };
  const loader: RemoteLoader = {
    part: (_remote, { find }) =>
      find({ name: 'mf-social', contract: '^1.0.0', screens: [screenDeclaration], slots: {}, commands: {} })?.() ??
      failIfUsed(),
    onArrival(_remote, listener) {
      arrivalListeners.add(listener);
      return () => arrivalListeners.delete(listener);
    },
    declaration: failIfUsed,
    releaseOf: failIfUsed,
    prefetch: failIfUsed,
    supersede: failIfUsed,
    shared: failIfUsed,
  };
  const RemoteScreen = createRemoteScreen({
    loader,
    loadMountParcel: () => Promise.resolve(mountRootParcel),
    yieldToBrowser: () => Promise.resolve(),
    report: () => undefined,
  });
  const shell = fakeShell();
  const screenElement = (params: readonly string[]) => (
    <RemoteScreen
      remote="mf-social"
      screen={screenDeclaration}
      params={params}
      shell={shell}
      renderFailure={(retry) => <button onClick={retry}>Erneut versuchen</button>}
      onPhase={(phase) => screenPhases.push(phase)}
    />
  );
  return {
    ...render(screenElement(['a'])),
    view: screenElement,
    phases: screenPhases,
    arrive: () => act(() => arrivalListeners.forEach((listener) => listener())),
    arrivals: arrivalListeners,
  };
};

describe('remote screen', () => {
  it('shows the screen, passes new parameters and removes it', async () => {
    const { view, rerender, unmount, phases } = createTestScreen([() => Promise.resolve({ default: drawingScreen })]);
    expect(await screen.findByText('Seite a')).toBeInTheDocument();
    rerender(view(['b']));
    expect(await screen.findByText('Seite b')).toBeInTheDocument();
    expect(phases).toEqual(['loading', 'mounted']);
    unmount();
    expect(screen.queryByText('Seite b')).not.toBeInTheDocument();
  });

  it('shows the fallback, and the screen after a retry', async () => {
    const { phases } = createTestScreen([rejectAsUnreachable, () => Promise.resolve({ default: drawingScreen })]);
    await userEvent.click(await screen.findByRole('button', { name: 'Erneut versuchen' }));
    expect(await screen.findByText('Seite a')).toBeInTheDocument();
    expect(screen.queryByRole('button')).not.toBeInTheDocument();
    expect(phases).toEqual(['loading', 'failed', 'loading', 'mounted']);
  });

  it('shows a screen by itself that arrives after its timeout', async () => {
    const { arrive, arrivals } = createTestScreen([
      rejectAsUnreachable,
      () => Promise.resolve({ default: drawingScreen }),
    ]);
    await screen.findByRole('button', { name: 'Erneut versuchen' });
    arrive();
    expect(await screen.findByText('Seite a')).toBeInTheDocument();
    expect(arrivals.size).toBe(0);
  });
});
