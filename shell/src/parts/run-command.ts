import { err, ok } from '@mahlzeit/contract';
import type { CommandHandler, CommandName, RemoteResolver, ShellApi } from '@mahlzeit/shared-ui/platform';
import { LoadError } from '../loader/load-failure';
import type { RemoteLoader } from '../loader/remote-loader';
import type { RemoteLookup } from '../registry/remote-lookup';

export interface RemoteResolverDeps {
  readonly loader: RemoteLoader;
  readonly lookup: RemoteLookup;
  /** The shell API of the page; a function, since the shell API itself holds the commands. */
  readonly shell: () => ShellApi;
}

const findHandler = async <N extends CommandName>({ loader, lookup }: RemoteResolverDeps, name: N): Promise<CommandHandler<N> | null> => {
  const remote = lookup.withCommand(name);
  const load = remote && (await loader.declaration(remote.name)).commands[name];
  return remote && load ? (await loader.part(remote.name, { id: `command:${name}`, load })).default : null;
};

// The loader has reported why; the caller only needs to know that nobody can act.
const unavailable = (error: unknown): null => {
  if (error instanceof LoadError) return null;
  throw error;
};

/** Lets one remote ask another to act; `unavailable` where no remote answers the command or its remote can't be had. */
export const createRunCommand = (deps: RemoteResolverDeps): RemoteResolver['runCommand'] =>
  async function runCommand(name, input) {
    const handler = await findHandler(deps, name).catch(unavailable);
    return handler === null ? err('unavailable') : ok(await handler(input, deps.shell()));
  };
