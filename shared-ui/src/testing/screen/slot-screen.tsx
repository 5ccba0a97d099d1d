import { createElement } from 'react';
import type { ReactNode } from 'react';
import { defineScreen } from '../../platform/screen/define-screen';
import { Slot } from '../../platform/slot/slot';
import type { ScreenModule } from '../../platform/shell-contract';
import type { ShownSlot } from '../scenario/scenario';

/** A screen that holds one slot and nothing else. */
export const slotScreen = ({ slot, props }: ShownSlot, fallback: ReactNode): ScreenModule =>
  defineScreen(() => createElement(Slot<typeof slot>, { name: slot, props, fallback }));
