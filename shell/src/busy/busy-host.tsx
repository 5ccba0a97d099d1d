import { BusySign } from '@mahlzeit/shared-ui/ui';
import { useObservable } from '../use-observable';
import type { Busy } from './create-busy';

/** The busy sign over everything, while tracked work takes long. */
export const BusyHost = ({ busy }: { readonly busy: Busy }) => (useObservable(busy) ? <BusySign /> : null);
