import type { RemoteResolver, SlotName, SlotProps } from '@mahlzeit/shared-ui/platform';
import { SlotNotOffered } from '@mahlzeit/shared-ui/platform';
import type { ComponentType } from 'react';
import { LoadError } from '../loader/load-failure';
import type { RemoteLoader } from '../loader/remote-loader';
import type { RemoteLookup } from '../registry/remote-lookup';

export interface SlotDeps {
  readonly loader: RemoteLoader;
  readonly lookup: RemoteLookup;
}

/** Loads the components that remotes offer inside another's tree. Rejects with SlotNotOffered, or with a LoadError; asking again tries again. */
export const createLoadSlot = ({ loader, lookup }: SlotDeps): RemoteResolver['loadSlot'] =>
  async function loadSlot<N extends SlotName>(name: N): Promise<ComponentType<SlotProps[N]>> {
    const remote = lookup.withSlot(name);
    if (remote === undefined) throw new SlotNotOffered(name);
    const load = (await loader.declaration(remote.name)).slots[name];
    if (load === undefined) throw new LoadError('entry', 'broken', { message: `${remote.name} no longer offers the slot ${name}` });
    return (await loader.part(remote.name, { id: `slot:${name}`, load })).default;
  };
