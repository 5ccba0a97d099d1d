import { act, render } from '@testing-library/react';
import type { RenderResult } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { UserEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { ShellProvider } from '../../platform/shell/use-shell';
import { createScenarioShell } from './scenario-shell';
import type { ScenarioShell, ScenarioShellOptions } from './scenario-shell';

/** Shell of a scenario for tests: external changes are rendered before the call returns. */
export interface FakeShell extends ScenarioShell {
  /** Advances time on the server's clock. */
  advance(ms: number): void;
  /** Sets the answer of the next alert; null dismisses it. A promise keeps it open until then. */
  answerNextAlert(id: string | null | Promise<string | null>): void;
}

/** Creates a shell for tests. Its session is known immediately; live topics respond in the next turn. */
export const fakeShell = (options: ScenarioShellOptions = {}): FakeShell => {
  const alertAnswers: (string | null | Promise<string | null>)[] = [];
  const shell = createScenarioShell(options, { alert: () => Promise.resolve(alertAnswers.shift() ?? null) });
  const actAndRender =
    <Args extends readonly unknown[]>(change: (...args: Args) => void) =>
    (...args: Args): void => {
      // The result of act looks like a promise and must not be returned.
      act(() => {
        change(...args);
      });
    };
  return Object.assign(shell, {
    setSession: actAndRender(shell.setSession),
    setNow: actAndRender(shell.setNow),
    change: actAndRender(shell.change),
    refuse: actAndRender(shell.refuse),
    setOffline: actAndRender(shell.setOffline),
    advance: actAndRender((ms: number) => shell.setNow(shell.clock.now() + ms)),
    answerNextAlert: (id: string | null | Promise<string | null>) => void alertAnswers.push(id),
  });
};

/** Rendered part with its shell and a simulated user. */
export interface RenderedWithShell extends RenderResult {
  readonly shell: FakeShell;
  readonly user: UserEvent;
}

/** Scenario, or an existing shell. */
export type RenderWithShellOptions = ScenarioShellOptions & { readonly shell?: FakeShell };

/** Renders a part of a remote inside a shell. */
export const renderWithShell = (
  part: ReactNode,
  { shell: givenShell, ...options }: RenderWithShellOptions = {},
): RenderedWithShell => {
  const shell = givenShell ?? fakeShell(options);
  const result = render(part, { wrapper: ({ children }) => <ShellProvider shell={shell}>{children}</ShellProvider> });
  return { ...result, shell, user: userEvent.setup() };
};
