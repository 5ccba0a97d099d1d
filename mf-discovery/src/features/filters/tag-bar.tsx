import { useShell } from '@mahlzeit/shared-ui/platform';
import { artOfTag, Chip, ChipBar } from '@mahlzeit/shared-ui/ui/restaurant';
import { ChevronRight, X } from 'lucide-react';
import { useEffect, useMemo, useRef } from 'react';
import styled from 'styled-components';
import { useTexts } from '../../discovery-texts';
import { useFilterActions, useFilters } from './filter-state';
import { cuisineTagsOf, selectBarTags, useTagsQuery } from './tags';

const SearchWordList = () => {
  const t = useTexts();
  const { texts } = useFilters();
  const { removeText } = useFilterActions();
  if (texts.length === 0) return null;
  return (
    <SearchTextPart role="group" aria-label={t('SearchedWords')}>
      {texts.map((searchWord) => (
        <Chip
          key={searchWord}
          icon={X}
          aria-label={t('RemoveSearchedWord', { text: searchWord })}
          onClick={() => removeText(searchWord)}
        >
          <SearchWordChip>{searchWord}</SearchWordChip>
        </Chip>
      ))}
    </SearchTextPart>
  );
};

/** Px between the edge of the bar and the first chip. */
const BAR_GUTTER_PX = 16;

/**
 * Scrolls the bar until the selected chip is fully visible, together with a part of the previous chip. Does nothing if
 * the selected chip is visible already.
 */
const scrollChipIntoView = (barElement: Element, chipElement: Element): void => {
  const [barBox, chipBox] = [barElement.getBoundingClientRect(), chipElement.getBoundingClientRect()];
  if (chipBox.left >= barBox.left + BAR_GUTTER_PX && chipBox.right <= barBox.right - BAR_GUTTER_PX) return;
  const previousChip = chipElement.previousElementSibling ?? chipElement;
  barElement.scrollLeft += previousChip.getBoundingClientRect().left - barBox.left - BAR_GUTTER_PX;
};

/**
 * Bar of filter chips: „Alle“, lunch menus, and cuisines. Only one chip is selected at a time. A row below the bar
 * shows the search words.
 */
export const TagBar = () => {
  const t = useTexts();
  const { navigation } = useShell();
  const { tag: chosenTag, showLunchList } = useFilters();
  const { showAll, toggleLunchList, toggleTag } = useFilterActions();
  // The chips for „Alle“ and for lunch menus work without tags, so a failure of the request shows no message.
  const { data: tags = [] } = useTagsQuery();
  const barTags = useMemo(() => selectBarTags(cuisineTagsOf(tags), chosenTag), [tags, chosenTag]);
  const barRef = useRef<HTMLDivElement>(null);
  const barTagCount = barTags.length;
  useEffect(() => {
    const pressedChip = barRef.current?.querySelector('[aria-pressed="true"]') ?? null;
    if (barRef.current !== null && pressedChip !== null) scrollChipIntoView(barRef.current, pressedChip);
  }, [chosenTag?.key, showLunchList, barTagCount]);
  return (
    <>
      <ChipBar ref={barRef} label={t('TagBar')}>
        <Chip art="fork-and-knife-with-plate" isPressed={chosenTag === null && !showLunchList} onClick={showAll}>
          {t('AllPlaces')}
        </Chip>
        <Chip art="pot-of-food" isPressed={showLunchList} onClick={toggleLunchList}>
          {t('LunchSpecials')}
        </Chip>
        {barTags.map((tag) => (
          <Chip
            key={tag.key}
            art={artOfTag(tag.name)}
            isPressed={tag.key === chosenTag?.key}
            onClick={() => toggleTag(tag)}
          >
            {tag.name}
          </Chip>
        ))}
        <Chip icon={ChevronRight} aria-haspopup="dialog" onClick={() => navigation.open('tagselection')}>
          {t('MoreTags')}
        </Chip>
      </ChipBar>
      <SearchWordList />
    </>
  );
};

// The area of the search words grows up to a height of 100 px, then it scrolls (S1§9).
const SearchTextPart = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 8px;
  max-height: 100px;
  padding: 2px 16px 10px;
  overflow-y: auto;
`;

const SearchWordChip = styled.span`
  max-width: 60vw;
  overflow: hidden;
  text-overflow: ellipsis;
`;
