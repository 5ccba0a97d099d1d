import type { SlotName } from '../shell-contract';

/** No remote of this page declares the slot: a deployment without that part, which is no failure. */
export class SlotNotOffered extends Error {
  constructor(slot: SlotName) {
    super(`No remote offers the slot ${slot}`);
    this.name = 'SlotNotOffered';
  }
}
