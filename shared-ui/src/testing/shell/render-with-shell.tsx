import { render } from '@testing-library/react';
import type { RenderResult } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { UserEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { ShellProvider } from '../../platform/screen/shell-context';
import { fakeShell } from './fake-shell';
import type { FakeShell } from './fake-shell';
import type { ScenarioShellOptions } from './scenario-shell';

/** What a test gets: the drawn part, its shell and a person who uses it. */
export interface RenderedWithShell extends RenderResult {
  readonly shell: FakeShell;
  readonly user: UserEvent;
}

/** A scenario, or a shell made before. */
export type RenderWithShellOptions = ScenarioShellOptions & { readonly shell?: FakeShell };

/** Draws a part of a remote inside a shell. */
export const renderWithShell = (part: ReactNode, { shell: given, ...options }: RenderWithShellOptions = {}): RenderedWithShell => {
  const shell = given ?? fakeShell(options);
  const result = render(part, { wrapper: ({ children }) => <ShellProvider shell={shell}>{children}</ShellProvider> });
  return { ...result, shell, user: userEvent.setup() };
};
