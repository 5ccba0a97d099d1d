import type { Account } from '@mahlzeit/contract';
import { Small, Stack } from '@mahlzeit/shared-ui/ui';
import { useState } from 'react';
import { useTexts } from '../../account-texts';
import { PicturePreview } from './picture-preview';
import { PictureZone } from './picture-zone';
import { PresentPicture } from './present-picture';
import { usePictureUpload } from './use-picture-upload';

/** The present picture, or a zone for a new one (S1§2 "editpicture"); what is chosen there is looked at before it counts. */
export const EditPicture = ({ account }: { readonly account: Account }) => {
  const t = useTexts();
  const { chosen, error, choose, discard, ...preview } = usePictureUpload();
  // The picture that another one is chosen for: where that one has come, it shows.
  const [changing, setChanging] = useState<string | null>(null);
  // Each step takes the place of the one before it, and with it of what had the focus.
  const [hasBegun, setHasBegun] = useState(false);
  const begin = () => setHasBegun(true);
  const isPresent = account.photoURL !== null && account.photoURL !== changing;

  const change = () => {
    begin();
    setChanging(account.photoURL);
  };
  const keep = () => {
    setChanging(null);
    discard();
  };
  const take = (files: readonly File[]) => {
    begin();
    choose(files);
  };
  if (chosen !== null) return <PicturePreview {...preview} discard={discard} url={chosen.url} />;
  return (
    <Stack $gap={20}>
      {isPresent && <PresentPicture account={account} takesFocus={hasBegun} onChange={change} onRemove={begin} />}
      {!isPresent && <PictureZone error={error} takesFocus={hasBegun} onFiles={take} onKeep={account.photoURL === null ? undefined : keep} />}
      <Small $tone="quiet">{t('PictureWhoSees')}</Small>
    </Stack>
  );
};
