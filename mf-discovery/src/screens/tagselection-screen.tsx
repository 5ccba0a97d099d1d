import type { Restaurant } from '@mahlzeit/contract';
import { defineScreen, errorText, useNow, useRetryWhenBack, useSelector, useShell } from '@mahlzeit/shared-ui/platform';
import { Button, ErrorState, RowSkeletons } from '@mahlzeit/shared-ui/ui';
import { Sheet } from '@mahlzeit/shared-ui/ui/dialog';
import { artOfTag, Chip } from '@mahlzeit/shared-ui/ui/restaurant';
import { useState } from 'react';
import styled from 'styled-components';
import { useTexts } from '../discovery-texts';
import {
  applyFilters,
  cuisineTags,
  filtersInForce,
  useFilterActions,
  useFilters,
  useTagsQuery,
} from '../features/filters';
import type { ChosenTag } from '../features/filters';
import { selectIsAssumed, usePlace } from '../features/location';
import { useAllAround } from '../features/nearby';

interface CuisinesProps {
  readonly chosenTag: ChosenTag | null;
  readonly onChoose: (tag: ChosenTag | null) => void;
}

const Cuisines = ({ chosenTag, onChoose }: CuisinesProps) => {
  const t = useTexts();
  const { data, isError, error, isFetching, refetch } = useTagsQuery();
  const retry = (): void => void refetch();
  useRetryWhenBack(isError, retry);
  if (data === undefined && isError)
    return <ErrorState title={t('TagsFailedTitle')} text={errorText(error)} onRetry={retry} isRetrying={isFetching} />;
  if (data === undefined) return <RowSkeletons />;
  return (
    <Chips role="group" aria-label={t('TagSelectionTitle')}>
      {cuisineTags(data).map((tag) => {
        const isPressed = tag.key === chosenTag?.key;
        return (
          <Chip
            key={tag.key}
            art={artOfTag(tag.name)}
            isPressed={isPressed}
            onClick={() => onChoose(isPressed ? null : tag)}
          >
            {tag.name}
          </Chip>
        );
      })}
    </Chips>
  );
};

const Chips = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 12px 8px;
  padding: 6px 0;
  > button {
    max-width: 100%;
    white-space: normal;
    overflow-wrap: anywhere;
  }
`;

interface TagSheetProps {
  /** All restaurants nearby; null until they are loaded. */
  readonly restaurants: readonly Restaurant[] | null;
  readonly onClose: () => void;
}

/** Sheet in which the user chooses one cuisine; its button shows the number of results. */
export const TagSheet = ({ restaurants, onClose }: TagSheetProps) => {
  const t = useTexts();
  const now = useNow();
  const filters = useFilters();
  const isAssumed = useSelector(selectIsAssumed);
  const { chooseTag, showAll } = useFilterActions();
  const [chosenTag, setChosen] = useState(filters.tag);
  const isUntouched = chosenTag === null && filters.tag === null;
  const previewFilters = isUntouched ? filters : { ...filters, tag: chosenTag, showLunchList: false };
  const count =
    restaurants === null ? null : applyFilters(restaurants, filtersInForce(previewFilters, isAssumed), now).length;
  const showTags = (): void => {
    if (chosenTag !== null) chooseTag(chosenTag);
    else if (!isUntouched) showAll();
    onClose();
  };
  return (
    <Sheet
      title={t('TagSelectionTitle')}
      onClose={onClose}
      dock={
        <Button size="large" isBlock onClick={showTags}>
          {count === null ? t('ShowResultsUncounted') : t('ShowResults', { count })}
        </Button>
      }
    >
      <Cuisines chosenTag={chosenTag} onChoose={setChosen} />
    </Sheet>
  );
};

const TagselectionScreen = () => {
  const { navigation } = useShell();
  const restaurants = useAllAround(usePlace()?.coordinate ?? null);
  return <TagSheet restaurants={restaurants} onClose={() => navigation.close()} />;
};

export default defineScreen(TagselectionScreen);
