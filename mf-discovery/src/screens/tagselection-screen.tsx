import type { Restaurant } from '@mahlzeit/contract';
import { defineScreen, errorText, useNow, useRetryOnline, useSelector, useShell } from '@mahlzeit/shared-ui/platform';
import { Button, ErrorState, RowSkeletons } from '@mahlzeit/shared-ui/ui';
import { Sheet } from '@mahlzeit/shared-ui/ui/dialog';
import { artOfTag, Chip } from '@mahlzeit/shared-ui/ui/restaurant';
import { useState } from 'react';
import styled from 'styled-components';
import { useTexts } from '../discovery-texts';
import {
  applyFilters,
  cuisineTagsOf,
  applicableFiltersOf,
  useFilterActions,
  useFilters,
  useTagsQuery,
} from '../features/filters';
import type { ChosenTag } from '../features/filters';
import { selectIsPlaceAssumed, usePlace } from '../features/location';
import { useAllNearbyPlaces } from '../features/nearby';

interface CuisineChipsProps {
  readonly chosenTag: ChosenTag | null;
  readonly onChoose: (tag: ChosenTag | null) => void;
}

const CuisineChips = ({ chosenTag, onChoose }: CuisineChipsProps) => {
  const t = useTexts();
  const { data, isError, error, isFetching, refetch } = useTagsQuery();
  const reloadTags = (): void => void refetch();
  useRetryOnline(isError, reloadTags);
  if (data === undefined && isError)
    return (
      <ErrorState title={t('TagsFailedTitle')} text={errorText(error)} onRetry={reloadTags} isRetrying={isFetching} />
    );
  if (data === undefined) return <RowSkeletons />;
  return (
    <ChipRow role="group" aria-label={t('TagSelectionTitle')}>
      {cuisineTagsOf(data).map((tag) => {
        const isChosen = tag.key === chosenTag?.key;
        return (
          <Chip
            key={tag.key}
            art={artOfTag(tag.name)}
            isPressed={isChosen}
            onClick={() => onChoose(isChosen ? null : tag)}
          >
            {tag.name}
          </Chip>
        );
      })}
    </ChipRow>
  );
};

const ChipRow = styled.div`
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
  const isPlaceAssumed = useSelector(selectIsPlaceAssumed);
  const { chooseTag, showAll } = useFilterActions();
  const [chosenTag, setChosenTag] = useState(filters.tag);
  const isUnfiltered = chosenTag === null && filters.tag === null;
  const previewFilters = isUnfiltered ? filters : { ...filters, tag: chosenTag, showLunchList: false };
  const matchCount =
    restaurants === null
      ? null
      : applyFilters(restaurants, applicableFiltersOf(previewFilters, isPlaceAssumed), now).length;
  const applyTag = (): void => {
    if (chosenTag !== null) chooseTag(chosenTag);
    else if (!isUnfiltered) showAll();
    onClose();
  };
  return (
    <Sheet
      title={t('TagSelectionTitle')}
      onClose={onClose}
      dock={
        <Button size="large" isBlock onClick={applyTag}>
          {matchCount === null ? t('ShowResultsUncounted') : t('ShowResults', { count: matchCount })}
        </Button>
      }
    >
      <CuisineChips chosenTag={chosenTag} onChoose={setChosenTag} />
    </Sheet>
  );
};

const TagselectionScreen = () => {
  const { navigation } = useShell();
  const restaurants = useAllNearbyPlaces(usePlace()?.coordinate ?? null);
  return <TagSheet restaurants={restaurants} onClose={() => navigation.close()} />;
};

export default defineScreen(TagselectionScreen);
