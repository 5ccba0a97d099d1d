import type { Person } from '@mahlzeit/contract';
import { RowSkeletons } from '@mahlzeit/shared-ui/ui';
import { Avatar } from '@mahlzeit/shared-ui/ui/dialog';
import { PeopleHeading, SelectRow } from '@mahlzeit/shared-ui/ui/people';
import { useState } from 'react';
import { PickedChips } from '../people-picker';

/** People who were chosen while one name after the other was searched. */
export const usePickedUsers = () => {
  const [picked, setPicked] = useState<readonly Person[]>([]);
  const isPicked = (key: string): boolean => picked.some((person) => person.key === key);
  const remove = (key: string): void => setPicked((held) => held.filter((person) => person.key !== key));
  return {
    picked,
    isPicked,
    remove,
    toggle: (person: Person): void => (isPicked(person.key) ? remove(person.key) : setPicked((held) => [...held, person])),
  };
};

type PickedUsers = ReturnType<typeof usePickedUsers>;

interface FoundPeopleProps extends PickedUsers {
  /** Above the people: „Vorschläge“. */
  readonly heading?: string;
  readonly people: readonly Person[];
  readonly isLoading: boolean;
}

/** People to choose from, as a search or a suggestion has brought them. */
export const FoundPeople = ({ heading, people, isLoading, isPicked, toggle }: FoundPeopleProps) => {
  if (isLoading) return <RowSkeletons />;
  return (
    <ul>
      {heading !== undefined && people.length > 0 && <PeopleHeading>{heading}</PeopleHeading>}
      {people.map((person) => (
        <SelectRow
          key={person.key}
          leading={<Avatar name={person.displayName} pictureUrl={person.photoURL} size="list" />}
          title={person.displayName}
          isSelected={isPicked(person.key)}
          onToggle={() => toggle(person)}
        />
      ))}
    </ul>
  );
};

interface PickedElsewhereProps extends Pick<PickedUsers, 'picked' | 'remove'> {
  /** Who stands in the list anyway. */
  readonly shown: readonly Person[];
}

/** Those who were chosen and whom the present search doesn't show. */
export const PickedElsewhere = ({ picked, remove, shown }: PickedElsewhereProps) => {
  const hidden = picked.filter(({ key }) => !shown.some((person) => person.key === key));
  return <PickedChips people={hidden.map(({ key, displayName, photoURL }) => ({ key, name: displayName, pictureUrl: photoURL }))} count={picked.length} onRemove={remove} />;
};
