import type { ModuleFederationRuntimePlugin } from '@module-federation/enhanced/runtime';
import { LoadError } from '../loader/load-failure';
import { containerOf } from './container';
import { pageScripts } from './page-scripts';
import type { ScriptFactory } from './script-factory';

const bring = async ({ run }: ScriptFactory, entry: string): Promise<void> => {
  try {
    await run(entry);
  } catch (cause) {
    throw new LoadError('entry', 'unreachable', { message: `${entry} could not be had`, cause });
  }
};

/** Federation's runtime plugin of the shell. Entries are loaded by us alone: the runtime's own loader would set a script's address past the policy. */
const guardScripts = (): ModuleFederationRuntimePlugin => ({
  name: 'mahlzeit-guard',
  async loadEntry({ remoteInfo: { entry, entryGlobalName } }) {
    const known = containerOf(entryGlobalName);
    if (known !== null) return known;
    await bring(await pageScripts(), entry);
    const container = containerOf(entryGlobalName);
    if (container === null) throw new LoadError('entry', 'broken', { message: `${entry} ran but left no ${entryGlobalName}` });
    return container;
  },
});

export default guardScripts;
