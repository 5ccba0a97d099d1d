import { Stack, TextLink } from '@mahlzeit/shared-ui/ui';
import type { DialogModule } from '../dialog-parts';
import { useObservable } from '../use-observable';
import type { Alerts } from './create-alerts';

interface AlertHostProps {
  readonly alerts: Alerts;
  readonly dialogModule: DialogModule;
}

/** Shows the first alert of the queue. */
export const AlertHost = ({ alerts, dialogModule }: AlertHostProps) => {
  const pending = useObservable(alerts);
  const dialog = useObservable(dialogModule);
  if (pending === null || dialog === null) return null;
  const { id, raiseCount, request: { title, text, link, actions, isDismissable } } = pending;
  return (
    <dialog.AlertDialog key={`${id}/${raiseCount}`} title={title} actions={actions} isDismissable={isDismissable} onChoose={(choice) => alerts.answer(id, choice)}>
      {link === undefined ? text : (
        <Stack $gap={8}>
          {text}
          <span><TextLink href={link.href}>{link.label}</TextLink></span>
        </Stack>
      )}
    </dialog.AlertDialog>
  );
};
