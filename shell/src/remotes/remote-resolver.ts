import { err, ok } from '@mahlzeit/contract';
import { SlotNotOfferedError } from '@mahlzeit/shared-ui/platform';
import type {
  CommandHandler,
  CommandName,
  RemoteResolver,
  ShellApi,
  SlotName,
  SlotProps,
} from '@mahlzeit/shared-ui/platform';
import type { ComponentType } from 'react';
import { LoadError } from './load-error';
import type { RemoteLookup } from './registry';
import type { RemoteLoader } from './remote-loader';

interface RemoteResolverDeps {
  readonly loader: RemoteLoader;
  readonly lookup: RemoteLookup;
  /** Returns the page's shell API. It is a function, because the API contains this resolver and is created after it. */
  readonly shell: () => ShellApi;
}

/**
 * Creates the function that loads the component of a slot. The function rejects with SlotNotOffered or a LoadError; a
 * further call tries again.
 */
const createLoadSlot = ({ loader, lookup }: RemoteResolverDeps): RemoteResolver['loadSlot'] =>
  async function loadSlot<N extends SlotName>(slotName: N): Promise<ComponentType<SlotProps[N]>> {
    const remote = lookup.withSlot(slotName);
    if (remote === undefined) throw new SlotNotOfferedError(slotName);
    await loader.declaration(remote.name);
    return (await loader.part(remote.name, { id: `slot:${slotName}`, find: ({ slots }) => slots[slotName] })).default;
  };

const findCommandHandler = async <N extends CommandName>(
  { loader, lookup }: RemoteResolverDeps,
  name: N,
): Promise<CommandHandler<N> | null> => {
  const remote = lookup.withCommand(name);
  if (remote === undefined) return null;
  await loader.declaration(remote.name);
  return (await loader.part(remote.name, { id: `command:${name}`, find: ({ commands }) => commands[name] })).default;
};

// The loader has already reported the error; the caller only needs to know that the command is unavailable.
const reportUnavailable = (error: unknown): null => {
  if (error instanceof LoadError) return null;
  throw error;
};

/**
 * Creates the function that runs commands of remotes. It returns `unavailable` when no remote offers the command or the
 * remote can't be loaded.
 */
const createRunCommand = (deps: RemoteResolverDeps): RemoteResolver['runCommand'] =>
  async function runCommand(commandName, input) {
    // Only loading shows the loading sign. The handler itself may wait for the user, so it tracks its own work.
    const commandHandler = await deps.shell().track(findCommandHandler(deps, commandName)).catch(reportUnavailable);
    return commandHandler === null ? err('unavailable') : ok(await commandHandler(input, deps.shell()));
  };

/** Creates the object that loads slots and runs commands: `remotes` of the ShellApi. */
export const createRemoteResolver = (deps: RemoteResolverDeps): RemoteResolver => ({
  loadSlot: createLoadSlot(deps),
  runCommand: createRunCommand(deps),
});
