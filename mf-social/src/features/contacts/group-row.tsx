import type { Contact, ContactGroup } from '@mahlzeit/contract';
import { Mosaic, Row } from '@mahlzeit/shared-ui/ui';
import { useTexts } from '../../social-texts';
import { membersOf } from './contact-rules';
import { FavoriteMark } from './favorite-mark';

interface GroupRowProps {
  readonly group: ContactGroup;
  /** Everybody the reader knows. */
  readonly contacts: readonly Contact[];
}

/** One group with its people. */
const GroupRow = ({ group, contacts }: GroupRowProps) => {
  const t = useTexts();
  const people = membersOf(group, contacts).map(({ key, name, photoURL }) => ({ key, name: name ?? t('DeletedUser'), pictureUrl: photoURL }));
  return (
    <Row
      leading={<Mosaic people={people} />}
      title={group.name}
      text={<>{t('GroupMembers', { count: people.length })} · {people.map(({ name }) => name).join(', ')}</>}
      trailing={group.isFavorite ? <FavoriteMark /> : undefined}
    />
  );
};
