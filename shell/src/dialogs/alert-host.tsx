import type { DialogParts } from '../dialog-parts';
import { useObservable } from '../use-observable';
import type { Alerts } from './create-alerts';

interface AlertHostProps {
  readonly alerts: Alerts;
  readonly dialogParts: DialogParts;
}

/** The alert that stands in front. */
export const AlertHost = ({ alerts, dialogParts }: AlertHostProps) => {
  const pending = useObservable(alerts);
  const parts = useObservable(dialogParts);
  if (pending === null || parts === null) return null;
  const { id, request } = pending;
  return (
    <parts.AlertDialog
      key={id}
      title={request.title}
      actions={request.actions}
      isDismissable={request.isDismissable}
      onChoose={(choice) => alerts.answer(id, choice)}
    >
      {request.text}
    </parts.AlertDialog>
  );
};
