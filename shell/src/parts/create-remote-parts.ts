import type { RemoteResolver } from '@mahlzeit/shared-ui/platform';
import { createLoadSlot } from './load-slot';
import type { RemoteResolverDeps } from './run-command';
import { createRunCommand } from './run-command';

/** Resolves slots and commands through the loader: what ShellApi calls `remotes`. */
export const createRemoteResolver = (deps: RemoteResolverDeps): RemoteResolver => ({ loadSlot: createLoadSlot(deps), runCommand: createRunCommand(deps) });
