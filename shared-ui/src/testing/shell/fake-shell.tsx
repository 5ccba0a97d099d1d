import { act, render } from '@testing-library/react';
import type { RenderResult } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { UserEvent } from '@testing-library/user-event';
import { useMemo, useSyncExternalStore } from 'react';
import type { ComponentType, ReactNode } from 'react';
import type { ScreenProps } from '../../platform/shell/shell-contract';
import { ShellProvider } from '../../platform/shell/use-shell';
import { createScenarioShell } from './scenario-shell';
import type { ScenarioShell, ScenarioShellOptions } from './scenario-shell';

/**
 * Shell of a scenario for tests. Its functions that change something, such as `setSession`, return after React has
 * rendered the change.
 */
export interface FakeShell extends ScenarioShell {
  /** Advances the time of the server's clock. */
  advance(ms: number): void;
  /**
   * Sets the choice for the next alert: the id of an action, or null for dismissal. With a promise, the alert stays
   * open until the promise resolves.
   */
  answerNextAlert(id: string | null | Promise<string | null>): void;
}

/**
 * Creates a shell for tests. Its session is known immediately; live topics are loaded in the next turn of the event
 * loop.
 */
export const fakeShell = (options: ScenarioShellOptions = {}): FakeShell => {
  const alertAnswers: (string | null | Promise<string | null>)[] = [];
  const shell = createScenarioShell(options, { alert: () => Promise.resolve(alertAnswers.shift() ?? null) });
  const actAndRender =
    <Args extends readonly unknown[]>(changeShell: (...args: Args) => void) =>
    (...args: Args): void => {
      // The braces keep `act` from being returned, because callers would take its result for a promise and have to
      // await it.
      act(() => {
        changeShell(...args);
      });
    };
  return Object.assign(shell, {
    setSession: actAndRender(shell.setSession),
    setNow: actAndRender(shell.setNow),
    change: actAndRender(shell.change),
    refuse: actAndRender(shell.refuse),
    navigation: { ...shell.navigation, pressBack: actAndRender(shell.navigation.pressBack) },
    setOffline: actAndRender(shell.setOffline),
    advance: actAndRender((ms: number) => shell.setNow(shell.clock.now() + ms)),
    answerNextAlert: (id: string | null | Promise<string | null>) => void alertAnswers.push(id),
  });
};

/** Result of rendering a component, with the component's shell and a simulated user who clicks and types. */
export interface RenderedWithShell extends RenderResult {
  readonly shell: FakeShell;
  readonly user: UserEvent;
}

/** Options of a scenario for a new shell. With an existing `shell`, the other options are ignored. */
export type RenderWithShellOptions = ScenarioShellOptions & { readonly shell?: FakeShell };

/** Renders a component inside a shell. */
export const renderWithShell = (
  element: ReactNode,
  { shell: givenShell, ...options }: RenderWithShellOptions = {},
): RenderedWithShell => {
  const shell = givenShell ?? fakeShell(options);
  const renderResult = render(element, {
    wrapper: ({ children }) => <ShellProvider shell={shell}>{children}</ShellProvider>,
  });
  return { ...renderResult, shell, user: userEvent.setup() };
};

interface ScreenHostProps {
  readonly shell: FakeShell;
  readonly screens: Readonly<Record<string, ComponentType<ScreenProps>>>;
}

const ScreenHost = ({ shell, screens }: ScreenHostProps) => {
  const address = useSyncExternalStore(shell.navigation.subscribe, shell.navigation.current);
  const key = address?.key ?? '';
  const screenShell = useMemo(() => ({ ...shell, navigation: shell.navigation.ofScreen(key) }), [shell, key]);
  const Screen = screens[key];
  if (address === null || Screen === undefined) return null;
  return (
    <ShellProvider key={key} shell={screenShell}>
      <Screen shell={screenShell} params={address.params} />
    </ShellProvider>
  );
};

/**
 * Renders that one of several screens which the current address names. As in the shell, each screen has its own
 * navigation, and a screen that the user leaves is unmounted.
 */
export const renderScreens = (screens: ScreenHostProps['screens'], shell: FakeShell): RenderedWithShell => ({
  ...render(<ScreenHost shell={shell} screens={screens} />),
  shell,
  user: userEvent.setup(),
});
