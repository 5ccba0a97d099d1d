import type { RemoteParts } from '@mahlzeit/shared-ui/platform';
import { createLoadSlot } from './load-slot';
import type { CommandDeps } from './run-command';
import { createRunCommand } from './run-command';

/** Resolves slots and commands through the loader: what ShellApi calls `parts`. */
export const createRemoteParts = (deps: CommandDeps): RemoteParts => ({ loadSlot: createLoadSlot(deps), runCommand: createRunCommand(deps) });
