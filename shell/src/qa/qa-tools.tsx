import { getReleaseChoices, RemoteChoices } from '@mahlzeit/contract';
import type { PageOverrides, PageRemote } from '@mahlzeit/contract';
import * as z from '@mahlzeit/contract/zod';
import { useObservable } from '@mahlzeit/shared-ui/platform';
import type { MutableObservable, Observable } from '@mahlzeit/shared-ui/platform';
import { useRef } from 'react';
import { hasChanges } from './page-changes';
import type { PageChanges } from './page-changes';
import { QaBadge } from './qa-badge';
import { QaPanel } from './qa-panel';
import type { RemoteState } from './remote-states';
import type { TestActions } from './test-actions';
import type { TestSettings } from './test-settings';

/** Values and actions of the tools for testers. Every change loads the page again, so the values stay the same. */
export interface QaToolsProps {
  readonly overrides: PageOverrides;
  readonly remotes: readonly PageRemote[];
  /** Returns the title of a screen; null for a screen without a title. */
  screenLabel(key: string): string | null;
  /** Returns the gateway's time. */
  now(): number;
  readonly settings: TestSettings;
  readonly changes: PageChanges;
  readonly states: Observable<ReadonlyMap<string, RemoteState>>;
  readonly isPanelOpen: MutableObservable<boolean>;
  readonly actions: TestActions;
}

/** Reads the releases to choose from; null when the gateway doesn't answer. */
export const fetchReleaseChoices = async (): Promise<readonly RemoteChoices[] | null> => {
  try {
    const response = await fetch(getReleaseChoices.path);
    return z.array(RemoteChoices).parse(await response.json());
  } catch {
    return null;
  }
};

/** Panel for testers, and the badge that stands on the page while anything differs from the page of others. */
export const QaTools = (props: QaToolsProps) => {
  const isPanelOpen = useObservable(props.isPanelOpen);
  const openerRef = useRef<HTMLButtonElement>(null);
  const close = (): void => {
    props.isPanelOpen.set(false);
    openerRef.current?.focus();
  };
  return (
    <>
      {hasChanges(props.changes) && (
        <QaBadge
          changes={props.changes}
          openerRef={openerRef}
          isPanelOpen={isPanelOpen}
          onOpen={() => props.isPanelOpen.set(true)}
          onReset={() => props.actions.resetAll()}
        />
      )}
      {isPanelOpen && <QaPanel {...props} loadChoices={fetchReleaseChoices} onClose={close} />}
    </>
  );
};
