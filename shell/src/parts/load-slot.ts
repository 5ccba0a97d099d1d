import type { RemoteParts, SlotName, SlotProps } from '@mahlzeit/shared-ui/platform';
import { SlotNotOffered } from '@mahlzeit/shared-ui/platform';
import type { ComponentType } from 'react';
import { LoadFailure } from '../loader';
import type { RemoteLoader } from '../loader';
import type { RemoteLookup } from '../registry';

/** What slots and commands depend on. */
export interface PartsDeps {
  readonly loader: RemoteLoader;
  readonly lookup: RemoteLookup;
}

/** Loads the components that remotes offer inside another's tree. Rejects with SlotNotOffered, or with a LoadFailure; asking again tries again. */
export const createLoadSlot = ({ loader, lookup }: PartsDeps): RemoteParts['loadSlot'] =>
  async function loadSlot<N extends SlotName>(name: N): Promise<ComponentType<SlotProps[N]>> {
    const remote = lookup.withSlot(name);
    if (remote === undefined) throw new SlotNotOffered(name);
    const load = (await loader.declaration(remote.name)).slots[name];
    if (load === undefined) throw new LoadFailure('entry', 'broken', { message: `${remote.name} no longer offers the slot ${name}` });
    return (await loader.part(remote.name, { id: `slot:${name}`, load })).default;
  };
