import { useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { styled } from 'styled-components';
import { Button, SnackbarRegion, SnackbarView, tokens } from '../../ui';
import type { AloneReceiver } from './alone-receiver';

const BUTTON_VARIANT_BY_TONE = { safe: 'second', primary: 'primary', danger: 'danger' } as const;

/** Simple snackbars and alerts for a page that runs one remote without the shell. The real ones belong to the shell. */
export const AloneMessages = ({ receiver }: { readonly receiver: AloneReceiver }) => {
  const { snackbars, alert } = useSyncExternalStore(receiver.subscribe, receiver.view);
  return createPortal(
    <div data-react-aria-top-layer="true">
      <SnackbarRegion role="status">
        {snackbars.map(({ id, text, tone, action }) => (
          <SnackbarView key={id} text={text} tone={tone} action={action} onClose={() => receiver.closeSnackbar(id)} />
        ))}
      </SnackbarRegion>
      {alert !== null && (
        <AlertBox role="alertdialog" aria-label={alert.title}>
          <strong>{alert.title}</strong>
          <p>{alert.text}</p>
          {alert.actions.map(({ id, label, tone }) => (
            <Button key={id} variant={BUTTON_VARIANT_BY_TONE[tone]} onClick={() => receiver.answerAlert(id)}>
              {label}
            </Button>
          ))}
        </AlertBox>
      )}
    </div>,
    document.body,
  );
};

const AlertBox = styled.section`
  position: fixed;
  z-index: 150;
  inset: 25% 16px auto;
  max-width: 400px;
  margin: 0 auto;
  padding: 24px;
  background: ${tokens.color.surface};
  border-radius: ${tokens.radius.dialog};
  box-shadow: ${tokens.color.e3};
`;
