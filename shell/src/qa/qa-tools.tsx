import { getReleaseChoices, RemoteChoices } from '@mahlzeit/contract';
import * as z from '@mahlzeit/contract/zod';
import { useObservable } from '@mahlzeit/shared-ui/platform';
import { useRef } from 'react';
import { hasChanges } from './page-changes';
import { QaBadge } from './qa-badge';
import { QaPanel } from './qa-panel';
import type { QaToolsProps } from './qa-panel';

/** Loads the releases from which a tester can choose; null if the gateway doesn't answer. */
export const fetchReleaseChoices = async (): Promise<readonly RemoteChoices[] | null> => {
  try {
    const response = await fetch(getReleaseChoices.path);
    return z.array(RemoteChoices).parse(await response.json());
  } catch {
    return null;
  }
};

/** Panel for testers, and the badge that is visible while this page differs from the page that others get. */
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
