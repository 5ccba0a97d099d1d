import type { Account } from '@mahlzeit/contract';
import { Avatar, Button, Inline, Stack } from '@mahlzeit/shared-ui/ui';
import { useFirstFocus } from '@mahlzeit/shared-ui/ui/dialog';
import { ImagePlus, Trash2 } from 'lucide-react';
import { useTexts } from '../../account-texts';
import { usePictureRemoval } from './use-picture-removal';

interface PresentPictureProps {
  readonly account: Account;
  /** It comes in place of what had the focus. */
  readonly takesFocus: boolean;
  readonly onChange: () => void;
  /** Asks whether it goes; with it goes what has the focus. */
  readonly onRemove: () => void;
}

/** The picture that one has: it can be taken away, or give way to another one. */
const PresentPicture = ({ account: { displayName, email, photoURL }, takesFocus, onChange, onRemove }: PresentPictureProps) => {
  const t = useTexts();
  const { remove, isRemoving } = usePictureRemoval();
  const change = useFirstFocus<HTMLButtonElement>(takesFocus);
  return (
    <Stack $gap={20} $align="center">
      <Avatar name={displayName ?? email ?? ''} pictureUrl={photoURL} size="page" />
      <Inline $wrap $justify="center">
        <Button
          variant="danger"
          icon={Trash2}
          isBusy={isRemoving}
          onClick={() => {
            onRemove();
            void remove();
          }}
        >
          {t('DeletePicture')}
        </Button>
        <Button ref={change} variant="second" icon={ImagePlus} onClick={onChange}>{t('OtherPicture')}</Button>
      </Inline>
    </Stack>
  );
};
