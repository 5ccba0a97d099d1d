import { createContext, use } from 'react';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import type { ShellApi } from '../shell-contract';

const ShellContext = createContext<ShellApi | null>(null);

/** Gives everything below the shell's API and the store: once in each React root. */
export const ShellProvider = ({ shell, children }: { readonly shell: ShellApi; readonly children: ReactNode }) => (
  <ShellContext value={shell}>
    <Provider store={shell.store}>{children}</Provider>
  </ShellContext>
);

/** The shell's API, anywhere in a screen, a slot or the shell itself. */
export const useShell = (): ShellApi => {
  const shell = use(ShellContext);
  if (shell === null) throw new Error('useShell stands outside of a screen: wrap the root in ShellProvider');
  return shell;
};
