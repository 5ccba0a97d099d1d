import { useShell } from '@mahlzeit/shared-ui/platform';
import { useTexts } from '../../discovery-texts';

/** S1§2: opened as such, from the draft of an invitation, or with the cart open at once. */
export type PageOrigin = 'plain' | 'invitation' | 'cart';

/** What the second parameter of the address means; anything else means nothing. */
export const originOf = (parameter: string | undefined): PageOrigin => (parameter === 'invitation' || parameter === 'cart' ? parameter : 'plain');

interface CloseActions {
  /** What the close button does. */
  readonly onClose: () => void;
  /** What Escape and a press beside the page do instead. */
  readonly onDismiss?: () => void;
}

/** S1§2: the button leads back to the draft the page was opened from; dismissing it there asks first, for it discards the draft. */
export const useCloseActions = (origin: PageOrigin): CloseActions => {
  const t = useTexts();
  const { navigation, alert } = useShell();
  if (origin !== 'invitation') return { onClose: navigation.close };
  const discard = async (): Promise<void> => {
    const answer = await alert({
      title: t('DiscardDraftTitle'),
      text: t('DiscardDraftText'),
      actions: [{ id: 'keep', label: t('KeepDraft'), tone: 'safe' }, { id: 'discard', label: t('DiscardDraft'), tone: 'danger' }],
    });
    if (answer === 'discard') navigation.close();
  };
  return { onClose: () => navigation.back(), onDismiss: () => void discard() };
};
