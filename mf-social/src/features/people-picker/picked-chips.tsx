import { VisuallyHidden } from '@mahlzeit/shared-ui/ui';
import { PersonChips } from '@mahlzeit/shared-ui/ui/people';
import type { ChosenPerson } from '@mahlzeit/shared-ui/ui/people';
import { useTexts } from '../../social-texts';

interface PickedChipsProps {
  readonly people: readonly ChosenPerson[];
  /** Most that can be chosen, where it is worth saying. */
  readonly max?: number;
  readonly onRemove: (key: string) => void;
}

/** Who was chosen, and how many to those who don't see it. */
export const PickedChips = ({ people, max, onRemove }: PickedChipsProps) => {
  const t = useTexts();
  const count = people.length;
  return (
    <>
      <VisuallyHidden role="status">{max === undefined ? t('PickedCount', { count }) : t('PickedCountOfMax', { count, max })}</VisuallyHidden>
      {count > 0 && (
        <PersonChips
          label={t('Picked')}
          people={people}
          removeLabel={(name) => t('RemovePicked', { name })}
          onRemove={onRemove}
          moreLabel={(more) => t('AndMore', { count: more })}
        />
      )}
    </>
  );
};
