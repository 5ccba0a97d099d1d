export { cleanDishName, cleanText, repairMojibake } from './feed-text';
export { createMenuBuilder, createEmptyWeek, buildMenu, UNKNOWN_DETAILS } from './place-record';
export type {
  DatedHours,
  DishDraft,
  ImportCandidate,
  ImportFormat,
  MenuBuilder,
  MenuDraft,
  MenuSource,
  PlaceDraft,
  PlaceRecord,
  RecordReader,
  Warn,
  WarningKind,
} from './place-record';
export { isInServedArea } from './served-area';
