import type { Contact } from '@mahlzeit/contract';
import { Avatar, Row } from '@mahlzeit/shared-ui/ui';
import { useTexts } from '../../social-texts';
import { FavoriteMark } from './favorite-mark';

/** One person. Who can't be invited says so. */
const ContactRow = ({ contact: { name, photoURL, isFavorite, status, uninvitable } }: { readonly contact: Contact }) => {
  const t = useTexts();
  const isDeleted = status === 'deleted';
  const shownName = isDeleted ? t('DeletedUser') : name;
  return (
    <Row
      leading={<Avatar name={shownName} pictureUrl={isDeleted ? null : photoURL} size="large" />}
      title={shownName}
      text={!isDeleted && uninvitable ? t('UninvitableUser') : undefined}
      trailing={isFavorite ? <FavoriteMark /> : undefined}
    />
  );
};
