import { Stack, TextLink } from '@mahlzeit/shared-ui/ui';
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
  const { id, turn, request: { title, text, link, actions, isDismissable } } = pending;
  return (
    <parts.AlertDialog key={`${id}/${turn}`} title={title} actions={actions} isDismissable={isDismissable} onChoose={(choice) => alerts.answer(id, choice)}>
      {link === undefined ? text : (
        <Stack $gap={8}>
          {text}
          <span><TextLink href={link.href}>{link.label}</TextLink></span>
        </Stack>
      )}
    </parts.AlertDialog>
  );
};
