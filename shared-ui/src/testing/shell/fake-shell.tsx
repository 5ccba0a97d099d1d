import { act, render } from '@testing-library/react';
import type { RenderResult } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { UserEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { ShellProvider } from '../../platform/shell/use-shell';
import { createScenarioShell } from './scenario-shell';
import type { ScenarioShell, ScenarioShellOptions } from './scenario-shell';

/** A scenario's shell for tests: what changes from outside is drawn before the call answers. */
export interface FakeShell extends ScenarioShell {
  /** Lets time pass on the server's clock. */
  advance(ms: number): void;
  /** The answer that the next alert gets; null dismisses it. A promise leaves it open until then. */
  answerNextAlert(id: string | null | Promise<string | null>): void;
}

/** A shell for tests. Its session is known at once; live topics answer in the next turn. */
export const fakeShell = (options: ScenarioShellOptions = {}): FakeShell => {
  const alertAnswers: (string | null | Promise<string | null>)[] = [];
  const shell = createScenarioShell(options, { alert: () => Promise.resolve(alertAnswers.shift() ?? null) });
  const drawn =
    <Args extends readonly unknown[]>(change: (...args: Args) => void) =>
    (...args: Args): void => {
      // What act answers looks like a promise and must not get out.
      act(() => {
        change(...args);
      });
    };
  return Object.assign(shell, {
    setSession: drawn(shell.setSession),
    setNow: drawn(shell.setNow),
    change: drawn(shell.change),
    refuse: drawn(shell.refuse),
    setOffline: drawn(shell.setOffline),
    advance: drawn((ms: number) => shell.setNow(shell.clock.now() + ms)),
    answerNextAlert: (id: string | null | Promise<string | null>) => void alertAnswers.push(id),
  });
};

/** What a test gets: the drawn part, its shell and a person who uses it. */
export interface RenderedWithShell extends RenderResult {
  readonly shell: FakeShell;
  readonly user: UserEvent;
}

/** A scenario, or a shell made before. */
export type RenderWithShellOptions = ScenarioShellOptions & { readonly shell?: FakeShell };

/** Draws a part of a remote inside a shell. */
export const renderWithShell = (
  part: ReactNode,
  { shell: given, ...options }: RenderWithShellOptions = {},
): RenderedWithShell => {
  const shell = given ?? fakeShell(options);
  const result = render(part, { wrapper: ({ children }) => <ShellProvider shell={shell}>{children}</ShellProvider> });
  return { ...result, shell, user: userEvent.setup() };
};
